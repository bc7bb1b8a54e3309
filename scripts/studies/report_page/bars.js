// Bars and matrices as SVG, with values under the pointer.

/** Stacked bars, a row each; values under the pointer. */
function barsBlock(block) {
  const box = element("div", { class: "bars" });
  const tip = element("div", { class: "tip" });
  const legend = element("div", { class: "legend" });
  for (const { colour, name } of block.parts) legend.append(element("span", {}, swatch(colour), ` ${name}`));
  const each = block.names.length > 64 ? 8 : block.names.length > 24 ? 14 : 22;
  const height = each * block.names.length + 46;
  const totals = block.names.map((_, i) => block.parts.reduce((sum, part) => sum + part.values[i], 0));
  const most = Math.max(...totals) || 1;
  const draw = () => {
    const width = box.clientWidth;
    const [left, right] = [leftMargin(block.names, false), width - 90];
    const px = (value) => left + (value / (most * 1.02)) * (right - left);
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": block.name });
    const { step, found } = ticks(0, most, 8);
    for (const x of found) {
      svg.append(drawn("line", { x1: px(x), x2: px(x), y1: 4, y2: height - 40, stroke: "#e6e9ed" }));
      svg.append(drawn("text", { x: px(x), y: height - 24, "text-anchor": "middle" }, tickText(x, step)));
    }
    svg.append(drawn("text", { x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, block.unit));
    block.names.forEach((name, i) => {
      let from = 0;
      const y = 4 + i * each;
      if (each > 8 || i % 8 === 0) svg.append(drawn("text", { x: left - 7, y: y + each / 2 + 4, "text-anchor": "end" }, name));
      for (const part of block.parts) {
        const rect = drawn("rect", { x: px(from), y: y + 1, width: Math.max(0, px(from + part.values[i]) - px(from)),
          height: each - 2, fill: part.colour });
        rect.onpointermove = (event) => {
          const place = box.getBoundingClientRect();
          tip.replaceChildren(`${name}, ${part.name}: `, element("b", {}, `${number(part.values[i], 4)} ${block.unit}`),
            ` (${((100 * part.values[i]) / (totals[i] || 1)).toFixed(1)} %)`);
          tip.style.display = "block";
          tip.style.left = `${Math.min(event.clientX - place.left + 12, width - 260)}px`;
          tip.style.top = `${event.clientY - place.top + 12}px`;
        };
        rect.onpointerleave = () => (tip.style.display = "none");
        svg.append(rect);
        from += part.values[i];
      }
      if (each > 8) svg.append(drawn("text", { x: px(from) + 6, y: y + each / 2 + 4 }, number(totals[i], 3) + (block.unit.length < 4 ? ` ${block.unit}` : "")));
    });
    box.replaceChildren(svg, tip);
  };
  onWidth(box, draw);
  return element("div", {}, element("h3", {}, block.name), box, legend);
}

/** A square of values by row and column, dark where they are large (by the root, so that small ones show). */
function matrixBlock(block) {
  const n = block.values.length;
  const cell = Math.max(4, Math.min(56, Math.floor(520 / n)));
  const most = Math.max(...block.values.flat()) || 1;
  const size = n * cell;
  const svg = drawn("svg", { width: size + 90, height: size + 50, role: "img", "aria-label": block.name });
  block.values.forEach((row, i) => row.forEach((value, j) => {
    const share = Math.sqrt(value / most);
    const fill = value ? `hsl(${210 - 40 * share} 85% ${92 - 62 * share}%)` : "#f2f3f5";
    svg.append(drawn("rect", { x: 60 + j * cell, y: 4 + i * cell, width: cell - 1, height: cell - 1, fill },
      drawn("title", {}, `${block.row} ${i}, ${block.column} ${j}: ${number(value)} ${block.unit}`)));
    if (cell >= 50 && value) {
      svg.append(drawn("text", { x: 60 + (j + 0.5) * cell, y: 8 + (i + 0.5) * cell, "text-anchor": "middle",
        style: `fill:${share > 0.5 ? "#fff" : "#1a1d21"};pointer-events:none` }, value.toExponential(1).replace("e+", "e")));
    }
  }));
  const step = Math.ceil(16 / cell) * (n > 32 ? 4 : 1);
  for (let i = 0; i < n; i += step) {
    svg.append(drawn("text", { x: 52, y: 8 + (i + 0.5) * cell, "text-anchor": "end" }, String(i)));
    svg.append(drawn("text", { x: 60 + (i + 0.5) * cell, y: size + 19, "text-anchor": "middle" }, String(i)));
  }
  svg.append(drawn("text", { x: 60 + size / 2, y: size + 38, "text-anchor": "middle" }, block.column));
  svg.append(drawn("text", { transform: `translate(16 ${size / 2}) rotate(-90)`, "text-anchor": "middle" }, block.row));
  return element("div", { class: "matrix" }, element("h3", {}, `${block.name} (${block.unit})`), svg);
}

/** A time as a bar of its parts, and below each its own parts: widths are shares of the whole. */
function nestedBlock(block) {
  const box = element("div", { class: "bars" });
  const tip = element("div", { class: "tip" });
  const total = block.parts.reduce((sum, part) => sum + part.value, 0) || 1;
  const height = 34;
  const draw = () => {
    const width = box.clientWidth;
    const svg = drawn("svg", { viewBox: `0 0 ${width} ${2 * height + 8}`, height: 2 * height + 8, role: "img",
      "aria-label": block.name });
    const put = ({ name, value }, from, row, colour) => {
      const [left, wide] = [(from / total) * width, (value / total) * width];
      const said = `${name} ${((100 * value) / total).toFixed(1)} %`;
      const rect = drawn("rect", { x: left, y: row * (height + 2), width: Math.max(0, wide - 1), height, fill: colour });
      rect.onpointermove = (event) => {
        const place = box.getBoundingClientRect();
        tip.replaceChildren(`${name}: `, element("b", {}, `${number(value, 4)} ${block.unit}`), `, ${((100 * value) / total).toFixed(2)} %`);
        tip.style.display = "block";
        tip.style.left = `${Math.min(event.clientX - place.left + 12, width - 240)}px`;
        tip.style.top = `${event.clientY - place.top + 12}px`;
      };
      rect.onpointerleave = () => (tip.style.display = "none");
      svg.append(rect);
      const words = [said, name].find((text) => text.length * 7 + 10 < wide);
      if (words) {
        svg.append(drawn("text", { x: left + 6, y: row * (height + 2) + 21, style: `pointer-events:none;fill:${row ? "#1a1d21" : "#fff"}` },
          words));
      }
    };
    let from = 0;
    for (const part of block.parts) {
      put(part, from, 0, part.colour);
      let inner = from;
      for (const phase of part.parts) {
        put(phase, inner, 1, `color-mix(in srgb, ${part.colour} 35%, white)`);
        inner += phase.value;
      }
      from += part.value;
    }
    box.replaceChildren(svg, tip);
  };
  onWidth(box, draw);
  const legend = element("div", { class: "legend" }, ...block.parts.map(({ name, value, colour }) =>
    element("span", {}, swatch(colour), ` ${name} ${((100 * value) / total).toFixed(1)} %`)));
  return element("div", {}, element("h3", {}, block.name), box, legend);
}

// Line charts, bars and matrices as SVG: values under the pointer, curves on and off, a stretch of time by dragging.

const MARGIN = { left: 84, right: 18, top: 12, bottom: 42 };

/** Left margin that holds the longest of the texts beside an axis, and its title, if there is one. */
function leftMargin(texts, title) {
  return Math.max(MARGIN.left, Math.max(...texts.map((text) => text.length)) * 7 + (title ? 36 : 12));
}

async function chartBlock(block) {
  const curves = [];
  for (const curve of block.curves) {
    const words = curve.words && { each: curve.words.each, of: await unpack(curve.words.of) };
    curves.push({ ...curve, x: await unpack(curve.x), y: await unpack(curve.y), words });
  }
  const box = element("div", { class: "chart" });
  const tip = element("div", { class: "tip" });
  const legend = element("div", { class: "legend" });
  const all = [Math.min(...curves.map((c) => c.x[0])), Math.max(...curves.map((c) => c.x[c.x.length - 1]))];
  const chart = { block, curves, box, tip, range: all, all, height: 330 };
  for (const curve of curves) {
    const sample = drawn("svg", { width: 26, height: 10 }, drawn("line", { x1: 1, x2: 25, y1: 5, y2: 5, stroke: curve.colour,
      "stroke-width": 3, "stroke-dasharray": curve.dash }));
    const button = element("button", { class: curve.shown ? "" : "off", title: "show or hide" }, sample, curve.name);
    button.onclick = () => {
      curve.shown = !curve.shown;
      button.classList.toggle("off", !curve.shown);
      drawChart(chart);
    };
    legend.append(button);
  }
  const hidden = curves.filter((c) => !c.shown).length;
  const whole = element("div", {}, element("h3", {}, block.name), box, legend);
  if (hidden) whole.append(element("p", { class: "note" }, `${hidden} more of ${curves.length} curves: click on their names.`));
  onWidth(box, () => drawChart(chart));
  return whole;
}

/** Least and greatest value of the shown curves in the range of x, with the ends of the lines that cross it. */
function extent(chart) {
  let low = Infinity;
  let high = -Infinity;
  for (const { x, y, shown } of chart.curves) {
    if (!shown) continue;
    for (let i = 0; i < x.length; ++i) {
      if (x[i] < chart.range[0] || x[i] > chart.range[1]) continue;
      low = Math.min(low, y[i]);
      high = Math.max(high, y[i]);
    }
  }
  if (!(low <= high)) return [0, 1];
  const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-4 || 1e-12;  // equal but for noise: no mountains
  if (high - low < least) return [low - least, high + least];
  const pad = 0.05 * (high - low);
  return [low >= 0 && low < 0.3 * high ? 0 : low - pad, high + pad];
}

function drawChart(chart) {
  const { block, box, tip, curves } = chart;
  const width = (chart.width = box.clientWidth);
  const height = chart.height;
  const [low, high] = extent(chart);
  const up = ticks(low, high, 6);
  const left = leftMargin(up.found.map((y) => tickText(y, up.step)), true);
  const [right, top, bottom] = [width - MARGIN.right, MARGIN.top, height - MARGIN.bottom];
  const span = chart.range[1] - chart.range[0] || 1;
  const px = (x) => left + ((x - chart.range[0]) / span) * (right - left);
  const py = (y) => bottom - ((y - low) / (high - low)) * (bottom - top);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": block.name });
  const clip = `clip${(chartBlock.count = (chartBlock.count || 0) + 1)}`;
  svg.append(drawn("clipPath", { id: clip }, drawn("rect", { x: left, y: top, width: right - left, height: bottom - top })));
  const across = ticks(chart.range[0], chart.range[0] + span, Math.max(3, (right - left) / 110));
  for (const x of across.found) {
    svg.append(drawn("line", { x1: px(x), x2: px(x), y1: top, y2: bottom, stroke: "#e6e9ed" }));
    svg.append(drawn("text", { x: px(x), y: bottom + 17, "text-anchor": "middle" }, tickText(x, across.step)));
  }
  for (const y of up.found) {
    svg.append(drawn("line", { x1: left, x2: right, y1: py(y), y2: py(y),
      stroke: Math.abs(y) < 1e-9 * up.step ? "#9aa4b0" : "#e6e9ed" }));
    svg.append(drawn("text", { x: left - 7, y: py(y) + 4, "text-anchor": "end" }, tickText(y, up.step)));
  }
  svg.append(drawn("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: "#9aa4b0" }));
  svg.append(drawn("text", { x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, block.x));
  svg.append(drawn("text", { transform: `translate(14 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, block.y));
  for (const curve of curves) {
    if (!curve.shown) continue;
    let path = "";
    for (let i = 0; i < curve.x.length; ++i) path += `${i ? "L" : "M"}${px(curve.x[i]).toFixed(1)} ${py(curve.y[i]).toFixed(1)}`;
    svg.append(drawn("path", { d: path, fill: "none", stroke: curve.colour, "stroke-width": 2, "stroke-dasharray": curve.dash,
      "stroke-linejoin": "round", "clip-path": `url(#${clip})` }));
  }
  const hair = drawn("line", { y1: top, y2: bottom, stroke: "#5a636e", visibility: "hidden" });
  const chosen = drawn("rect", { y: top, height: bottom - top, fill: "#0072b2", opacity: 0.15, visibility: "hidden" });
  svg.append(hair, chosen);
  const timeAt = (event) => {
    const at = ((event.clientX - svg.getBoundingClientRect().left) / svg.getBoundingClientRect().width) * width;
    return chart.range[0] + (Math.min(Math.max(at, left), right) - left) / (right - left) * span;
  };
  let from = null;
  svg.onpointerdown = (event) => (from = timeAt(event));
  svg.onpointermove = (event) => {
    const time = timeAt(event);
    hair.setAttribute("x1", px(time));
    hair.setAttribute("x2", px(time));
    hair.setAttribute("visibility", "visible");
    if (from !== null) {
      chosen.setAttribute("x", Math.min(px(from), px(time)));
      chosen.setAttribute("width", Math.abs(px(from) - px(time)));
      chosen.setAttribute("visibility", "visible");
    }
    showValues(chart, time, px(time));
  };
  svg.onpointerup = (event) => {
    const to = timeAt(event);
    if (from !== null && Math.abs(px(to) - px(from)) > 6) chart.range = [Math.min(from, to), Math.max(from, to)];
    from = null;
    drawChart(chart);
  };
  svg.ondblclick = () => {
    chart.range = chart.all;
    drawChart(chart);
  };
  svg.onpointerleave = () => {
    hair.setAttribute("visibility", "hidden");
    tip.style.display = "none";
  };
  svg.append(drawn("title", {}, "drag over a stretch to see it larger; double click to see all"));
  box.replaceChildren(svg, tip);
}

/** Index of the value of a rising array that is nearest. */
function nearest(values, wanted) {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= wanted) low = middle;
    else high = middle;
  }
  return wanted - values[low] <= values[high] - wanted ? low : high;
}

function showValues(chart, time, at) {
  const rows = [];
  for (const curve of chart.curves) {
    if (!curve.shown) continue;
    const i = nearest(curve.x, time);
    rows.push(element("div", {}, swatch(curve.colour), ` ${curve.name}: `, element("b", {}, number(curve.y[i], 6)),
      curve.words ? `, ${curve.words.each[curve.words.of[i]]}` : ""));
  }
  chart.tip.replaceChildren(element("div", {}, `${chart.block.x.split(" [")[0]} `, element("b", {}, number(time))), ...rows);
  chart.tip.style.display = "block";
  const right = at > chart.width / 2;
  chart.tip.style.left = right ? "" : `${at + 14}px`;
  chart.tip.style.right = right ? `${chart.width - at + 14}px` : "";
  chart.tip.style.top = "18px";
}

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

// Line charts as SVG. All charts over time show the same stretch of it, the same time under the pointer, and the time of the
// mesh; dragging chooses a stretch, to which values are scaled.

const MARGIN = { left: 84, right: 18, top: 12, bottom: 42 };
const CHARTS = []; // over time

/** Left margin that holds the longest of the texts beside an axis, and its title, if there is one. */
function leftMargin(texts, title) {
  return Math.max(MARGIN.left, Math.max(...texts.map((text) => text.length)) * 7 + (title ? 36 : 12));
}

async function unpackPoints({ x, y }) {
  return { x: await unpack(x), y: await unpack(y) };
}

/** A curve of a chart; `points` by filter, "" without any. */
async function unpackCurve(curve) {
  const points = { "": await unpackPoints(curve) };
  for (const [name, filtered] of Object.entries(curve.filtered || {})) points[name] = await unpackPoints(filtered);
  const words = curve.words && { each: curve.words.each, of: await unpack(curve.words.of) };
  return { ...curve, points, words };
}

async function chartBlock(block) {
  const chart = newChart(block, await Promise.all(block.curves.map(unpackCurve)));
  CHARTS.push(chart);
  const filters = [...new Set(chart.curves.flatMap((curve) => Object.keys(curve.points)))].filter(Boolean);
  const row = element("div", { class: "controls" });
  if (filters.length) {
    const choices = filters.map((name) => element("option", { value: name }, `CFC ${name} (SAE J211)`));
    const choice = element("select", {}, element("option", { value: "" }, "none"), ...choices);
    choice.onchange = () => {
      chart.filter = choice.value;
      drawChart(chart);
    };
    row.append(element("label", {}, "filter: ", choice));
  }
  return chartElement(chart, row);
}

/** A chart of curves with `points`. Charts whose x is no time (`isCross`) stand alone. */
function newChart(block, curves, isCross = false) {
  return { block, curves, isCross, filter: "", height: 330, range: null, box: element("div", { class: "chart" }),
    tip: element("div", { class: "tip" }) };
}

/** The chart with what stands above it, and names by which its curves go on and off. */
function chartElement(chart, above) {
  const { block, curves, box } = chart;
  const legend = element("div", { class: "legend" });
  for (const curve of curves) {
    const sample = drawn("svg", { width: 26, height: 10 }, drawn("line", { x1: 1, x2: 25, y1: 5, y2: 5, stroke: curve.colour,
      "stroke-width": 3, "stroke-dasharray": curve.dash || "" }));
    const button = element("button", { class: curve.shown ? "" : "off", title: "show or hide" }, sample, curve.name);
    button.onclick = () => {
      curve.shown = !curve.shown;
      button.classList.toggle("off", !curve.shown);
      drawChart(chart);
    };
    legend.append(button);
  }
  const hidden = curves.filter((c) => !c.shown).length;
  const whole = element("div", {}, element("h3", {}, block.name), above || "", box, legend);
  if (hidden) whole.append(element("p", { class: "note" }, `${hidden} more of ${curves.length} curves: click on their names.`));
  onWidth(box, () => drawChart(chart));
  return whole;
}

/** Points of a curve by the filter that is chosen; whole ones where the curve has none. */
function pointsOf(chart, curve) {
  return curve.points[chart.filter] || curve.points[""];
}

function shownPoints(chart) {
  return chart.curves.filter((curve) => curve.shown).map((curve) => pointsOf(chart, curve));
}

/** Least and greatest x of all curves; they rise, but for those of a cross. */
function wholeRange(chart) {
  let [low, high] = [Infinity, -Infinity];
  for (const curve of chart.curves) {
    for (const x of pointsOf(chart, curve).x) [low, high] = [Math.min(low, x), Math.max(high, x)];
  }
  return low <= high ? [low, high] : [0, 1];
}

/** Least and greatest value of the shown curves in the range of x, with the ends of the lines that cross it. */
function extent(chart, range) {
  let [low, high] = [Infinity, -Infinity];
  const take = (value) => ([low, high] = [Math.min(low, value), Math.max(high, value)]);
  for (const { x, y } of shownPoints(chart)) {
    for (let i = 0; i < x.length; ++i) {
      if (x[i] >= range[0] && x[i] <= range[1]) take(y[i]);
      if (i === 0) continue;
      for (const end of range) {
        const share = (end - x[i - 1]) / (x[i] - x[i - 1]);
        if (share > 0 && share < 1) take(y[i - 1] + share * (y[i] - y[i - 1]));
      }
    }
  }
  if (!(low <= high)) return [0, 1];
  const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-4 || 1e-12;  // equal but for noise: no mountains
  if (high - low < least) return [low - least, high + least];
  const pad = 0.05 * (high - low);
  return [low >= 0 && low < 0.3 * high ? 0 : low - pad, high + pad];
}

/** Axes and frame; returns the SVG and the chart's scales. */
function drawFrame(chart) {
  const { block, height } = chart;
  const width = (chart.width = chart.box.clientWidth);
  const range = chart.range || wholeRange(chart);
  const [low, high] = extent(chart, range);
  const up = ticks(low, high, 6);
  const left = leftMargin(up.found.map((y) => tickText(y, up.step)), true);
  const [right, top, bottom] = [width - MARGIN.right, MARGIN.top, height - MARGIN.bottom];
  const span = range[1] - range[0] || 1;
  const px = (x) => left + ((x - range[0]) / span) * (right - left);
  const py = (y) => bottom - ((y - low) / (high - low)) * (bottom - top);
  const xAt = (p) => range[0] + ((Math.min(Math.max(p, left), right) - left) / (right - left)) * span;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": block.name });
  const across = ticks(range[0], range[0] + span, Math.max(3, (right - left) / 110));
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
  return { svg, range, px, py, xAt, left, right, top, bottom };
}

function drawChart(chart) {
  const { box, tip, curves } = chart;
  if (!box.clientWidth) return;
  const { svg, px, py, left, right, top, bottom } = (chart.frame = drawFrame(chart));
  const clip = `clip${(drawChart.count = (drawChart.count || 0) + 1)}`;
  svg.append(drawn("clipPath", { id: clip }, drawn("rect", { x: left, y: top, width: right - left, height: bottom - top })));
  for (const curve of curves) {
    if (!curve.shown) continue;
    const { x, y } = pointsOf(chart, curve);
    let path = "";
    for (let i = 0; i < x.length; ++i) path += `${i ? "L" : "M"}${px(x[i]).toFixed(1)} ${py(y[i]).toFixed(1)}`;
    svg.append(drawn("path", { d: path, fill: "none", stroke: curve.colour, "stroke-width": 2,
      "stroke-dasharray": curve.dash || "", "stroke-linejoin": "round", "clip-path": `url(#${clip})` }));
  }
  chart.hair = drawn("line", { y1: top, y2: bottom, stroke: "#5a636e", visibility: "hidden" });
  chart.now = drawn("line", { y1: top, y2: bottom, stroke: "#d62728", "stroke-dasharray": "2 3", visibility: "hidden" });
  svg.append(chart.hair, chart.now);
  followPointer(chart);
  svg.append(drawn("title", {}, "drag over a stretch to see it larger; double click to see all; click to show the mesh at that time"));
  box.replaceChildren(svg, tip);
  if (!chart.isCross && VIEWERS.length) placeLine(chart, chart.now, timeOf(VIEWERS[0]));
}

/** Puts a vertical line of the chart at x; hides it where x is not shown. */
function placeLine({ frame }, line, x) {
  if (!frame) return;
  const shown = x !== null && x >= frame.range[0] && x <= frame.range[1];
  line.setAttribute("visibility", shown ? "visible" : "hidden");
  if (!shown) return;
  line.setAttribute("x1", frame.px(x));
  line.setAttribute("x2", frame.px(x));
}

/** The charts that move with this one. */
function linked(chart) {
  return chart.isCross ? [chart] : CHARTS;
}

function followPointer(chart) {
  const { svg, px, xAt, top, bottom } = chart.frame;
  const chosen = drawn("rect", { y: top, height: bottom - top, fill: "#0072b2", opacity: 0.15, visibility: "hidden" });
  svg.append(chosen);
  const at = (event) => {
    const place = svg.getBoundingClientRect();
    return xAt(((event.clientX - place.left) / place.width) * chart.width);
  };
  const zoom = (range) => linked(chart).forEach((other) => {
    other.range = range;
    drawChart(other);
  });
  let from = null;
  svg.onpointerdown = (event) => (from = at(event));
  svg.onpointermove = (event) => {
    const x = at(event);
    for (const other of linked(chart)) if (other.frame) placeLine(other, other.hair, x);
    if (from !== null) {
      chosen.setAttribute("x", Math.min(px(from), px(x)));
      chosen.setAttribute("width", Math.abs(px(from) - px(x)));
      chosen.setAttribute("visibility", "visible");
    }
    showValues(chart, x, px(x));
  };
  svg.onpointerup = (event) => {
    const to = at(event);
    if (from !== null && Math.abs(px(to) - px(from)) > 6) zoom([Math.min(from, to), Math.max(from, to)]);
    else if (!chart.isCross && VIEWERS.length) share(VIEWERS[0], to);
    from = null;
  };
  svg.ondblclick = () => zoom(null);
  svg.onpointerleave = () => {
    for (const other of linked(chart)) if (other.frame) placeLine(other, other.hair, null);
    chart.tip.style.display = "none";
  };
}

/** Shows the time of the mesh in all charts. */
function markTime(time) {
  for (const chart of CHARTS) if (chart.frame) placeLine(chart, chart.now, time);
}

/** Index of the value that is nearest; of a rising array by halving. */
function nearest(values, wanted, rises = true) {
  if (!rises) return values.reduce((best, v, i) => (Math.abs(v - wanted) < Math.abs(values[best] - wanted) ? i : best), 0);
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= wanted) low = middle;
    else high = middle;
  }
  return wanted - values[low] <= values[high] - wanted ? low : high;
}

function showValues(chart, x, at) {
  const rows = [];
  for (const curve of chart.curves) {
    if (!curve.shown) continue;
    const points = pointsOf(chart, curve);
    const i = nearest(points.x, x, !chart.isCross);
    rows.push(element("div", {}, swatch(curve.colour), ` ${curve.name}: `, element("b", {}, number(points.y[i], 6)),
      curve.words && !chart.filter ? `, ${curve.words.each[curve.words.of[i]]}` : ""));
  }
  chart.tip.replaceChildren(element("div", {}, `${chart.block.x.split(" [")[0]} `, element("b", {}, number(x))), ...rows);
  chart.tip.style.display = "block";
  const right = at > chart.width / 2;
  chart.tip.style.left = right ? "" : `${at + 14}px`;
  chart.tip.style.right = right ? `${chart.width - at + 14}px` : "";
  chart.tip.style.top = "18px";
}

/** A curve of some charts over one of others, at the times of the former. */
function crossBlock(block) {
  const all = (names) => names.flatMap((name) => CHARTS.filter((chart) => chart.block.name === name)
    .flatMap((chart) => chart.curves.map((curve) => ({ name: `${name.split(":")[0]}: ${curve.name}`, curve }))));
  const [across, up] = [all(block.over), all(block.of)];
  const pick = (list, label) => element("select", { "aria-label": label },
    ...list.map((one, i) => element("option", { value: String(i) }, one.name)));
  const [xChoice, yChoice] = [pick(across, "displacement"), pick(up, "force")];
  const peak = ({ curve }) => curve.points[""].y.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const peaks = across.map(peak);
  xChoice.value = String(peaks.indexOf(Math.max(...peaks)));
  const curve = { colour: "#0072b2", shown: true, points: {} };
  const chart = newChart(block, [curve], true);
  const choose = () => {
    const [x, y] = [across[xChoice.value].curve.points[""], up[yChoice.value].curve.points[""]];
    curve.name = up[yChoice.value].name;
    curve.points[""] = { x: y.x.map((time) => valueAt(x, time)), y: y.y };
    chart.range = null;
    drawChart(chart);
  };
  xChoice.onchange = yChoice.onchange = choose;
  const whole = element("div", {}, element("h3", {}, block.name),
    element("div", { class: "controls" }, element("label", {}, "force: ", yChoice), element("label", {}, "over: ", xChoice)), chart.box);
  onWidth(chart.box, choose);
  return whole;
}

/** The value of a curve at an x, by linear interpolation; beyond its ends that of the end. */
function valueAt({ x, y }, wanted) {
  let after = nearest(x, wanted);
  if (x[after] < wanted) ++after;
  if (after === 0) return y[0];
  if (after === x.length) return y[after - 1];
  return y[after - 1] + ((wanted - x[after - 1]) / (x[after] - x[after - 1])) * (y[after] - y[after - 1]);
}

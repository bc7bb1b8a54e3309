// The element under the pointer: what it is and what it has, and its values over time.

/** Index of the cell under the pointer, -1 without one: one pixel, drawn with numbers instead of colours. */
function cellAt(viewer, event) {
  const { gl, canvas } = viewer;
  const place = canvas.getBoundingClientRect();
  const ratio = canvas.width / place.width;
  const [x, y] = [(event.clientX - place.left) * ratio, canvas.height - (event.clientY - place.top) * ratio];
  viewer.pixel ??= pixelOf(gl);
  gl.bindFramebuffer(gl.FRAMEBUFFER, viewer.pixel);
  gl.viewport(-Math.floor(x), -Math.floor(y), canvas.width, canvas.height);
  gl.clearColor(0, 0, 0, 0);
  paint(viewer, true);
  const bytes = new Uint8Array(4);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return bytes[0] + 256 * bytes[1] + 65536 * bytes[2] + 16777216 * bytes[3] - 1;
}

/** A framebuffer of one pixel. */
function pixelOf(gl) {
  const made = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, made);
  for (const [place, format] of [[gl.COLOR_ATTACHMENT0, gl.RGBA8], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT16]]) {
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, 1, 1);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
  }
  return made;
}

function nameOf(viewer, cell) {
  return `${viewer.block.kinds.names[viewer.kinds[cell]]} ${viewer.ids[cell]}`;
}

/** The value of a field in a state; those above the scale are cut off. */
function fieldValue(viewer, i, cell, state) {
  const field = viewer.block.fields[i];
  return field.low + (Math.min(viewer.fields[i][state * viewer.block.n_cells + cell], 254) / 254) * (field.high - field.low);
}

function isGone(viewer, cell, state) {
  return viewer.gone[state * viewer.block.n_cells + cell] !== 0;
}

/** Part, element and values beside the pointer. */
function showElement(viewer, event) {
  const { block, tip, canvas } = viewer;
  const cell = cellAt(viewer, event);
  tip.style.display = cell < 0 ? "none" : "block";
  if (cell < 0) return;
  const state = nearState(viewer);
  const lines = [["part", block.parts.names[viewer.classes.parts[cell]]], ["element", nameOf(viewer, cell)],
    ["rank", String(viewer.classes.ranks[cell])],
    ...block.fields.map((field, i) => [field.name, number(fieldValue(viewer, i, cell, state), 3)])];
  tip.replaceChildren(...lines.map(([name, value]) => element("div", {}, `${name} `, element("b", {}, value))));
  const place = canvas.getBoundingClientRect();
  tip.style.left = `${Math.min(event.clientX - place.left + 14, place.width - tip.offsetWidth - 4)}px`;
  tip.style.top = `${Math.min(event.clientY - place.top + 14, place.height - tip.offsetHeight - 4)}px`;
}

/** A click: marks the element and draws its values over time; with Ctrl it hides the part. */
function takeElement(viewer, event) {
  const cell = cellAt(viewer, event);
  if (event.ctrlKey || event.metaKey) {
    if (cell >= 0) viewer.hidden.add(viewer.classes.parts[cell]);
    showLegend(viewer);
    return drawMesh(viewer);
  }
  viewer.marked = cell + 1;
  drawMesh(viewer);
  viewer.probe.replaceChildren(...(cell < 0 ? [] : viewer.block.fields.map((_, i) => probeChart(viewer, i, cell))));
}

/** The values of a field of the element over time, until it is deleted. */
function probeChart(viewer, i, cell) {
  const { block } = viewer;
  const states = block.times.map((_, state) => state).filter((state) => !isGone(viewer, cell, state));
  const curve = { name: nameOf(viewer, cell), colour: "#0072b2", shown: true, points: { "": {
    x: states.map((state) => block.times[state]), y: states.map((state) => fieldValue(viewer, i, cell, state)) } } };
  const part = block.parts.names[viewer.classes.parts[cell]];
  const words = { name: `${block.fields[i].name} of ${curve.name}, part ${part}`, x: block.time ? `time [${block.time}]` : "time",
    y: block.fields[i].name };
  const chart = newChart(words, [curve], true);
  chart.height = 220;
  return chartElement(chart);
}

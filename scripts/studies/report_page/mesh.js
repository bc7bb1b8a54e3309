// The deformed mesh by WebGL 2: places and fields lie in textures, a layer of rows for each state, and the shaders pick
// corner, cell and state; between two states places are interpolated. All viewers of a page share time and camera.

const WIDTH = 2048; // of the textures
const INK = 0.3; // darkness of the edges
const VIEWERS = [];
const START = { yaw: -0.95, pitch: 0.45, zoom: 1 };
const HEAT = [[47, 109, 181], [54, 166, 201], [95, 192, 138], [242, 227, 76], [242, 142, 43], [214, 39, 40], [103, 0, 31]];

const VERTEX = `#version 300 es
precision highp float; precision highp int; precision highp usampler2D; precision highp sampler2D;
layout(location = 0) in uint node; layout(location = 1) in uint cell;
layout(location = 2) in uint edges; layout(location = 3) in uint corner;
uniform usampler2D before, after, levels, gone, classes; uniform sampler2D palette;
uniform float between; uniform vec3 low, size; uniform mat4 camera; uniform bool byClass; uniform float top;
out vec3 place; out vec3 towards; out vec4 colour; flat out uint edge; flat out uint dead;
ivec2 at(uint index) { return ivec2(int(index) % ${WIDTH}, int(index) / ${WIDTH}); }
void main() {
  vec3 a = vec3(texelFetch(before, at(node), 0).xyz), b = vec3(texelFetch(after, at(node), 0).xyz);
  place = low + size * mix(a, b, between) / 65535.0;
  uint kind = texelFetch(classes, at(cell), 0).r, level = texelFetch(levels, at(cell), 0).r;
  vec4 own = texelFetch(palette, at(kind), 0);
  dead = max(texelFetch(gone, at(cell), 0).r, own.a < 0.5 ? 1u : 0u);
  colour = byClass ? own : vec4(float(min(level, 254u)) / 254.0, 0.0, 0.0, 1.0);
  edge = edges; towards = vec3(corner == 0u, corner == 1u, corner == 2u);
  gl_Position = camera * vec4(place, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float; precision highp int;
in vec3 place; in vec3 towards; in vec4 colour; flat in uint edge; flat in uint dead;
uniform bool byClass, lines; uniform float ink; uniform vec3 light; uniform vec3 heat[${HEAT.length}];
out vec4 shown;
vec3 ramp(float t) {
  float x = clamp(t, 0.0, 1.0) * ${(HEAT.length - 1).toFixed(1)}; int i = min(int(x), ${HEAT.length - 2});
  return mix(heat[i], heat[i + 1], x - float(i));
}
void main() {
  if (dead != 0u) discard;
  vec3 base = byClass ? colour.rgb : ramp(colour.r);
  if (lines) { shown = vec4(base * 0.8, 1.0); return; }
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  vec3 lit = base * (0.6 + 0.45 * abs(dot(normal, light)));
  vec3 width = fwidth(towards), near = smoothstep(vec3(0.0), 1.3 * width, towards);
  float line = 1.0;
  for (int i = 0; i < 3; ++i) if ((edge & (1u << uint(i))) != 0u) line = min(line, near[i]);
  // lines of elements of a few pixels would be all there is to see
  line = mix(line, 1.0, smoothstep(0.15, 0.6, max(max(width.x, width.y), width.z)));
  shown = vec4(mix(lit * (1.0 - ink), lit, line), 1.0);
}`;

/** Sums of differences: the first state is whole, each other a change of the one before. */
function summed(changes, perState) {
  for (let i = perState; i < changes.length; ++i) changes[i] += changes[i - perState];
  return changes;
}

async function meshBlock(block) {
  const canvas = element("canvas");
  const gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!gl) return element("p", { class: "warning" }, "The deformed mesh needs a browser with WebGL 2.");
  const n = block.times.length;
  const viewer = { block, canvas, gl, n, state: n - 1, colouring: "parts", ink: INK, hidden: new Set(), ...START, pan: [0, 0] };
  viewer.points = summed(await unpack(block.points), block.n_nodes * 3);
  viewer.gone = await unpack(block.gone);
  viewer.classes = { parts: await unpack(block.parts.of), ranks: await unpack(block.ranks.of) };
  viewer.fields = [];
  for (const field of block.fields) viewer.fields.push(summed(await unpack(field.values), block.n_cells));
  await upload(viewer);
  viewer.box = element("div", { class: "mesh" });
  if (block.title) viewer.box.append(element("h3", {}, block.title));
  viewer.box.append(controls(viewer), canvas, (viewer.legend = element("div")));
  viewer.box.append(element("p", { class: "note" },
    `${block.said}. Drag turns, wheel zooms, Shift and drag moves, double click resets; a click on a part hides it.`));
  steer(viewer);
  VIEWERS.push(viewer);
  showLegend(viewer);
  new ResizeObserver(() => drawMesh(viewer)).observe(canvas);
  return viewer.box;
}

function program(gl) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  return made;
}

function texture(gl) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  for (const key of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, key, gl.NEAREST);
  return made;
}

/** Fills a texture with an array, `channels` numbers a texel, in rows of WIDTH. */
function fill(gl, made, values, channels, internal, format, type) {
  const rows = Math.max(1, Math.ceil(values.length / channels / WIDTH));
  const padded = new values.constructor(rows * WIDTH * channels);
  padded.set(values);
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texImage2D(gl.TEXTURE_2D, 0, internal, WIDTH, rows, 0, format, type, padded);
}

async function upload(viewer) {
  const { gl, block } = viewer;
  viewer.program = program(gl);
  const buffer = (location, values, each, type) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribIPointer(location, each, type, 0, 0);
  };
  const repeated = (values, times, Kind) => {
    const out = new Kind(values.length * times);
    for (let i = 0; i < out.length; ++i) out[i] = values[(i / times) | 0];
    return out;
  };
  const shape = async (nodes, cells, corners, edges) => {
    const made = { vertices: gl.createVertexArray(), count: nodes.length };
    gl.bindVertexArray(made.vertices);
    buffer(0, nodes, 1, gl.UNSIGNED_INT);
    buffer(1, repeated(cells, corners, Uint32Array), 1, gl.UNSIGNED_INT);
    buffer(2, edges ? repeated(edges, corners, Uint8Array) : new Uint8Array(nodes.length), 1, gl.UNSIGNED_BYTE);
    buffer(3, Uint8Array.from({ length: nodes.length }, (_, i) => i % corners), 1, gl.UNSIGNED_BYTE);
    return made;
  };
  viewer.faces = await shape(await unpack(block.corners), await unpack(block.cells), 3, await unpack(block.edges));
  viewer.lines = await shape(await unpack(block.lines), await unpack(block.line_cells), 2, null);
  const names = ["before", "after", "levels", "gone", "classes", "palette"];
  viewer.textures = Object.fromEntries(names.map((name) => [name, texture(gl)]));
}

function palette(viewer) {
  const { colours } = viewer.block[viewer.colouring === "ranks" ? "ranks" : "parts"];
  const hidden = viewer.colouring === "ranks" ? new Set() : viewer.hidden;
  return Uint8Array.from(colours.flatMap((c, i) => [...c.map((v) => Math.round(255 * v)), hidden.has(i) ? 0 : 255]));
}

/** Directions of a camera that looks down at the pitch from the yaw. */
function directions({ yaw, pitch }) {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  return { right: [cy, sy, 0], back: [sy * cp, -cy * cp, sp], up: [-sy * sp, cy * sp, cp] };
}

const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);

/** Half of what the box measures along a direction. */
function reach(block, direction) {
  return 0.5 * direction.reduce((sum, v, i) => sum + Math.abs(v) * (block.high[i] - block.low[i]), 0) || 1;
}

/** Column-major matrix of an orthographic camera round the middle of the box, which fills the view as it is at first. */
function cameraOf(viewer) {
  const { block, canvas } = viewer;
  const centre = block.low.map((v, i) => (v + block.high[i]) / 2);
  const radius = Math.hypot(...block.low.map((v, i) => block.high[i] - v)) / 2 || 1;
  const first = directions(START);
  const aspect = canvas.width / canvas.height;
  const scale = (0.94 * viewer.zoom) / Math.max(reach(block, first.right) / aspect, reach(block, first.up));
  const { right, up, back } = directions(viewer);
  const rows = [right.map((v) => (v * scale) / aspect), up.map((v) => v * scale), back.map((v) => -v / (4 * radius))];
  const shift = rows.map((row) => -dot(row, centre));
  shift[0] += viewer.pan[0];
  shift[1] += viewer.pan[1];
  const m = [];
  for (let column = 0; column < 3; ++column) m.push(rows[0][column], rows[1][column], rows[2][column], 0);
  m.push(...shift, 1);
  return { matrix: new Float32Array(m), back, up, right };
}

function drawMesh(viewer) {
  const { gl, block, canvas, program: p, textures } = viewer;
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (!w || !h) return;
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const first = Math.min(Math.floor(viewer.state), viewer.n - 1);
  const next = Math.min(first + 1, viewer.n - 1);
  const nodes = (k) => viewer.points.subarray(k * block.n_nodes * 3, (k + 1) * block.n_nodes * 3);
  const cells = (values, k) => values.subarray(k * block.n_cells, (k + 1) * block.n_cells);
  const near = Math.min(Math.round(viewer.state), viewer.n - 1);
  const field = viewer.fields[viewer.colouring];
  const integers = [gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE];
  fill(gl, textures.before, nodes(first), 3, gl.RGB16UI, gl.RGB_INTEGER, gl.UNSIGNED_SHORT);
  fill(gl, textures.after, nodes(next), 3, gl.RGB16UI, gl.RGB_INTEGER, gl.UNSIGNED_SHORT);
  fill(gl, textures.gone, cells(viewer.gone, near), 1, ...integers);
  fill(gl, textures.levels, field ? cells(field, near) : new Uint8Array(1), 1, ...integers);
  fill(gl, textures.classes, viewer.classes[viewer.colouring === "ranks" ? "ranks" : "parts"], 1, gl.R16UI, gl.RED_INTEGER,
    gl.UNSIGNED_SHORT);
  fill(gl, textures.palette, palette(viewer), 4, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE);
  const view = cameraOf(viewer);
  gl.viewport(0, 0, w, h);
  gl.clearColor(1, 1, 1, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.useProgram(p);
  const at = (name) => gl.getUniformLocation(p, name);
  Object.values(textures).forEach((made, i) => {
    gl.activeTexture(gl.TEXTURE0 + i);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.uniform1i(at(Object.keys(textures)[i]), i);
  });
  gl.uniform1f(at("between"), viewer.state - first);
  gl.uniform3fv(at("low"), block.low);
  gl.uniform3fv(at("size"), block.high.map((v, i) => v - block.low[i]));
  gl.uniformMatrix4fv(at("camera"), false, view.matrix);
  gl.uniform1i(at("byClass"), field ? 0 : 1);
  gl.uniform1f(at("ink"), viewer.ink);
  const light = [0, 1, 2].map((i) => 0.8 * view.back[i] + 0.5 * view.up[i] - 0.33 * view.right[i]);
  gl.uniform3fv(at("light"), light.map((v) => v / Math.hypot(...light)));
  gl.uniform3fv(at("heat"), HEAT.flat().map((v) => v / 255));
  gl.uniform1i(at("lines"), 0);
  gl.bindVertexArray(viewer.faces.vertices);
  gl.drawArrays(gl.TRIANGLES, 0, viewer.faces.count);
  gl.uniform1i(at("lines"), 1);
  gl.bindVertexArray(viewer.lines.vertices);
  gl.drawArrays(gl.LINES, 0, viewer.lines.count);
}

/** Problem time of a place between two states. */
function timeOf(viewer) {
  const k = Math.min(Math.floor(viewer.state), viewer.n - 1);
  const next = viewer.block.times[Math.min(k + 1, viewer.n - 1)];
  return viewer.block.times[k] + (viewer.state - k) * (next - viewer.block.times[k]);
}

/** The place of a problem time among the states: 2.5 is half-way between the third and the fourth. */
function stateAt(times, time) {
  const last = times.length - 1;
  if (time >= times[last]) return last;
  const k = Math.max(0, times.findIndex((t) => t > time) - 1);
  return k + Math.max(0, time - times[k]) / (times[k + 1] - times[k]);
}

function controls(viewer) {
  const { block, n } = viewer;
  const [begin, end] = [block.times[0], block.times[n - 1]];
  const slider = element("input", { type: "range", min: String(begin), max: String(end), step: "any", "aria-label": "time" });
  const said = element("output");
  const play = element("button", { type: "button" }, "▶ play");
  const names = [["parts", "parts"], ["ranks", "ranks"], ...block.fields.map((field, i) => [String(i), field.name])];
  const choices = names.map(([value, name]) => element("option", { value }, name));
  const choice = element("select", { "aria-label": "colours" }, ...choices);
  const edges = element("input", { type: "checkbox", checked: true });
  viewer.follow = () => {
    slider.value = String(timeOf(viewer));
    said.textContent = `t = ${number(timeOf(viewer), 4)} ${block.time}`;
    drawMesh(viewer);
  };
  slider.oninput = () => share(viewer, Number(slider.value));
  choice.onchange = () => {
    viewer.colouring = /^\d+$/.test(choice.value) ? Number(choice.value) : choice.value;
    showLegend(viewer);
    drawMesh(viewer);
  };
  edges.onchange = () => {
    viewer.ink = edges.checked ? INK : 0;
    drawMesh(viewer);
  };
  play.onclick = () => {
    viewer.playing = !viewer.playing;
    play.textContent = viewer.playing ? "❚❚ stop" : "▶ play";
    let last = null;
    const step = (now) => {
      if (!viewer.playing) return;
      const passed = last === null ? 0 : ((now - last) / 6000) * (end - begin); // the whole run in six seconds
      last = now;
      share(viewer, viewer.state >= n - 1 ? begin : timeOf(viewer) + passed);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  setTimeout(viewer.follow);
  return element("div", { class: "controls" }, play, slider, said, element("label", {}, "colours: ", choice),
    element("label", {}, edges, " element edges"));
}

/** The same problem time, if one is given, and the same camera in all viewers of the page. */
function share(viewer, time) {
  for (const other of VIEWERS) {
    if (time !== undefined) other.state = stateAt(other.block.times, time);
    for (const key of ["yaw", "pitch", "zoom"]) other[key] = viewer[key];
    other.pan = [...viewer.pan];
    other.follow();
  }
}

function steer(viewer) {
  const { canvas } = viewer;
  let last = null;
  canvas.onpointerdown = (event) => {
    last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
  };
  canvas.onpointermove = (event) => {
    if (!last) return;
    const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
    last = [event.clientX, event.clientY];
    if (event.shiftKey || event.buttons === 2) {
      viewer.pan = [viewer.pan[0] + (2 * dx) / canvas.clientWidth, viewer.pan[1] - (2 * dy) / canvas.clientHeight];
    } else {
      viewer.yaw -= dx * 0.008;
      viewer.pitch = Math.max(-1.57, Math.min(1.57, viewer.pitch + dy * 0.008));
    }
    share(viewer);
  };
  canvas.onpointerup = () => (last = null);
  canvas.oncontextmenu = (event) => event.preventDefault();
  canvas.onwheel = (event) => {
    event.preventDefault();
    viewer.zoom = Math.max(0.2, Math.min(60, viewer.zoom * Math.exp(-event.deltaY * 0.0012)));
    share(viewer);
  };
  canvas.ondblclick = () => {
    Object.assign(viewer, START, { pan: [0, 0] });
    share(viewer);
  };
}

/** Names and colours of parts or ranks, or the range of a field. */
function showLegend(viewer) {
  const field = viewer.block.fields[viewer.colouring];
  if (field) {
    const stops = HEAT.map((c) => `rgb(${c.join(",")})`).join(",");
    const ramp = element("span", { class: "bar", style: `background:linear-gradient(to right,${stops})` });
    viewer.legend.replaceChildren(element("div", { class: "ramp" }, element("span", {}, field.name),
      element("span", {}, number(field.low, 3)), ramp,
      element("span", {}, `${number(field.high, 3)} and above`)));
    return;
  }
  const classes = viewer.block[viewer.colouring];
  const list = element("div", { class: "legend" });
  classes.names.forEach((name, i) => {
    const colour = `rgb(${classes.colours[i].map((v) => Math.round(255 * v)).join(",")})`;
    const button = element("button", { type: "button" }, swatch(colour), name);
    if (viewer.colouring === "parts") {
      button.classList.toggle("off", viewer.hidden.has(i));
      button.onclick = () => {
        if (!viewer.hidden.delete(i)) viewer.hidden.add(i);
        showLegend(viewer);
        drawMesh(viewer);
      };
    }
    list.append(button);
  });
  viewer.legend.replaceChildren(list);
}

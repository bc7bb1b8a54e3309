// The deformed mesh by WebGL 2: places and fields lie in textures, a layer of rows for each state, and the shaders pick
// corner, cell and state; between two states places are interpolated. All viewers of a page share time and camera.

const WIDTH = 2048; // of the textures
const INK = 0.3; // darkness of the edges
const VIEWERS = [];
const START = { yaw: -0.95, pitch: 0.45, zoom: 1 };
// grey where there is little, so that what has much of it stands out
const HEAT = [[208, 214, 221], [250, 224, 144], [246, 166, 74], [222, 78, 45], [170, 16, 38], [85, 0, 28]];

const VERTEX = `#version 300 es
precision highp float; precision highp int; precision highp usampler2D; precision highp sampler2D;
layout(location = 0) in uint node; layout(location = 1) in uint cell;
layout(location = 2) in uint edges; layout(location = 3) in uint corner;
uniform usampler2D before, after, levels, gone, classes; uniform sampler2D palette;
uniform float between; uniform vec3 low, size; uniform mat4 camera; uniform bool byClass;
out vec3 place; out vec3 towards; out vec4 colour; flat out uint edge; flat out uint dead; flat out uint own;
ivec2 at(uint index) { return ivec2(int(index) % ${WIDTH}, int(index) / ${WIDTH}); }
void main() {
  vec3 a = vec3(texelFetch(before, at(node), 0).xyz), b = vec3(texelFetch(after, at(node), 0).xyz);
  place = low + size * mix(a, b, between) / 65535.0;
  uint kind = texelFetch(classes, at(cell), 0).r, level = texelFetch(levels, at(cell), 0).r;
  vec4 paint = texelFetch(palette, at(kind), 0);
  dead = max(texelFetch(gone, at(cell), 0).r, paint.a < 0.5 ? 1u : 0u);
  own = cell + 1u;
  colour = byClass ? paint : vec4(float(min(level, 254u)) / 254.0, 0.0, 0.0, 1.0);
  edge = edges; towards = vec3(corner == 0u, corner == 1u, corner == 2u);
  gl_Position = camera * vec4(place, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float; precision highp int;
in vec3 place; in vec3 towards; in vec4 colour; flat in uint edge; flat in uint dead; flat in uint own;
uniform bool byClass, lines, picks; uniform float ink; uniform vec3 light; uniform vec4 cut; uniform uint marked;
uniform vec3 heat[${HEAT.length}];
out vec4 shown;
vec3 ramp(float t) {
  float x = clamp(t, 0.0, 1.0) * ${(HEAT.length - 1).toFixed(1)}; int i = min(int(x), ${HEAT.length - 2});
  return mix(heat[i], heat[i + 1], x - float(i));
}
void main() {
  if (dead != 0u || dot(place, cut.xyz) > cut.w) discard;
  if (picks) { shown = vec4(uvec4(own, own >> 8, own >> 16, own >> 24) & 255u) / 255.0; return; }
  vec3 base = own == marked ? vec3(1.0, 0.0, 0.8) : byClass ? colour.rgb : ramp(colour.r);
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
  const viewer = { block, canvas, gl, n, state: n - 1, colouring: firstColouring(block), ink: INK, hidden: new Set(),
    cut: [0, 0, 0, 1], marked: 0, showWalls: true, ...START, pan: [0, 0] };
  viewer.points = summed(await unpack(block.points), block.n_nodes * 3);
  viewer.gone = await unpack(block.gone);
  viewer.classes = { parts: await unpack(block.parts.of), ranks: await unpack(block.ranks.of) };
  viewer.ids = await unpack(block.ids);
  viewer.kinds = await unpack(block.kinds.of);
  viewer.fields = [];
  for (const field of block.fields) viewer.fields.push(summed(await unpack(field.values), block.n_cells));
  await upload(viewer);
  uploadWalls(viewer);
  viewer.box = element("div", { class: "mesh" });
  if (block.title) viewer.box.append(element("h3", {}, block.title));
  viewer.box.append(controls(viewer), element("div", { class: "stage" }, canvas, (viewer.tip = element("div", { class: "tip" }))),
    (viewer.legend = element("div")), element("p", { class: "note" },
      `${block.said}. Drag turns, wheel zooms, Shift and drag moves, double click resets. A click on an element draws its values ` +
      "over time, with Ctrl it hides its part; a click on the name of a part hides or shows it."), (viewer.probe = element("div")));
  steer(viewer);
  VIEWERS.push(viewer);
  showLegend(viewer);
  new ResizeObserver(() => drawMesh(viewer)).observe(canvas);
  return viewer.box;
}

/** The plastic strain, if there is some; else the parts. */
function firstColouring(block) {
  const strain = block.fields.findIndex((field) => field.name.startsWith("plastic strain") && field.high > 0);
  return strain < 0 ? "parts" : strain;
}

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
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
  viewer.program = program(gl, VERTEX, FRAGMENT);
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

/** What the camera shows at first: the model in its first and last states, and the walls. Their middle, and halves of what
 * they measure along the directions of the camera. */
function firstFrame({ block, points, n }) {
  const axes = Object.values(directions(START));
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const hold = (place) => axes.forEach((axis, i) => {
    const along = dot(axis, place);
    low[i] = Math.min(low[i], along);
    high[i] = Math.max(high[i], along);
  });
  const whole = block.low.map((v, i) => (block.high[i] - v) / 65535);
  for (const first of [0, (n - 1) * block.n_nodes * 3])
    for (let k = first; k < first + block.n_nodes * 3; k += 3) hold(block.low.map((v, i) => v + whole[i] * points[k + i]));
  block.walls.forEach((wall) => wall.points.forEach(hold));
  const middle = low.map((v, i) => (v + high[i]) / 2);
  const [right, back, up] = low.map((v, i) => (high[i] - v) / 2 || 1);
  return { centre: [0, 1, 2].map((i) => dot(middle, axes.map((axis) => axis[i]))), right, up, radius: Math.hypot(right, back, up) };
}

/** Column-major matrix of an orthographic camera. */
function cameraOf(viewer) {
  const { canvas } = viewer;
  const { centre, radius, ...half } = (viewer.frame ??= firstFrame(viewer));
  const aspect = canvas.width / canvas.height;
  const scale = (0.94 * viewer.zoom) / Math.max(half.right / aspect, half.up);
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

/** Sizes the canvas and draws the present state in it. */
function drawMesh(viewer) {
  const { gl, canvas } = viewer;
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (!w || !h) return;
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  fillTextures(viewer);
  gl.viewport(0, 0, w, h);
  gl.clearColor(1, 1, 1, 1);
  paint(viewer, false);
}

/** Places, fields and colours of the present state. */
function fillTextures(viewer) {
  const { gl, block, textures } = viewer;
  const first = Math.min(Math.floor(viewer.state), viewer.n - 1);
  const next = Math.min(first + 1, viewer.n - 1);
  const nodes = (k) => viewer.points.subarray(k * block.n_nodes * 3, (k + 1) * block.n_nodes * 3);
  const cells = (values) => values.subarray(nearState(viewer) * block.n_cells, (nearState(viewer) + 1) * block.n_cells);
  const field = viewer.fields[viewer.colouring];
  const integers = [gl.R8UI, gl.RED_INTEGER, gl.UNSIGNED_BYTE];
  fill(gl, textures.before, nodes(first), 3, gl.RGB16UI, gl.RGB_INTEGER, gl.UNSIGNED_SHORT);
  fill(gl, textures.after, nodes(next), 3, gl.RGB16UI, gl.RGB_INTEGER, gl.UNSIGNED_SHORT);
  fill(gl, textures.gone, cells(viewer.gone), 1, ...integers);
  fill(gl, textures.levels, field ? cells(field) : new Uint8Array(1), 1, ...integers);
  fill(gl, textures.classes, viewer.classes[viewer.colouring === "ranks" ? "ranks" : "parts"], 1, gl.R16UI, gl.RED_INTEGER,
    gl.UNSIGNED_SHORT);
  fill(gl, textures.palette, palette(viewer), 4, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE);
}

/** The state whose fields are shown. */
function nearState(viewer) {
  return Math.min(Math.round(viewer.state), viewer.n - 1);
}

/** Draws with the textures as they are: colours, or (`picks`) numbers of cells, plus 1, as bytes. */
function paint(viewer, picks) {
  const { gl, block, program: p, textures } = viewer;
  const view = cameraOf(viewer);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.useProgram(p);
  const at = (name) => gl.getUniformLocation(p, name);
  Object.values(textures).forEach((made, i) => {
    gl.activeTexture(gl.TEXTURE0 + i);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.uniform1i(at(Object.keys(textures)[i]), i);
  });
  gl.uniform1f(at("between"), viewer.state - Math.min(Math.floor(viewer.state), viewer.n - 1));
  gl.uniform3fv(at("low"), block.low);
  gl.uniform3fv(at("size"), block.high.map((v, i) => v - block.low[i]));
  gl.uniformMatrix4fv(at("camera"), false, view.matrix);
  gl.uniform1i(at("byClass"), viewer.fields[viewer.colouring] ? 0 : 1);
  gl.uniform1i(at("picks"), picks ? 1 : 0);
  gl.uniform1ui(at("marked"), viewer.marked);
  gl.uniform4fv(at("cut"), viewer.cut);
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
  if (!picks) paintWalls(viewer, view);
}

"use strict";
// Arrays from their packed text, elements of the page, numbers as text.

const KINDS = { float32: Float32Array, uint32: Uint32Array, uint16: Uint16Array, uint8: Uint8Array };

/** The array of a packed block: base64, deflate, little-endian numbers. */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.data), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new KINDS[packed.kind](await new Response(stream).arrayBuffer());
}

/** An element with attributes and children; text is set as text, never as markup. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A patch of a colour, for a legend. */
function swatch(colour) {
  return element("span", { class: "swatch", style: `background:${colour}` });
}

function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function number(value, digits = 5) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

/** Round numbers from low to high, about so many, and their common digits. */
function ticks(low, high, about) {
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) found.push(i * step);
  return { step, found };
}

/** A tick as text, with the digits that tell it from its neighbours. */
function tickText(value, step) {
  if (Math.abs(value) < 1e-9 * step) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const digits = Math.max(0, Math.floor(Math.log10(size) + 1e-9) - Math.floor(Math.log10(step) + 1e-9));
    return value.toExponential(digits).replace("e+", "e");
  }
  return value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Saves bytes under a name where the browser keeps downloads. */
function download(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Calls `draw` whenever the width of the element has changed, the first time as soon as it has one. */
function onWidth(watched, draw) {
  let before = 0;
  new ResizeObserver(() => requestAnimationFrame(() => {
    if (watched.clientWidth === before) return;
    before = watched.clientWidth;
    draw();
  })).observe(watched);
}

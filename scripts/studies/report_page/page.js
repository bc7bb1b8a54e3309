// Draws the sections of the page from its data, each block by its kind.

const BLOCKS = { tiles: tilesBlock, note: noteBlock, table: tableBlock, chart: chartBlock, cross: crossBlock, bars: barsBlock,
  nested: nestedBlock, matrix: matrixBlock, mesh: meshBlock };

function tilesBlock(block) {
  return element("dl", { class: "tiles" }, ...block.items.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

function noteBlock(block) {
  return element("p", { class: block.loud ? "warning" : "note" }, block.text);
}

function tableBlock(block) {
  const isNumber = (cell) => cell === "" || cell === "-" || /^[+-]?[\d,.]+(e[+-]?\d+)?( %)?$/.test(cell);
  const numeric = block.head.map((_, j) => block.rows.every((row) => isNumber(row[j])));
  const cells = (name, row) => row.map((cell, j) => element(name, { class: numeric[j] ? "number" : "" }, cell));
  const rows = block.rows.map((row, i) => element("tr", { class: (block.marks && block.marks[i]) || "" }, ...cells("td", row)));
  const head = element("thead", {}, element("tr", {}, ...cells("th", block.head)));
  return element("div", { class: "wide" }, element("table", {}, head, element("tbody", {}, ...rows)));
}

/** Loads the page again after so many seconds, with the camera and the place on the page as they are. */
function keepView(seconds) {
  const kept = ["yaw", "pitch", "zoom", "pan", "ink", "colouring", "cut", "showWalls"];
  const before = JSON.parse(sessionStorage.getItem("view") || "null");
  VIEWERS.forEach((viewer, i) => before && Object.assign(viewer, before.views[i]));
  if (before) scrollTo(0, before.scroll);
  addEventListener("pagehide", () => sessionStorage.setItem("view", JSON.stringify({ scroll: scrollY,
    views: VIEWERS.map((viewer) => Object.fromEntries(kept.map((key) => [key, viewer[key]]))) })));
  setTimeout(() => location.reload(), 1000 * seconds);
}

async function drawPage() {
  const page = JSON.parse(document.getElementById("data").textContent);
  document.querySelector("h1").textContent = page.title;
  for (const [i, section] of page.sections.entries()) {
    const id = `s${i}`;
    document.querySelector("nav").append(element("a", { href: `#${id}` }, section.name));
    const place = element("section", { id }, element("h2", {}, section.name));
    document.querySelector("main").append(place);
    const row = section.side_by_side ? element("div", { class: "side-by-side" }) : null;
    if (row) place.append(row);
    for (const block of section.blocks) {
      try {
        (row && block.kind === "mesh" ? row : place).append(await BLOCKS[block.kind](block));
      } catch (problem) {
        place.append(element("p", { class: "warning" }, `cannot draw ${block.name || block.kind}: ${problem.message}`));
      }
    }
  }
  if (page.refresh) keepView(page.refresh);
  document.body.dataset.done = "yes";
}

drawPage();

// What one does with the mesh: time, colours, camera, cuts, pictures, elements under the pointer.

const MOVIE = 6000; // milliseconds of the whole run

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
  const names = [...block.fields.map((field, i) => [String(i), field.name]), ["parts", "parts"], ["ranks", "ranks"]];
  const choices = names.map(([value, name]) => element("option", { value }, name));
  const choice = element("select", { "aria-label": "colours" }, ...choices);
  choice.value = String(viewer.colouring);
  const edges = element("input", { type: "checkbox", checked: true });
  viewer.follow = () => {
    slider.value = String(timeOf(viewer));
    said.textContent = `t = ${number(timeOf(viewer), 4)} ${block.time}`;
    drawMesh(viewer);
    markTime(timeOf(viewer));
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
  const walls = element("input", { type: "checkbox", checked: true, "aria-label": "walls" });
  walls.onchange = () => {
    viewer.showWalls = walls.checked;
    drawMesh(viewer);
  };
  play.onclick = () => {
    viewer.playing = !viewer.playing;
    play.textContent = viewer.playing ? "❚❚ stop" : "▶ play";
    let last = null;
    const step = (now) => {
      if (!viewer.playing) return;
      const passed = last === null ? 0 : ((now - last) / MOVIE) * (end - begin);
      last = now;
      share(viewer, viewer.state >= n - 1 ? begin : timeOf(viewer) + passed);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  setTimeout(viewer.follow);
  return element("div", { class: "controls" }, play, slider, said, element("label", {}, "colours: ", choice),
    element("label", {}, edges, " element edges"),
    ...(block.walls.length ? [element("label", {}, walls, " rigid walls")] : []), cutControl(viewer), ...cameras(viewer));
}

/** Hides what lies beyond a plane. */
function cutControl(viewer) {
  const { block } = viewer;
  const names = ["none", "x", "y", "z", "-x", "-y", "-z"];
  const choice = element("select", { "aria-label": "cut" }, ...names.map((name) => element("option", { value: name }, name)));
  const slider = element("input", { type: "range", min: "0", max: "1", step: "any", value: "0.5", class: "short", "aria-label": "place of the cut" });
  choice.onchange = slider.oninput = () => {
    const axis = "xyz".indexOf(choice.value.slice(-1));
    const sign = choice.value.length > 1 ? -1 : 1;
    viewer.cut = [0, 0, 0, 1];
    if (choice.value !== "none") {
      viewer.cut[axis] = sign;
      viewer.cut[3] = sign * (block.low[axis] + Number(slider.value) * (block.high[axis] - block.low[axis]));
    }
    drawMesh(viewer);
  };
  return element("label", {}, "cut beyond: ", choice, " ", slider);
}

/** Buttons that save what is shown as a picture, and the run as a movie. */
function cameras(viewer) {
  const { canvas } = viewer;
  const picture = element("button", { type: "button" }, "picture");
  picture.onclick = () => {
    drawMesh(viewer);
    canvas.toBlob((blob) => download("mesh.png", blob));
  };
  const movie = element("button", { type: "button", title: "the whole run in six seconds, as WebM" }, "movie");
  movie.hidden = !window.MediaRecorder || viewer.n < 2;
  movie.onclick = async () => {
    movie.disabled = true;
    const blob = await recorded(viewer);
    movie.disabled = false;
    download("mesh.webm", blob);
  };
  return [picture, movie];
}

/** The run from its first to its last state in six seconds. */
function recorded(viewer) {
  const [begin, end] = [viewer.block.times[0], viewer.block.times[viewer.n - 1]];
  const recorder = new MediaRecorder(viewer.canvas.captureStream(30), { mimeType: "video/webm" });
  const pieces = [];
  recorder.ondataavailable = (event) => pieces.push(event.data);
  return new Promise((done) => {
    recorder.onstop = () => done(new Blob(pieces, { type: "video/webm" }));
    recorder.start();
    let first = null;
    const step = (now) => {
      first ??= now;
      const passed = Math.min((now - first) / MOVIE, 1);
      share(viewer, begin + passed * (end - begin));
      if (passed < 1) requestAnimationFrame(step);
      else setTimeout(() => recorder.stop(), 300);
    };
    requestAnimationFrame(step);
  });
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
  let begin = null;
  canvas.onpointerdown = (event) => {
    begin = last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    viewer.tip.style.display = "none";
  };
  canvas.onpointermove = (event) => {
    if (!last) return showElement(viewer, event);
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
  canvas.onpointerup = (event) => {
    const moved = begin && Math.hypot(event.clientX - begin[0], event.clientY - begin[1]);
    last = begin = null;
    if (moved < 4) takeElement(viewer, event);
  };
  canvas.onpointerleave = () => (viewer.tip.style.display = "none");
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

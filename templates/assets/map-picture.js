// Draws the picture of a map again when it is moved or filtered. The build drew it first, and all that it shows is in
// the page.
import { word } from "./map-words.js";
import { distance, groups, labelPlacer, scaleBar, ticks } from "./map-layout.js";

const metresPerDegree = (Math.PI * 6371008.8) / 180;

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) if (value != null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// `list` is called with the entries of a mark that zooming cannot separate, and `drawn` after each drawing.
export function openPicture(map, { list, drawn }) {
  const picture = map.querySelector(".map-picture");
  const [marks, grid, bar] = ["marks", "grid", "scale"].map((part) => picture.querySelector(`.map-${part}`));
  const drawnOnce = picture.querySelectorAll(".map-land, .map-line");
  const [parallels, meridians] = picture.querySelectorAll(".map-tick");
  const projection = Object.fromEntries(Object.entries(picture.dataset).map(([name, value]) => [name, Number(value)]));
  const frame = readFrame(grid.firstElementChild);
  const entries = readEntries(map).map((entry) => ({ ...entry, ...project(entry) }));
  // Zooming ends at four units a metre.
  const farthest = Math.max(1, (4 * metresPerDegree) / projection.scale);
  // A point that was built at (x, y) is at (zoom * x + left, zoom * y + top).
  const view = { zoom: 1, left: 0, top: 0 };
  let isShown = () => true;
  let here = null;
  let request = 0;

  // Returns the point at which the build would draw a position.
  function project({ latitude, longitude }) {
    let east = longitude - projection.longitude;
    if (east > 180) east -= 360;
    if (east < -180) east += 360;
    return {
      x: frame.x + east * projection.cosine * projection.scale,
      y: frame.y - (latitude - projection.latitude) * projection.scale,
    };
  }

  const moved = ({ x, y }) => ({ x: view.zoom * x + view.left, y: view.zoom * y + view.top });
  const isInside = ({ x, y }) => x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  const translation = ({ x, y }) => `translate(${x.toFixed(2)} ${y.toFixed(2)})`;

  function draw() {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => {
      drawMarks();
      drawGrid();
      const transform = `translate(${view.left} ${view.top}) scale(${view.zoom})`;
      for (const part of drawnOnce) part.setAttribute("transform", transform);
      // Until there is something to pan, a finger scrolls the page.
      picture.style.touchAction = view.zoom > 1 ? "none" : "pan-x pan-y";
      drawn({ canZoomIn: view.zoom < farthest, canZoomOut: view.zoom > 1 });
    });
  }

  function drawMarks() {
    const focused = document.activeElement;
    const shown = entries.filter((entry) => isShown(entry) && isInside(moved(entry)));
    const found = groups(shown.map(moved));
    const place = labelPlacer(frame, found);
    const nodes = found.map((group) =>
      group.members.length > 1
        ? manyMark(group.members.map((member) => shown[member]), group, place)
        : oneMark(shown[group.members[0]], group, place));
    if (here && isInside(moved(here))) {
      nodes.push(shape("g", { class: "map-here", transform: translation(moved(here)) },
        shape("circle", { r: 9 }), shape("circle", { r: 4 })));
    }
    marks.replaceChildren(...nodes);
    // The mark that had the focus keeps it; if it is gone, the picture gets it.
    if (focused !== document.activeElement) (nodes.includes(focused) ? focused : picture).focus({ preventScroll: true });
  }

  function oneMark(entry, group, place) {
    const { href, name, look, style, pin } = entry;
    const role = href ? {} : { tabindex: 0, role: "img" };
    entry.node ??= shape(href ? "a" : "g", { class: `map-mark ${look}`, style, href, "aria-label": name, ...role },
      shape("title", {}, name), shape("path", { class: "map-pin", d: pin }));
    entry.node.setAttribute("transform", translation(group));
    entry.node.querySelector("text")?.remove();
    addLabel(entry.node, name, group, place);
    return entry.node;
  }

  function addLabel(node, words, group, place) {
    const label = place(textWidth(words), group);
    if (label) node.append(shape("text", { class: "map-label", ...label }, words));
  }

  function manyMark(members, group, place) {
    const name = word.many(
      members.length, members.slice(0, 5).map(({ name }) => name).join(word.joint) + (members.length > 5 ? "…" : ""));
    const [first] = members;
    const areAlike = members.every(({ look, style }) => look === first.look && style === first.style);
    const number = String(members.length);
    const node = shape("a", {
      class: `map-mark map-cluster ${areAlike ? first.look : ""}`, style: areAlike ? first.style : null, href: "#",
      role: "button", "aria-label": name, transform: translation(group),
    }, shape("title", {}, name), shape("circle", { class: "map-pin", r: 11 }),
    shape("text", { class: "map-count", "text-anchor": "middle", y: 4, "font-size": [11, 11, 9, 8, 7][number.length - 1] }, number));
    if (members.length < 4) addLabel(node, members.map(({ name }) => name).join(word.joint), group, place);
    node.addEventListener("click", (event) => {
      event.preventDefault();
      if (!zoomTo(members)) list(members);
    });
    return node;
  }

  function drawGrid() {
    const [up, across] = [projection.scale * view.zoom, projection.scale * projection.cosine * view.zoom];
    const centre = moved(frame);
    const latitude = (y) => projection.latitude + (centre.y - y) / up;
    const longitude = (x) => projection.longitude + (x - centre.x) / across;
    const rows = ticks(Math.max(latitude(frame.bottom), -90), Math.min(latitude(frame.top), 90), 70 / up)
      .map((tick) => [tick, centre.y - (tick - projection.latitude) * up]);
    const [west, east] = [projection.longitude - 180, projection.longitude + 180];
    const columns = ticks(Math.max(longitude(frame.left), west), Math.min(longitude(frame.right), east), 90 / across)
      .map((tick) => [tick, centre.x + (tick - projection.longitude) * across]);
    grid.replaceChildren(grid.firstElementChild,
      ...rows.map(([, y]) => shape("path", { d: `M${frame.left} ${y}H${frame.right}` })),
      ...columns.map(([, x]) => shape("path", { d: `M${x} ${frame.top}V${frame.bottom}` })));
    parallels.replaceChildren(...rows.map(([tick, y]) =>
      shape("text", { x: frame.left - 4, y: y + 3.5 }, degrees(tick, "N", "S"))));
    meridians.replaceChildren(...columns.filter(([, x]) => x < frame.right - 15).map(([tick, x]) =>
      shape("text", { x, y: frame.bottom + 13 }, degrees(tick, "E", "W"))));
    const { width, label } = scaleBar(up / metresPerDegree, Math.min(100, (frame.right - frame.left) / 3));
    const [path, text] = bar.children;
    path.setAttribute("d", `M${frame.left + 1} ${frame.bottom + 28}v5h${width}v-5`);
    text.setAttribute("x", frame.left + width + 7);
    text.textContent = label;
  }

  // Zooms around `centre`, which stays where it is in the picture.
  function zoom(factor, centre = frame) {
    const zoom = Math.min(farthest, Math.max(1, view.zoom * factor));
    const change = zoom / view.zoom;
    view.zoom = zoom;
    pan((centre.x - view.left) * (1 - change), (centre.y - view.top) * (1 - change));
  }

  // Pans no further than to the edges of the map as it was built.
  function pan(right, down) {
    const within = (low, value, high) => Math.min(high, Math.max(low, value));
    view.left = within(frame.right * (1 - view.zoom), view.left + right, frame.left * (1 - view.zoom));
    view.top = within(frame.bottom * (1 - view.zoom), view.top + down, frame.top * (1 - view.zoom));
    draw();
  }

  // Shows the members as large as they fit, but no smaller than now. Returns false if that cannot separate them.
  function zoomTo(members) {
    const [xs, ys] = [members.map(({ x }) => x), members.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (Math.hypot(right - left, bottom - top) * farthest < distance) return false;
    const fitting = Math.min(
      (frame.right - frame.left - 80) / Math.max(right - left, 1e-9),
      (frame.bottom - frame.top - 80) / Math.max(bottom - top, 1e-9));
    const before = view.zoom;
    centreOn({ x: (left + right) / 2, y: (top + bottom) / 2 }, Math.max(before, fitting));
    return view.zoom > before * 1.05;
  }

  function centreOn({ x, y }, zoom) {
    view.zoom = Math.min(farthest, zoom);
    [view.left, view.top] = [frame.x - view.zoom * x, frame.y - view.zoom * y];
    pan(0, 0);
  }

  // Shows the reader's own position together with what is near it.
  function showHere(position, near) {
    here = project(position);
    const isFar = !isInside(here);
    if (isFar || !zoomTo([here, ...near.map(project)])) draw();
  }

  function filter(condition) {
    isShown = condition;
    draw();
  }

  draw();
  return { entries, filter, zoom, pan, centreOn, showHere, isZoomed: () => view.zoom > 1 };
}

function readFrame(box) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  return { left: x, top: y, right: x + width, bottom: y + height, x: x + width / 2, y: y + height / 2 };
}

// Returns the entries that have their own marks, and those in the lists of shared marks.
function readEntries(map) {
  return [...map.querySelectorAll(".map-mark[data-latitude], .map-group > li")].map((found) => {
    const { id, latitude, longitude, category } = found.dataset;
    const link = found.localName === "li" ? found.querySelector("a") : found;
    return {
      id, category, latitude: Number(latitude), longitude: Number(longitude),
      name: found.getAttribute("aria-label") ?? found.textContent.trim(), href: link?.getAttribute("href"),
      look: [...found.classList].filter((name) => /^map-(c\d|own)$/.test(name)).join(" "),
      style: found.getAttribute("style"), pin: found.querySelector(".map-pin").getAttribute("d"),
    };
  });
}

// As at build time, letters of Chinese, Japanese and Korean count as wide as they are high.
const wide = new RegExp(
  "[\\u1100-\\u11FF\\u20A9\\u2E80-\\u303F\\u3041-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFE30-\\uFE6F" +
  "\\uFF00-\\uFFEF\\u{1AFF0}-\\u{1B16F}\\u{1F200}-\\u{1F2FF}\\u{20000}-\\u{3FFFF}]", "u");

function textWidth(text) {
  return [...text].reduce((width, letter) => width + 13 * (wide.test(letter) ? 1 : 0.58), 0);
}

function degrees(tick, positive, negative) {
  const turned = tick > 180 ? tick - 360 : tick <= -180 ? tick + 360 : tick;
  const side = turned === 0 || turned === 180 ? "" : turned > 0 ? positive : negative;
  return `${Number(Math.abs(turned).toFixed(4))}°${side}`;
}

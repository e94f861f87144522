// A map that was drawn at build time, alive: it pans, zooms, filters, and says what is near. Without scripts it can be
// read as it is. All that it shows stands in the page.
//
//   data-map                around the map
//   data-map-nearest="…"    the folder of the nearest cells; without it the page's own entries are asked
import { distance, groups, labelPlacer, scaleBar, ticks } from "./map-layout.js";
import { nearest, nearestOf } from "./nearest.js";

const words = {
  ja: {
    zoomIn: "拡大", zoomOut: "縮小", all: "全体", showAll: "全体を見る", tools: "地図の操作", locate: "現在地から近い順",
    joint: "、", many: (count, names) => `${count}件: ${names}`,
    unable: "この端末では現在地を調べられません。", asking: "現在地を調べています…",
    refused: "現在地の利用が許可されていません。ブラウザーの設定で許可すると、近い順に並びます。",
    failed: "現在地が分かりませんでした。電波のよいところで、もう一度お試しください。",
    sorted: "現在地から近い順です。直線の距離で、徒歩は80 mを1分として数えています。",
    walk: (hours, minutes) => `・徒歩${hours ? `${hours}時間` : ""}${minutes ? `${minutes}分` : ""}`,
  },
  en: {
    zoomIn: "Zoom in", zoomOut: "Zoom out", all: "All", showAll: "Show all", tools: "Map controls", locate: "Nearest to me",
    joint: ", ", many: (count, names) => `${count} here: ${names}`,
    unable: "This device cannot tell where you are.", asking: "Looking for your position…",
    refused: "The page may not use your position. Allow it in the browser’s settings to see what is nearest.",
    failed: "Your position could not be found. Try again where reception is better.",
    sorted: "Nearest first, in a straight line; walking is counted as a minute for 80 m.",
    walk: (hours, minutes) => `, ${hours ? `${hours} h ` : ""}${minutes ? `${minutes} min ` : ""}on foot`,
  },
  ko: {
    zoomIn: "확대", zoomOut: "축소", all: "전체", showAll: "전체 보기", tools: "지도 조작", locate: "현재 위치에서 가까운 순",
    joint: ", ", many: (count, names) => `${count}곳: ${names}`,
    unable: "이 기기에서는 현재 위치를 알 수 없습니다.", asking: "현재 위치를 찾고 있습니다…",
    refused: "현재 위치 사용이 허용되지 않았습니다. 브라우저 설정에서 허용하면 가까운 순으로 보여 드립니다.",
    failed: "현재 위치를 찾지 못했습니다. 전파가 좋은 곳에서 다시 시도해 주세요.",
    sorted: "현재 위치에서 가까운 순입니다. 직선 거리이며, 걷는 시간은 80 m를 1분으로 셉니다.",
    walk: (hours, minutes) => `, 걸어서 ${[hours && `${hours}시간`, minutes && `${minutes}분`].filter(Boolean).join(" ")}`,
  },
};
const word = words[document.documentElement.lang.slice(0, 2)] ?? words.en;

const metresPerDegree = (Math.PI * 6371008.8) / 180;

function make(name, attributes = {}, ...children) {
  const isDrawn = ["a", "circle", "g", "path", "text", "title"].includes(name) && attributes.drawn;
  const made = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== "drawn" && value != null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

for (const root of document.querySelectorAll("[data-map]")) open(root);

function open(root) {
  const map = root.querySelector(".map");
  const picture = map.querySelector(".map-picture");
  const frame = readFrame(picture);
  const projection = Object.fromEntries(Object.entries(picture.dataset).map(([name, value]) => [name, Number(value)]));
  const entries = readEntries(map).map((entry) => ({ ...entry, ...project(entry) }));
  const marks = picture.querySelector(".map-marks");
  const line = picture.querySelector(".map-line");
  const legend = map.querySelector(".map-legend");
  // The position of what is at (x, y) of the drawing as it was built is (zoom x + left, zoom y + top).
  const view = { zoom: 1, left: 0, top: 0 };
  const farthest = Math.max(1, (4 * metresPerDegree) / projection.scale);
  const chosen = new Set();
  const list = make("ol", { class: "map-chosen", tabindex: -1 });
  let here = null;

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
  const isChosen = ({ category }) => chosen.size === 0 || chosen.has(category);

  // --- Drawing ---

  let frameRequest = 0;
  function draw() {
    cancelAnimationFrame(frameRequest);
    frameRequest = requestAnimationFrame(drawNow);
  }

  function drawNow() {
    const focused = document.activeElement;
    const shown = entries.filter((entry) => isChosen(entry) && isInside(moved(entry)));
    const found = groups(shown.map(moved));
    const place = labelPlacer(frame, found);
    const nodes = found.map((group) =>
      group.members.length === 1
        ? markNode(shown[group.members[0]], group, place)
        : clusterNode(group.members.map((member) => shown[member]), group));
    if (here && isInside(moved(here))) {
      const { x, y } = moved(here);
      nodes.push(make("g", { drawn: true, class: "map-here", transform: `translate(${x} ${y})` },
        make("circle", { drawn: true, r: 9 }), make("circle", { drawn: true, r: 4 })));
    }
    marks.replaceChildren(...nodes);
    line?.setAttribute("transform", `translate(${view.left} ${view.top}) scale(${view.zoom})`);
    drawGrid();
    picture.style.touchAction = view.zoom > 1 ? "none" : "pan-x pan-y";
    buttons.in.disabled = view.zoom >= farthest;
    buttons.out.disabled = buttons.all.disabled = view.zoom <= 1;
    // Who used the keyboard goes on where the mark was.
    if (focused !== document.activeElement) (nodes.includes(focused) ? focused : picture).focus({ preventScroll: true });
  }

  function markNode(entry, { x, y }, place) {
    entry.node ??= make(entry.href ? "a" : "g", {
      drawn: true, class: `map-mark ${entry.look}`, style: entry.style, href: entry.href, "aria-label": entry.name,
      ...(entry.href ? {} : { tabindex: 0, role: "img" }),
    }, make("title", { drawn: true }, entry.name), make("path", { drawn: true, class: "map-pin", d: entry.pin }));
    entry.node.setAttribute("transform", `translate(${x} ${y})`);
    entry.node.querySelector("text")?.remove();
    const label = place(textWidth(entry.name), { x, y });
    if (label) entry.node.append(make("text", { drawn: true, class: "map-label", ...label }, entry.name));
    return entry.node;
  }

  function clusterNode(members, { x, y }) {
    const names = members.slice(0, 5).map(({ name }) => name).join(word.joint) + (members.length > 5 ? "…" : "");
    const name = word.many(members.length, names);
    const one = members.every(({ look, style }) => look === members[0].look && style === members[0].style);
    const node = make("a", {
      drawn: true, class: `map-mark map-cluster ${one ? members[0].look : ""}`, style: one ? members[0].style : null,
      href: "#", role: "button", "aria-label": name, transform: `translate(${x} ${y})`,
    }, make("title", { drawn: true }, name), make("circle", { drawn: true, class: "map-pin", r: 11 }),
    make("text", { drawn: true, class: "map-count", "text-anchor": "middle", y: 4,
      "font-size": [11, 11, 9, 8][Math.min(String(members.length).length, 4) - 1] }, String(members.length)));
    node.addEventListener("click", (event) => {
      event.preventDefault();
      if (!zoomTo(members)) showList(members);
    });
    return node;
  }

  // What zooming cannot tell apart is listed.
  function showList(members) {
    list.replaceChildren(...members.map(({ name, href, category, item }) =>
      item?.cloneNode(true) ?? make("li", { "data-category": category }, href ? make("a", { href }, name) : name)));
    list.focus();
  }

  const grid = picture.querySelector(".map-grid");
  const [parallels, meridians] = picture.querySelectorAll(".map-tick");
  const bar = picture.querySelector(".map-scale");

  function drawGrid() {
    const [up, across] = [projection.scale * view.zoom, projection.scale * projection.cosine * view.zoom];
    const centre = moved(frame);
    const latitude = (y) => projection.latitude + (centre.y - y) / up;
    const longitude = (x) => projection.longitude + (x - centre.x) / across;
    const rows = ticks(Math.max(latitude(frame.bottom), -90), Math.min(latitude(frame.top), 90), 70 / up)
      .map((tick) => [tick, centre.y - (tick - projection.latitude) * up]);
    const columns = ticks(
      Math.max(longitude(frame.left), projection.longitude - 180),
      Math.min(longitude(frame.right), projection.longitude + 180), 90 / across)
      .map((tick) => [tick, centre.x + (tick - projection.longitude) * across]);
    grid.replaceChildren(grid.firstElementChild,
      ...rows.map(([, y]) => make("path", { drawn: true, d: `M${frame.left} ${y}H${frame.right}` })),
      ...columns.map(([, x]) => make("path", { drawn: true, d: `M${x} ${frame.top}V${frame.bottom}` })));
    parallels.replaceChildren(...rows.map(([tick, y]) =>
      make("text", { drawn: true, x: frame.left - 4, y: y + 3.5 }, degrees(tick, "N", "S"))));
    meridians.replaceChildren(...columns.filter(([, x]) => x < frame.right - 15).map(([tick, x]) =>
      make("text", { drawn: true, x, y: frame.bottom + 13 }, degrees(tick, "E", "W"))));
    const { width, label } = scaleBar(up / metresPerDegree, Math.min(100, (frame.right - frame.left) / 3));
    const [path, text] = bar.children;
    path.setAttribute("d", `M${frame.left + 1} ${frame.bottom + 28}v5h${width}v-5`);
    text.setAttribute("x", frame.left + width + 7);
    text.textContent = label;
  }

  // --- Moving ---

  // The point of the picture at `centre` stays where it is.
  function zoom(factor, centre = frame) {
    const zoom = Math.min(farthest, Math.max(1, view.zoom * factor));
    const change = zoom / view.zoom;
    view.zoom = zoom;
    view.left = centre.x - (centre.x - view.left) * change;
    view.top = centre.y - (centre.y - view.top) * change;
    pan(0, 0);
  }

  function pan(right, down) {
    const within = (low, value, high) => Math.min(high, Math.max(low, value));
    view.left = within(frame.right * (1 - view.zoom), view.left + right, frame.left * (1 - view.zoom));
    view.top = within(frame.bottom * (1 - view.zoom), view.top + down, frame.top * (1 - view.zoom));
    draw();
  }

  // Shows the entries as large as fits, but no smaller than now; false where that would not tell them apart.
  function zoomTo(members) {
    const [xs, ys] = [members.map(({ x }) => x), members.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (Math.hypot(right - left, bottom - top) * farthest < distance) return false;
    const fitting = Math.min(
      (frame.right - frame.left - 80) / Math.max(right - left, 1e-9),
      (frame.bottom - frame.top - 80) / Math.max(bottom - top, 1e-9));
    const before = view.zoom;
    showOnly(Math.max(before, fitting), (left + right) / 2, (top + bottom) / 2);
    return view.zoom > before * 1.05;
  }

  function showOnly(zoom, x, y) {
    view.zoom = Math.min(farthest, zoom);
    [view.left, view.top] = [frame.x - view.zoom * x, frame.y - view.zoom * y];
    pan(0, 0);
  }

  function inPicture({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse());
    return { x, y };
  }

  const pointers = new Map();
  let isDragged = false;

  picture.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) isDragged = false;
    pointers.set(event.pointerId, inPicture(event));
  });
  picture.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const next = inPicture(event);
    const apart = Math.hypot(next.x - last.x, next.y - last.y);
    // A click may tremble.
    if (!isDragged && apart < 4) return;
    isDragged = true;
    picture.setPointerCapture(event.pointerId);
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, position]) => position);
    pointers.set(event.pointerId, next);
    if (!other) return pan(next.x - last.x, next.y - last.y);
    const spread = (position) => Math.hypot(position.x - other.x, position.y - other.y);
    zoom(spread(next) / Math.max(spread(last), 1), other);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, (event) => pointers.delete(event.pointerId));
  }
  // The end of a drag opens no link; a click by keyboard, which counts none, does.
  picture.addEventListener("click", (event) => {
    if (!isDragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  picture.addEventListener("dragstart", (event) => event.preventDefault());
  // The page scrolls on unless the map was chosen.
  picture.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !map.contains(document.activeElement)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), inPicture(event));
  }, { passive: false });

  picture.setAttribute("tabindex", "0");
  picture.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (steps[event.key] && view.zoom > 1) pan(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1.6);
    else if (event.key === "-") zoom(1 / 1.6);
    else if (event.key === "0") zoom(0);
    else return;
    event.preventDefault();
  });

  // --- Controls ---

  function button(text, name, act) {
    const made = make("button", { type: "button", class: "map-button", "aria-label": name, title: name }, text);
    made.addEventListener("click", act);
    return made;
  }

  const buttons = {
    in: button("＋", word.zoomIn, () => zoom(1.6)),
    out: button("−", word.zoomOut, () => zoom(1 / 1.6)),
    all: button(word.all, word.showAll, () => zoom(0)),
  };
  const locate = button(word.locate, null, findNear);
  const status = make("p", { class: "map-status", role: "status" });
  const near = make("ol", { class: "map-near" });
  map.prepend(make("div", { class: "map-tools", role: "group", "aria-label": word.tools }, ...Object.values(buttons), locate));
  map.append(list, status, near);

  // The legend is the filter: with no box checked all are shown.
  for (const key of legend?.querySelectorAll("[data-category]") ?? []) {
    const { category } = key.dataset;
    const box = make("input", { type: "checkbox" });
    key.replaceChildren(make("label", {}, box, ...key.childNodes));
    box.addEventListener("change", () => {
      // One category may have several marks.
      for (const other of legend.querySelectorAll("[data-category]")) {
        if (other.dataset.category === category) other.querySelector("input").checked = box.checked;
      }
      if (box.checked) chosen.add(category); else chosen.delete(category);
      list.replaceChildren();
      draw();
    });
  }

  function findNear() {
    if (!navigator.geolocation) return say(word.unable);
    say(word.asking);
    navigator.geolocation.getCurrentPosition(({ coords }) => showNear(coords), ({ code }) => say(code === 1 ? word.refused : word.failed),
      { timeout: 15_000, maximumAge: 60_000 });
  }

  async function showNear({ latitude, longitude }) {
    const position = { latitude, longitude };
    let found = nearestOf(entries.filter(isChosen), position, 3);
    if (root.dataset.mapNearest && chosen.size === 0) {
      // Where the cells cannot be had, the page itself knows enough.
      found = await nearest(root.dataset.mapNearest, position).catch(() => found);
    }
    here = { ...position, ...project(position) };
    if (isInside(here)) zoomTo([here, ...found.map((entry) => ({ ...entry, ...project(entry) }))]);
    const items = found.map(({ name, path, href, distance }) =>
      make("li", {}, make("a", { href: path ?? href }, name), " ", make("span", {}, distanceText(distance))));
    say(word.sorted, ...items);
  }

  function say(text, ...items) {
    near.replaceChildren(...items);
    status.textContent = text;
  }

  const asked = entries.find(({ id }) => id && id === decodeURIComponent(location.hash.slice(1)));
  if (asked) showOnly(4, asked.x, asked.y); else draw();
}

function readFrame(picture) {
  const box = picture.querySelector(".map-frame");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  return { left: x, top: y, right: x + width, bottom: y + height, x: x + width / 2, y: y + height / 2 };
}

// Those with a mark of their own, and those in the lists of marks that stand for several.
function readEntries(map) {
  return [...map.querySelectorAll(".map-mark[data-latitude], .map-group > li")].map((element) => {
    const { id, latitude, longitude, category } = element.dataset;
    const isItem = element.localName === "li";
    return {
      id, category, latitude: Number(latitude), longitude: Number(longitude),
      name: isItem ? element.textContent.trim() : element.getAttribute("aria-label"),
      href: (isItem ? element.querySelector("a") : element)?.getAttribute("href"),
      look: [...element.classList].filter((name) => /^map-(c\d|own$)/.test(name)).join(" "),
      style: element.getAttribute("style"), pin: element.querySelector("path").getAttribute("d"),
      item: isItem ? element : null,
    };
  });
}

// As at build time: letters of Chinese, Japanese and Korean are as wide as high.
function textWidth(text) {
  return 13 * [...text].reduce((sum, letter) => sum + (/[ᄀ-ᇿ\u2E80-\uA4CF\uA960-\uA97F가-\uD7FF\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u.test(letter) ? 1 : 0.58), 0);
}

function degrees(tick, positive, negative) {
  const turned = tick > 180 ? tick - 360 : tick <= -180 ? tick + 360 : tick;
  const side = turned === 0 || turned === 180 ? "" : turned > 0 ? positive : negative;
  return `${Number(Math.abs(turned).toFixed(4))}°${side}`;
}

function distanceText(metres) {
  const rounded = metres < 995 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`;
  const minutes = Math.max(1, Math.ceil(metres / 80));
  // Farther nobody walks.
  if (minutes > 6 * 60) return rounded;
  return rounded + word.walk(Math.floor(minutes / 60), minutes % 60);
}

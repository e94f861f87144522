// Lets a map that was drawn at build time pan, zoom, filter, and say what is near. Without scripts it can be read as it
// is.
//
//   data-map                around the map
//   data-map-nearest="…"    the folder of a `nearest:` template; without it the page's own entries are searched
import { listenToMoves } from "./map-moves.js";
import { element, openPicture } from "./map-picture.js";
import { word } from "./map-words.js";
import { nearest, nearestOf } from "./nearest.js";

for (const root of document.querySelectorAll("[data-map]")) open(root);

function open(root) {
  const map = root.querySelector(".map");
  const chosen = new Set();
  const buttons = {
    in: button("＋", word.zoomIn, () => picture.zoom(1.6)),
    out: button("−", word.zoomOut, () => picture.zoom(1 / 1.6)),
    all: button(word.all, word.showAll, () => picture.zoom(0)),
    near: button(word.locate, null, locate),
  };
  const list = element("ol", { class: "map-chosen", tabindex: -1 });
  const status = element("p", { class: "map-status", role: "status" });
  const near = element("ol", { class: "map-near" });
  const picture = openPicture(map, {
    list(members) {
      list.replaceChildren(...members.map(({ name, href }) => item({ name, href })));
      list.focus();
    },
    drawn({ canZoomIn, canZoomOut }) {
      buttons.in.disabled = !canZoomIn;
      buttons.out.disabled = buttons.all.disabled = !canZoomOut;
    },
  });
  listenToMoves(map, picture);
  map.prepend(element("div", { class: "map-tools", role: "group", "aria-label": word.tools }, ...Object.values(buttons)));
  map.append(list, status, near);
  filterByLegend();
  const asked = picture.entries.find(({ id }) => id && id === decodeURIComponent(location.hash.slice(1)));
  if (asked) picture.centreOn(asked, 4);

  function button(text, name, act) {
    const made = element("button", { type: "button", class: "map-button", "aria-label": name, title: name }, text);
    made.addEventListener("click", act);
    return made;
  }

  function item({ name, href }, ...more) {
    return element("li", {}, href ? element("a", { href }, name) : name, ...more);
  }

  // With no box checked, all entries are shown.
  function filterByLegend() {
    const keys = [...map.querySelectorAll(".map-legend > [data-category]")];
    for (const key of keys) {
      const { category } = key.dataset;
      const box = element("input", { type: "checkbox" });
      key.replaceChildren(element("label", {}, box, ...key.childNodes));
      box.addEventListener("change", () => {
        if (box.checked) chosen.add(category); else chosen.delete(category);
        // One category may have several marks.
        for (const other of keys) other.querySelector("input").checked = chosen.has(other.dataset.category);
        list.replaceChildren();
        picture.filter(isChosen);
      });
    }
  }

  function isChosen({ category }) {
    return chosen.size === 0 || chosen.has(category);
  }

  function locate() {
    if (!navigator.geolocation) return say(word.unable);
    say(word.asking);
    navigator.geolocation.getCurrentPosition(({ coords }) => showNear(coords), ({ code }) => say(code === 1
      ? word.refused
      : word.failed),
    { timeout: 15_000, maximumAge: 60_000 });
  }

  async function showNear({ latitude, longitude }) {
    const position = { latitude, longitude };
    let found = nearestOf(picture.entries.filter(isChosen), position, 3);
    if (root.dataset.mapNearest && chosen.size === 0) {
      // If the cells cannot be loaded, the page's own entries will do.
      found = await nearest(root.dataset.mapNearest, position).catch(() => found);
    }
    say(word.sorted, ...found.map(({ name, path, href, distance }) =>
      item({ name, href: path ?? href }, " ", element("span", {}, distanceText(distance)))));
    picture.showHere(position, found);
  }

  function say(text, ...items) {
    near.replaceChildren(...items);
    status.textContent = text;
  }
}

const kilometres = new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

// Minutes on foot are counted as in advertisements for flats in Japan: one for each 80 metres, rounded up.
function distanceText(metres) {
  const rounded = metres < 995 ? `${Math.round(metres / 10) * 10} m` : `${kilometres.format(metres / 1000)} km`;
  const minutes = Math.max(1, Math.ceil(metres / 80));
  // Nobody walks that far.
  if (minutes > 360) return rounded;
  return rounded + word.walk(Math.floor(minutes / 60), minutes % 60);
}

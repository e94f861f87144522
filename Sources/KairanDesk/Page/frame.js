import { button, fill, h, refill } from "./dom.js";
import { language, languages, setLanguage, t } from "./language.js";
import { site } from "./site.js";
import { statusLine } from "./status.js";

/** The header: the board's name, what is saved, the way to publishing, and the language of this page. */
export function drawHeader(element, parts, redraw) {
  const known = site();
  const { classList } = document.body;
  classList.remove("menu-open");
  const menu = button(t("menu"), () => {
    menu.setAttribute("aria-expanded", classList.toggle("menu-open"));
  }, { class: "menu-button", "aria-expanded": "false", "aria-controls": "navigation" });
  fill(element, [
    menu,
    h("a.site-title", { href: "#/", lang: known?.language }, known?.title ?? "Kairan"),
    statusLine,
    known && h("a.publish-link", { href: "#/publish", "aria-current": current(parts, "publish") }, t("publish")),
    languageChoice(redraw),
  ]);
}

function languageChoice(redraw) {
  const options = languages.map(({ id, name }) =>
    h("option", { value: id, lang: id, selected: id === language() }, name)
  );
  return h("select.language", {
    "aria-label": t("language"),
    onchange: async (event) => {
      await setLanguage(event.target.value);
      redraw();
      document.querySelector("select.language").focus();
    },
  }, options);
}

const current = (parts, name) => parts[0] === name ? "page" : null;

/** The collections, each with the number of its entries and of the mistakes in them. */
export function drawNavigation(element, parts) {
  const known = site();
  element.setAttribute("aria-label", t("navigation"));
  element.hidden = !known;
  if (!known) return;
  const errors = known.mistakes.filter((mistake) => mistake.severity === "error").length;
  refill(element, [
    h("ul", item("#/", t("overview"), parts.length ? null : "page")),
    h("h2", { id: "collections" }, t("collections")),
    h("ul", { "aria-labelledby": "collections" }, [
      known.collections.map((collection) => collectionItem(collection, parts)),
    ]),
    h("ul", [
      item("#/mistakes", t("mistakes"), current(parts, "mistakes"), badge(errors)),
      item("#/publish", t("publish"), current(parts, "publish")),
    ]),
  ]);
}

function collectionItem(collection, parts) {
  const count = h("span.count", t("number", { n: collection.count }));
  return item(`#/${collection.name}`, collection.label, current(parts, collection.name), [
    badge(collection.mistakes),
    count,
  ]);
}

const item = (href, text, isCurrent, more) =>
  h("li", h("a", { href, "aria-current": isCurrent }, h("span.name", text), more));

/** The number of mistakes, with words for those who hear it. */
export function badge(count) {
  if (!count) return null;
  return h("span.badge", String(count), h("span.unseen", ` ${t("mistakesUnit", { n: count })}`));
}

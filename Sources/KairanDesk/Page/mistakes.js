import { fill, h, refill } from "./dom.js";
import { t } from "./language.js";
import { collectionNamed, entryAddress, site, watchSite } from "./site.js";

/** Shows all mistakes of the board. */
export function showMistakes(main) {
  const list = h("div");
  const draw = () => {
    const { mistakes } = site();
    refill(list, mistakes.length ? mistakeGroups(mistakes) : h("p.notice.good", t("noMistakes")));
  };
  fill(main, h("div.view.narrow", h("h1", t("mistakes")), list));
  draw();
  return watchSite(draw);
}

/** The mistakes below the collections that they are in, those that keep the board from being published first. */
export function mistakeGroups(mistakes) {
  const groups = new Map();
  const sorted = mistakes.toSorted((one, two) => (two.severity === "error") - (one.severity === "error"));
  for (const mistake of sorted) {
    const name = collectionNamed(mistake.collection) ? mistake.collection : "";
    groups.set(name, [...(groups.get(name) ?? []), mistake]);
  }
  return [...groups].map(([name, all]) =>
    h("section", [
      h("h2", name ? collectionNamed(name).label : t("otherFiles")),
      h("ul.mistakes", all.map(mistakeItem)),
    ])
  );
}

function mistakeItem(mistake) {
  const words = [
    h("strong.severity", t(mistake.severity === "error" ? "error" : "warning")),
    h("span.message", mistake.message),
    mistake.help && h("span.help", mistake.help),
  ];
  const address = mistakeAddress(mistake);
  return h("li", { class: mistake.severity }, [
    address ? h("a", { href: address }, words) : h("div", words),
    h("span.quiet.place", mistake.place),
  ]);
}

/** The address of the field that a mistake is in, or null if it is in no entry. */
function mistakeAddress({ collection, id, place, path }) {
  if (!collectionNamed(collection) || !id) return null;
  const query = new URLSearchParams(path?.length ? { field: path.join(".") } : { place });
  return `${entryAddress(collection, id)}?${query}`;
}

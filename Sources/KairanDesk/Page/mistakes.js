import { fill, h, refill } from "./dom.js";
import { t } from "./language.js";
import { collectionNamed, entryAddress, site, watchSite } from "./site.js";
import { isError } from "./values.js";

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
  const sorted = mistakes.toSorted((one, two) => isError(two) - isError(one));
  const groups = Map.groupBy(sorted, ({ collection }) => collectionNamed(collection));
  return [...groups].map(([collection, all]) =>
    h("section", h("h2", collection?.label ?? t("otherFiles")), h("ul.mistakes", all.map(mistakeItem)))
  );
}

export const mistakeWords = ({ severity, message, help }) => [
  h("strong.severity", t(severity)),
  h("span.message", message),
  help && h("span.help", help),
];

function mistakeItem(mistake) {
  const address = mistakeAddress(mistake);
  return h("li", { class: mistake.severity }, [
    address ? h("a", { href: address }, mistakeWords(mistake)) : h("div", mistakeWords(mistake)),
    h("span.quiet.place", mistake.place),
  ]);
}

/** The address of the field that a mistake is in, or null if it is in no entry. */
function mistakeAddress({ collection, id, place, path }) {
  if (!collectionNamed(collection) || !id) return null;
  const query = new URLSearchParams(path?.length ? { field: path.join(".") } : { place });
  return `${entryAddress(collection, id)}?${query}`;
}

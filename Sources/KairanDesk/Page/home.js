import { fill, h, refill } from "./dom.js";
import { badge } from "./frame.js";
import { formatDay, t } from "./language.js";
import { reached, site, watchSite } from "./site.js";

/** Shows the collections, and what is to be done. */
export function showHome(main) {
  const known = site();
  const facts = h("div");
  fill(main, [
    h("div.view.narrow", [
      h("div.view-head", [
        h("h1", { lang: known.language }, known.title),
        h("a.button", { href: reached(known.home), target: "_blank", rel: "noopener" }, t("openSite")),
      ]),
      h("p.quiet", t("todayIs", { day: formatDay(known.today, { dateStyle: "full" }), zone: known.timeZone })),
      facts,
    ]),
  ]);
  draw(facts);
  return watchSite(() => draw(facts));
}

function draw(element) {
  const { mistakes, collections } = site();
  const errors = mistakes.filter((mistake) => mistake.severity === "error").length;
  refill(element, [
    errors > 0 && h("p.notice.bad", h("a", { href: "#/mistakes" }, t("mistakesToMend", { n: errors }))),
    h("h2", t("collections")),
    h("ul.collections", collections.map(collectionItem)),
  ]);
}

function collectionItem(collection) {
  const facts = [
    t("entriesCount", { n: collection.count }),
    collection.drafts && t("draftsCount", { n: collection.drafts }),
    collection.trash && t("trashCount", { n: collection.trash }),
  ].filter(Boolean);
  return h("li", [
    h("a.name", { href: `#/${collection.name}` }, collection.label),
    badge(collection.mistakes),
    h("span.quiet.facts", facts.join(" · ")),
    h("a.button.small", {
      href: `#/${collection.name}/+`,
      "aria-label": t("newEntryIn", { name: collection.label }),
    }, t("newEntry")),
  ]);
}

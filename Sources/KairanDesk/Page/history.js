import { button, fill, h } from "./dom.js";
import { get } from "./api.js";
import { keepDraft } from "./drafts.js";
import { formatMoment, t } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, site } from "./site.js";
import { changesBetween } from "./values.js";

/** Shows the versions of an entry that git has, and what differs from it now. */
export async function showHistory(main, collection, id) {
  const query = { collection: collection.name, id };
  const [entry, { versions }] = await Promise.all([get("entry", query), get("history", query)]);
  fill(main, [
    h("div.view.narrow", [
      h("p.crumb", [
        h("a", { href: `#/${collection.name}` }, collection.label),
        " / ",
        h("a", { href: entryAddress(collection.name, id) }, id),
      ]),
      h("h1", t("historyOf", { title: entry.title || id })),
      versions.length
        ? h("ol.versions", versions.map((version) => versionItem(version, entry, query)))
        : h("p", t("noHistory")),
    ]),
  ]);
}

function versionItem({ commit, subject, date, author }, entry, query) {
  const details = h("details", h("summary", t("showDifferences")));
  details.addEventListener("toggle", async () => {
    if (details.childElementCount > 1) return;
    const { lines, values } = await get("version", { ...query, commit });
    const isSame = lines.every(({ kind }) => kind === " ");
    details.append(...isSame ? [h("p", t("noDifferences"))] : [differences(lines), restoreButton(values, entry)]);
  });
  return h("li", [
    h("strong", { lang: site().language }, subject),
    h("div.quiet", `${formatMoment(date)} · ${author}`),
    details,
  ]);
}

/** A reader who cannot see colours has the signs. */
function differences(lines) {
  const tags = { "+": "ins", "-": "del" };
  return h("pre.differences", { tabIndex: 0, role: "group", "aria-label": t("differences") }, [
    lines.map(({ kind, text }) => h(tags[kind] ?? "span", `${kind} ${text}\n`)),
  ]);
}

/** The old values are put into the form, where they can be looked at before they are saved. */
function restoreButton(values, entry) {
  return button(t("putIntoForm"), () => {
    keepDraft(entry, changesBetween(entry.values, values), true);
    goTo(entryAddress(entry.collection, entry.id));
  }, { class: "small" });
}

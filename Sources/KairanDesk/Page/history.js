import { button, fill, h } from "./dom.js";
import { get } from "./api.js";
import { carry } from "./drafts.js";
import { formatMoment, t } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, site } from "./site.js";
import { changesBetween } from "./values.js";

/** Shows the versions of an entry that git has, and what differs from it now. */
export async function showHistory(main, collection, id) {
  const query = { collection: collection.name, id };
  const [entry, { versions }] = await Promise.all([get("entry", query), get("history", query)]);
  const list = h("ol.versions", versions.map((version) => versionItem(version, collection, entry)));
  fill(main, [
    h("div.view.narrow", [
      h("p.crumb", [
        h("a", { href: `#/${collection.name}` }, collection.label),
        " / ",
        h("a", { href: entryAddress(collection.name, id) }, id),
      ]),
      h("h1", t("historyOf", { title: entry.title || id })),
      versions.length ? list : h("p", t("noHistory")),
    ]),
  ]);
}

function versionItem(version, collection, entry) {
  const details = h("div.version-details", { hidden: true });
  const toggle = button(t("showDifferences"), async () => {
    details.hidden = !details.hidden;
    toggle.setAttribute("aria-expanded", !details.hidden);
    if (details.hidden || details.childElementCount) return;
    const found = await get("version", { collection: collection.name, id: entry.id, commit: version.commit });
    const isSame = found.lines.every(({ kind }) => kind === " ");
    fill(details, [
      isSame ? h("p", t("noDifferences")) : [differences(found.lines), restoreButton(found, collection, entry)],
    ]);
  }, { class: "small", "aria-expanded": false });
  return h("li", [
    h("div.version-head", [
      h("strong", { lang: site().language }, version.subject),
      h("span.quiet", `${formatMoment(version.date)} · ${version.author}`),
      toggle,
    ]),
    details,
  ]);
}

/** A reader who cannot see colours has the signs. */
function differences(lines) {
  const kinds = { "+": "added", "-": "removed" };
  return h("pre.differences", { tabIndex: 0, role: "group", "aria-label": t("differences") }, [
    lines.map(({ kind, text }) => h("span", { class: kinds[kind] ?? "" }, `${kind} ${text}\n`)),
  ]);
}

/** The old values are put into the form, where they can be looked at before they are saved. */
function restoreButton({ values }, collection, entry) {
  return button(t("putIntoForm"), () => {
    carry(collection.name, entry.id, changesBetween(entry.values, values));
    goTo(entryAddress(collection.name, entry.id));
  }, { class: "small" });
}

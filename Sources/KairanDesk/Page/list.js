import { fill, h } from "./dom.js";
import { post } from "./api.js";
import { badge } from "./frame.js";
import { formatDay, t } from "./language.js";
import { choicesOf, chosen, filterBar, sortHeading } from "./listFilters.js";
import { goTo } from "./router.js";
import { collectionNamed, entriesOf, entryAddress, forgetLists, loadSite, site, watchSite } from "./site.js";
import { say } from "./status.js";
import { VirtualRows } from "./virtualRows.js";

/** The columns with the words at their heads. */
const columns = [["title", "title"], ["state", "state"], ["changed", "version"], ["mistakes", "mistakes"]];

/** Shows all entries of a collection. */
export async function showList(main, given) {
  let collection = given;
  let entries = await entriesOf(collection.name);
  const choices = choicesOf(collection);
  const head = h("div.list-head", { role: "row", "aria-rowindex": 1 });
  const grid = h("div.list", { role: "grid", "aria-label": collection.label }, h("div", { role: "rowgroup" }, head));
  const count = h("p.quiet", { role: "status" });
  const nothing = h("p.nothing");
  const filters = h("div");
  const rows = new VirtualRows({
    grid,
    columns: columns.length,
    drawRow: (entry) => row(collection, entry, site().language, refresh),
    open: (entry) => goTo(entryAddress(collection.name, entry.id)),
  });

  function update() {
    const found = chosen(entries, choices);
    rows.show(found);
    fill(count, t("entriesCount", { n: found.length }));
    grid.hidden = found.length === 0;
    nothing.hidden = found.length > 0;
    fill(nothing, entries.length ? t("nothingFound") : t("nothingYet"));
  }

  function drawHead(sorted) {
    const heads = columns.map(([name, word]) =>
      sortHeading(name, t(word), choices, (which) => {
        update();
        drawHead(which);
      })
    );
    fill(head, heads);
    if (sorted) head.querySelector(`.cell-${sorted} button`).focus();
  }

  async function refresh() {
    collection = collectionNamed(collection.name);
    if (!collection) return goTo("#/");
    entries = await entriesOf(collection.name);
    // Who is choosing just now keeps the place.
    if (!filters.contains(document.activeElement)) fill(filters, filterBar(collection, entries, update));
    update();
  }

  fill(filters, filterBar(collection, entries, update));
  drawHead();
  fill(main, h("div.view", heading(collection), filters, count, grid, nothing));
  update();
  scrollTo(0, choices.scroll);
  const unwatch = watchSite(refresh);
  return () => {
    choices.scroll = scrollY;
    unwatch();
    rows.end();
  };
}

const heading = (collection) =>
  h("div.view-head", [
    h("h1", collection.label),
    h("a.button.main", { href: `#/${collection.name}/+` }, t("newEntry")),
  ]);

function row(collection, entry, language, refresh) {
  const href = entryAddress(collection.name, entry.id);
  return h("div", { role: "row", class: `state-${entry.state}` }, [
    h("div", { role: "gridcell", class: "cell-title" }, [
      h("a", { href, tabIndex: -1, lang: language }, entry.title || entry.id),
      entry.title && entry.title !== entry.id && h("span.id", entry.id),
    ]),
    h("div", { role: "gridcell", class: "cell-state" }, [
      h("span.state", stateWords(entry)),
      entry.state === "trash" && restoreButton(collection, entry, refresh),
    ]),
    h("div.cell-changed", { role: "gridcell" }, entry.isChanged ? t("isChanged") : ""),
    h("div.cell-mistakes", { role: "gridcell" }, badge(entry.mistakes)),
  ]);
}

/** What the board shows of an entry today, in words. */
export function stateWords({ state, from, until }) {
  if (state === "shown" && until) return t("shownUntil", { day: formatDay(until) });
  if (state === "coming" && from) return t("comingFrom", { day: formatDay(from) });
  if (state === "over" && until) return t("overSince", { day: formatDay(until) });
  return t(`state_${state}`);
}

function restoreButton(collection, entry, refresh) {
  const onclick = async () => {
    try {
      await post("restore", { collection: collection.name, id: entry.id });
    } catch (error) {
      return say(error.message || t("serverEnded"), "bad");
    }
    say(t("restored", { title: entry.title }), "good");
    forgetLists();
    await loadSite();
    await refresh();
  };
  return h("button.small", { type: "button", tabIndex: -1, onclick }, t("restore"));
}

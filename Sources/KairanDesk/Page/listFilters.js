import { button, h, select } from "./dom.js";
import { collator, t } from "./language.js";

export const states = ["broken", "shown", "coming", "over", "draft", "trash"];

/** What is searched, filtered and sorted by, for each collection as long as the page is open. */
const kept = new Map();

export function choicesOf(collection) {
  if (!kept.has(collection.name)) {
    kept.set(collection.name, { search: "", state: "", choices: {}, sort: "", isDescending: false, scroll: 0 });
  }
  return kept.get(collection.name);
}

/** Letters compare as in searches: without case, width and accents. */
export const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The entries that the choices leave, in the order that they ask for. */
export function chosen(entries, choices) {
  const words = folded(choices.search).split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) =>
    (choices.state ? entry.state === choices.state : entry.state !== "trash") &&
    Object.entries(choices.choices).every(([field, value]) => !value || entry.choices?.[field] === value) &&
    words.every((word) => searchText(entry).includes(word))
  );
  const compare = comparisons()[choices.sort];
  if (!compare) return found;
  return found.sort((one, two) => choices.isDescending ? compare(two, one) : compare(one, two));
}

const searchTexts = new WeakMap();

function searchText(entry) {
  if (!searchTexts.has(entry)) searchTexts.set(entry, folded(`${entry.title} ${entry.id}`));
  return searchTexts.get(entry);
}

function comparisons() {
  const { compare } = collator();
  return {
    title: (one, two) => compare(one.title, two.title),
    state: (one, two) =>
      states.indexOf(one.state) - states.indexOf(two.state) || compare(one.from ?? "", two.from ?? "") ||
      compare(one.until ?? "", two.until ?? ""),
    changed: (one, two) => two.isChanged - one.isChanged,
    mistakes: (one, two) => two.mistakes - one.mistakes,
  };
}

/** The search field and the filters above a list. */
export function filterBar(collection, entries, onChange) {
  const choices = choicesOf(collection);
  const counts = Object.groupBy(entries, (entry) => entry.state);
  const stateOptions = states.filter((state) => counts[state] || state === choices.state)
    .map((state) => [state, `${t(`state_${state}`)} (${t("number", { n: counts[state]?.length ?? 0 })})`]);
  const keep = (into, name) => (event) => {
    into[name] = event.target.value;
    onChange();
  };
  const menu = (label, options, into, name) =>
    h("label", h("span", label), select(options, into[name] ?? "", { onchange: keep(into, name) }));
  const fields = collection.fields.filter((field) => field.type === "choice");
  return h("div.filters", { role: "search" }, [
    h("label.search", [
      h("span", t("search")),
      h("input", { type: "search", value: choices.search, oninput: keep(choices, "search") }),
    ]),
    menu(t("state"), [["", t("stateAll")], ...stateOptions], choices, "state"),
    fields.map(({ name, label, options }) =>
      menu(label, [["", t("all")], ...options.map((each) => [each.value, each.label])], choices.choices, name)
    ),
  ]);
}

/** A heading that sorts: up, down, and then as in the files again. */
export function sortHeading(name, text, choices, onSort) {
  const isCurrent = choices.sort === name;
  const order = !isCurrent ? "none" : choices.isDescending ? "descending" : "ascending";
  const arrow = { none: "", ascending: "↑", descending: "↓" }[order];
  const sort = () => {
    if (!isCurrent) Object.assign(choices, { sort: name, isDescending: false });
    else if (!choices.isDescending) choices.isDescending = true;
    else choices.sort = "";
    onSort(name);
  };
  const words = [text, h("span", { "aria-hidden": "true" }, arrow)];
  return h(`div.cell-${name}`, { role: "columnheader", "aria-sort": order }, button(words, sort));
}

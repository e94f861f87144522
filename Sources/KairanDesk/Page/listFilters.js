import { button, h, select, t } from "./dom.js";
import { collator, formatNumber } from "./language.js";

const states = ["broken", "shown", "coming", "over", "draft", "trash"];

const kept = {};

export const choicesOf = (name) =>
	kept[name] ??= { search: "", state: "", choices: {}, sort: "", isDescending: false, scroll: 0 };

/** Letters compare without case, width and accents. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const searchTexts = new WeakMap();

export function searched(entries, search) {
	const words = folded(search).split(/\s+/).filter(Boolean);
	return entries.filter((entry) => {
		if (!searchTexts.has(entry)) searchTexts.set(entry, folded(`${entry.title} ${entry.id}`));
		return words.every((word) => searchTexts.get(entry).includes(word));
	});
}

const keys = {
	title: ({ title }) => title,
	state: ({ state, from, until }) => `${states.indexOf(state)} ${from ?? ""} ${until ?? ""}`,
	changed: ({ isChanged }) => isChanged ? 0 : 1,
	mistakes: ({ mistakes }) => -mistakes,
};

export function chosen(entries, { search, state, choices, sort, isDescending }) {
	const found = searched(entries, search).filter((entry) =>
		(state ? entry.state === state : entry.state !== "trash") &&
		Object.entries(choices).every(([field, value]) => !value || entry.choices[field] === value)
	);
	const key = keys[sort];
	if (!key) return found;
	const { compare } = collator();
	const order = (one, two) => typeof one === "string" ? compare(one, two) : one - two;
	return found.sort((one, two) => isDescending ? order(key(two), key(one)) : order(key(one), key(two)));
}

export function filterBar(collection, entries, choices, onChange) {
	const counts = Object.groupBy(entries, (entry) => entry.state);
	const stateOptions = states.filter((state) => counts[state] || state === choices.state)
		.map((state) => [state, `${t(`state_${state}`)} (${formatNumber(counts[state]?.length ?? 0)})`]);
	const keep = (into, name) => (event) => {
		into[name] = event.target.value;
		onChange();
	};
	const labelled = (label, control) => h("label", h("span", label), control);
	const menu = (label, options, into, name) =>
		labelled(label, select(options, into[name] ?? "", { onchange: keep(into, name) }));
	const search = h("input", { type: "search", value: choices.search, oninput: keep(choices, "search") });
	return h("div.filters", { role: "search" }, [
		labelled(t("search"), search),
		menu(t("state"), [["", t("stateAll")], ...stateOptions], choices, "state"),
		collection.fields.filter(({ type }) => type === "choice").map(({ name, label, options }) =>
			menu(label, [["", t("all")], ...options.map((each) => [each.value, each.label])], choices.choices, name)
		),
	]);
}

export function sortHeading(name, text, choices, onSort) {
	const isCurrent = choices.sort === name;
	const order = !isCurrent ? "none" : choices.isDescending ? "descending" : "ascending";
	const sort = () => {
		Object.assign(choices, { sort: order === "descending" ? "" : name, isDescending: order === "ascending" });
		onSort(name);
	};
	return h(`div.cell-${name}`, { role: "columnheader", ariaSort: order }, button(text, sort));
}

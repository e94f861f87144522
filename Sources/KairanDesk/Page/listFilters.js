import { button, h, select, t } from "./dom.js";
import { get, refusal } from "./api.js";
import { collator, formatNumber } from "./language.js";
import { say } from "./status.js";

const states = ["broken", "shown", "coming", "over", "draft", "trash"];

const kept = {};

export const choicesOf = (name) =>
	kept[name] ??= {
		...{ search: "", state: "", choices: {}, sort: "", isDescending: false, scroll: 0, inTexts: null },
		columns: JSON.parse(localStorage.getItem(columnsKey(name)) ?? "[]"),
	};

const columnsKey = (name) => `kairan-columns:${name}`;

/** Letters compare without case, width and accents. */
const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const searchTexts = new WeakMap();

/** `inTexts` are the ids of entries that have the words somewhere else. */
export function searched(entries, search, inTexts) {
	const words = folded(search).split(/\s+/).filter(Boolean);
	return entries.filter((entry) => {
		if (inTexts?.has(entry.id)) return true;
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

export function chosen(entries, { search, state, choices, sort, isDescending, inTexts }) {
	const found = searched(entries, search, inTexts).filter((entry) =>
		(state ? entry.state === state : entry.state !== "trash") &&
		Object.entries(choices).every(([field, value]) => !value || entry.choices[field] === value)
	);
	const column = /^field-(\d+)$/.exec(sort)?.[1];
	const key = column ? (entry) => entry.columns[column] ?? "" : keys[sort];
	if (!key) return found;
	const { compare } = collator();
	const order = (one, two) => typeof one === "string" ? compare(one, two) : one - two;
	return found.sort((one, two) => isDescending ? order(key(two), key(one)) : order(key(one), key(two)));
}

export function filterBar(collection, entries, choices, onChange, onColumns) {
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
	let timer;
	const searchTexts = async () => {
		const words = choices.search.trim();
		const { ids } = words ? await get("search", { collection: collection.name, words }) : { ids: null };
		if (choices.search.trim() !== words) return;
		choices.inTexts = ids && new Set(ids);
		onChange();
	};
	const oninput = (event) => {
		choices.inTexts = null;
		keep(choices, "search")(event);
		clearTimeout(timer);
		timer = setTimeout(() => searchTexts().catch((error) => say(refusal(error).message, "bad")), 200);
	};
	const search = h("input", { type: "search", value: choices.search, oninput });
	return h("div.filters", { role: "search" }, [
		labelled(t("search"), search),
		menu(t("state"), [["", t("stateAll")], ...stateOptions], choices, "state"),
		collection.fields.filter(({ type }) => type === "choice").map(({ name, label, options }) =>
			menu(label, [["", t("all")], ...options.map((each) => [each.value, each.label])], choices.choices, name)
		),
		columnMenu(collection, choices, onColumns),
	]);
}

/** Which fields the list shows is a matter of each reader's browser. */
function columnMenu({ name, fields, titleField }, choices, onColumns) {
	const box = (field) => {
		const choose = ({ target }) => {
			const others = choices.columns.filter((each) => each !== field.name);
			const columns = target.checked ? [...others, field.name].slice(-mostColumns) : others;
			localStorage.setItem(columnsKey(name), JSON.stringify(columns));
			for (const input of menu.querySelectorAll("input")) input.checked = columns.includes(input.value);
			if (/^field-/.test(choices.sort)) choices.sort = "";
			return onColumns(columns);
		};
		const checked = choices.columns.includes(field.name);
		return h("label.radio", h("input", { type: "checkbox", value: field.name, checked, onchange: choose }), field.label);
	};
	const shown = fields.filter((field) => field.name !== titleField && !field.isBody);
	const menu = h("details.columns", h("summary", t("columns")), h("div.radios", shown.map(box)));
	return shown.length > 0 && menu;
}

const mostColumns = 4;

export function sortHeading(name, text, choices, onSort) {
	const isCurrent = choices.sort === name;
	const order = !isCurrent ? "none" : choices.isDescending ? "descending" : "ascending";
	const sort = () => {
		Object.assign(choices, { sort: order === "descending" ? "" : name, isDescending: order === "ascending" });
		onSort(name);
	};
	return h(`div.cell-${name}`, { role: "columnheader", ariaSort: order }, button(text, sort));
}

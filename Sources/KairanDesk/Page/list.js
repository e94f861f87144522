import { button, fill, h, showView, t } from "./dom.js";
import { get, load, post, refusal } from "./api.js";
import { restoreButton } from "./entryActions.js";
import { badge } from "./frame.js";
import { formatDay } from "./language.js";
import { choicesOf, chosen, filterBar, sortHeading } from "./listFilters.js";
import { goTo } from "./router.js";
import { collectionNamed, entriesOf, entryAddress, loadSite, site, watchSite } from "./site.js";
import { say } from "./status.js";
import { VirtualRows } from "./virtualRows.js";

const ownColumns = [["title", "title"], ["state", "state"], ["changed", "version"], ["mistakes", "mistakes"]];

export async function showList(given) {
	let collection = given;
	const { name, label } = collection;
	const choices = choicesOf(name);
	let entries = await entriesOf(name, choices.columns);
	const selected = new Set();
	const head = h("div.list-head", { role: "row", ariaRowIndex: 1 });
	const grid = h("div.list", { role: "grid", ariaLabel: label, ariaMultiSelectable: true }, [
		h("div", { role: "rowgroup" }, head),
	]);
	const count = h("p.quiet", { role: "status" });
	const nothing = h("p.nothing", t("nothingFound"));
	const filters = h("div");
	const selection = h("div.selection.actions", { role: "group", ariaLabel: t("selection"), hidden: true });
	const open = ({ id }) => goTo(entryAddress(name, id));
	const rows = new VirtualRows({ grid, drawRow, open, toggle });
	let found = [];

	function update() {
		found = chosen(entries, choices);
		rows.show(found);
		fill(count, t("entriesCount", { n: found.length }));
		grid.hidden = found.length === 0;
		nothing.hidden = found.length > 0;
		drawSelection();
	}

	function drawHead(sorted) {
		const onSort = (which) => {
			update();
			drawHead(which);
		};
		const fields = choices.columns.map((field) => collection.fields.find((each) => each.name === field)).filter(Boolean);
		grid.style = `--columns: ${fields.length}`;
		grid.classList.toggle("has-columns", fields.length > 0);
		grid.ariaColCount = ownColumns.length + fields.length + 1;
		const all = h("input", {
			...{ type: "checkbox", ariaLabel: t("selectAll") },
			onchange: () => {
				selected.clear();
				if (all.checked) for (const { id } of found) selected.add(id);
				update();
			},
		});
		const [title, ...others] = ownColumns.map(([column, word]) => sortHeading(column, t(word), choices, onSort));
		const own = fields.map((field, index) => sortHeading(`field-${index}`, field.label, choices, onSort));
		fill(head, h("div.cell-select", { role: "columnheader" }, all), title, own, others);
		if (sorted) head.querySelector(`.cell-${sorted} button`).focus();
	}

	function draw() {
		const choose = async (columns) => {
			choices.columns = columns;
			entries = await entriesOf(name, columns);
			drawHead();
			update();
		};
		// Who is choosing just now keeps the place.
		if (!filters.contains(document.activeElement)) {
			fill(filters, filterBar(collection, entries, choices, update, choose));
		}
		update();
	}

	async function refresh() {
		collection = collectionNamed(name);
		if (!collection) return goTo("#/");
		entries = await entriesOf(name, choices.columns);
		draw();
	}

	function toggle({ id }) {
		if (!selected.delete(id)) selected.add(id);
		rows.redraw();
		drawSelection();
	}

	/** Entries that the filters hide now are not changed. */
	function drawSelection() {
		const ids = found.filter(({ id, state }) => selected.has(id) && state !== "trash").map(({ id }) => id);
		selection.hidden = !ids.length;
		if (!ids.length) return;
		const clear = () => {
			selected.clear();
			update();
			drawHead();
			grid.focus();
		};
		const change = async () => {
			const { changeTogether } = await load("./changeTogether.js");
			const changed = await changeTogether(collection, ids);
			if (changed === null) return;
			const undo = async () => {
				try {
					await post("undo", { collection: name, id: "" });
					say(t("undone"), "good");
					await loadSite();
				} catch (error) {
					say(refusal(error).message, "bad");
				}
			};
			say(t("changedTogether", { n: changed }), "good", changed > 0 && button(t("takeBack"), undo, "small"));
			await loadSite();
		};
		fill(selection, [
			h("span", t("selectedCount", { n: ids.length })),
			button(t("changeSelected"), change, "small"),
			button(t("clearSelection"), clear, "small"),
		]);
	}

	const add = h("a.button.main", { href: `#/${name}/+` }, t("newEntry"));
	showView(h("div.view-head", h("h1", label), add), filters, h("div.together", count, selection), grid, nothing);
	drawHead();
	draw();
	scrollTo(0, choices.scroll);
	const unwatch = watchSite(refresh);
	return () => {
		choices.scroll = scrollY;
		unwatch();
		rows.end();
	};

	function drawRow({ id, title, state, columns, ...entry }) {
		const restore = () => restoreButton({ collection: name, id, title }, () => {}, { tabIndex: -1 });
		const cell = (column, ...children) => h(`div.cell-${column}`, { role: "gridcell" }, children);
		const link = h("a", { href: entryAddress(name, id), tabIndex: -1, lang: site().language }, title);
		const isSelected = selected.has(id);
		// It takes the place of the columns where these have no room.
		const line = columns.filter(Boolean).join(" · ");
		const select = h("input", {
			...{ type: "checkbox", tabIndex: -1, checked: isSelected, ariaLabel: t("selectNamed", { name: title }) },
			onchange: () => {
				rows.use(id);
				toggle({ id });
			},
		});
		return h(`div.state-${state}`, { role: "row", ariaSelected: isSelected }, [
			cell("select", select),
			cell("title", link, title !== id && h("span.id", id), line && h("span.fields-line", line)),
			columns.map((text) => cell("field", text)),
			cell("state", h("span.state", stateWords({ state, ...entry })), state === "trash" && restore()),
			cell("changed", entry.isChanged && t("isChanged")),
			cell("mistakes", badge(entry.mistakes)),
		]);
	}
}

function stateWords({ state, from, until }) {
	const day = { shown: until, coming: from, over: until }[state];
	return day ? t(`day_${state}`, { day: formatDay(day) }) : t(`state_${state}`);
}

import { fill, h, showView, t } from "./dom.js";
import { restoreButton } from "./entryActions.js";
import { badge } from "./frame.js";
import { formatDay } from "./language.js";
import { choicesOf, chosen, filterBar, sortHeading } from "./listFilters.js";
import { goTo } from "./router.js";
import { collectionNamed, entriesOf, entryAddress, site, watchSite } from "./site.js";
import { VirtualRows } from "./virtualRows.js";

const columns = [["title", "title"], ["state", "state"], ["changed", "version"], ["mistakes", "mistakes"]];

export async function showList(given) {
	let collection = given;
	const { name, label } = collection;
	let entries = await entriesOf(name);
	const choices = choicesOf(name);
	const head = h("div.list-head", { role: "row", ariaRowIndex: 1 });
	const grid = h("div.list", { role: "grid", ariaLabel: label }, h("div", { role: "rowgroup" }, head));
	const count = h("p.quiet", { role: "status" });
	const nothing = h("p.nothing", t("nothingFound"));
	const filters = h("div");
	const open = ({ id }) => goTo(entryAddress(name, id));
	const rows = new VirtualRows({ grid, columns: columns.length, drawRow, open });

	function update() {
		const found = chosen(entries, choices);
		rows.show(found);
		fill(count, t("entriesCount", { n: found.length }));
		grid.hidden = found.length === 0;
		nothing.hidden = found.length > 0;
	}

	function drawHead(sorted) {
		const onSort = (which) => {
			update();
			drawHead(which);
		};
		fill(head, columns.map(([column, word]) => sortHeading(column, t(word), choices, onSort)));
		if (sorted) head.querySelector(`.cell-${sorted} button`).focus();
	}

	function draw() {
		// Who is choosing just now keeps the place.
		if (!filters.contains(document.activeElement)) fill(filters, filterBar(collection, entries, choices, update));
		update();
	}

	async function refresh() {
		collection = collectionNamed(name);
		if (!collection) return goTo("#/");
		entries = await entriesOf(name);
		draw();
	}

	const add = h("a.button.main", { href: `#/${name}/+` }, t("newEntry"));
	showView(h("div.view-head", h("h1", label), add), filters, count, grid, nothing);
	drawHead();
	draw();
	scrollTo(0, choices.scroll);
	const unwatch = watchSite(refresh);
	return () => {
		choices.scroll = scrollY;
		unwatch();
		rows.end();
	};

	function drawRow({ id, title, state, ...entry }) {
		const restore = () => restoreButton({ collection: name, id, title }, () => {}, { tabIndex: -1 });
		const cell = (column, ...children) => h(`div.cell-${column}`, { role: "gridcell" }, children);
		const link = h("a", { href: entryAddress(name, id), tabIndex: -1, lang: site().language }, title);
		return h(`div.state-${state}`, { role: "row" }, [
			cell("title", link, title !== id && h("span.id", id)),
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

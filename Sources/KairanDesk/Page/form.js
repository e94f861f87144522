import { button, fill, h, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { changesBetween, controlID, isError, isSame, pathKey } from "./values.js";

/** A last newline is not seen, so the control need not be drawn again and keeps the focus. */
const shown = (value) => JSON.stringify(value ?? null).replace(/\\n"$/, '"');

export class Form {
	rows = new Map();
	summary = h("div.summary");

	constructor({ collection, entry, values, onChange, onAsk }) {
		Object.assign(this, { collection, entry, onChange, onAsk, loaded: entry.values });
		this.values = { ...entry.values, ...values };
		this.element = h("form.fields", { noValidate: true, onsubmit: () => false }, this.#fields());
		this.#showDefaults(entry.defaults);
	}

	get changes() {
		return changesBetween(this.loaded, this.values);
	}

	/** The id is in the heading, and is changed there, as addresses depend on it. */
	#fields() {
		const { fields, idField } = this.collection;
		let last = null;
		return fields.filter(({ name }) => name !== idField).map((field) => {
			const { name, group } = field;
			const change = (value) => {
				this.values = { ...this.values, [name]: value };
				this.onChange();
			};
			const row = fieldRow(this, field, { path: [name], value: this.values[name] ?? null, change });
			const isNew = group && group !== last;
			last = group ?? last;
			// What is kept elsewhere is shown, and cannot be changed here.
			const isKept = this.entry?.keptAt && field.isPulled;
			return [isNew && h("h2.group", group), isKept ? h("fieldset.kept", { disabled: true }, row) : row];
		});
	}

	/** Takes over what the server has saved. Only fields that differ are drawn again. */
	load(entry, changes = {}) {
		const wanted = { ...entry.values, ...changes };
		for (const { name } of this.collection.fields) {
			const value = wanted[name] ?? null;
			if (shown(this.values[name]) !== shown(value)) this.rows.get(name)?.redraw(value);
		}
		Object.assign(this, { entry, loaded: entry.values, values: wanted });
		this.#showDefaults(entry.defaults);
	}

	/** Tells what a field is if it is left empty, where that depends on others. Who is in the field stays there. */
	#showDefaults(defaults = {}) {
		for (const [name, value] of Object.entries(defaults)) {
			const row = this.rows.get(name);
			if (!row || isSame(row.field.default, value) || row.element.contains(document.activeElement)) continue;
			row.field = { ...row.field, default: value };
			row.redraw(row.value);
		}
	}

	/** The row of a part or of what it is in. Those of elements change with their lists. */
	#rowFor(path) {
		const row = this.rows.get(pathKey(path));
		return !path.length || row?.element.isConnected ? row : this.#rowFor(path.slice(0, -1));
	}

	showMistakes(found) {
		// The command's message about a missing field is meant for people who write files.
		const words = { message: t("fillIn"), help: null };
		const isMissing = ({ rule, elsewhere }) => rule === "field.missing" && !elsewhere;
		const mistakes = found.map((each) => isMissing(each) ? { ...each, ...words } : each);
		const byRow = Map.groupBy(mistakes, ({ path, elsewhere }) => elsewhere ? null : this.#rowFor(path));
		for (const row of this.rows.values()) row.showMistakes(byRow.get(row) ?? []);
		const said = JSON.stringify(mistakes.map(({ path, message }) => [path, message]));
		// The summary stays as it is while it says the same, so that it is not read again.
		if (this.summary.dataset.said === said) return;
		this.summary.dataset.said = said;
		const groups = Map.groupBy(mistakes, ({ elsewhere, severity }) => elsewhere ? "elsewhere" : severity);
		const parts = ["error", "elsewhere", "warning"].map((name) => {
			const found = groups.get(name);
			const open = found?.some(isError);
			return found && h("details", { class: `notice ${open ? "error" : "warning"}`, open }, [
				h("summary", t(`summary_${name}`, { n: found.length })),
				h("ul", found.map((mistake) => h("li", this.#summaryItem(mistake)))),
			]);
		});
		fill(this.summary, parts);
	}

	#summaryItem(mistake) {
		const { path, message, elsewhere, place } = mistake;
		if (elsewhere) return [message, h("span.quiet", ` ${place}`)];
		const row = this.#rowFor(path);
		if (row) return button(`${row.label}: ${message}`, () => this.focus(path), "link");
		return [message, this.remedies(mistake)];
	}

	/** Buttons for the ways out that need no typing. */
	remedies(mistake) {
		const { message, path, remedies = [] } = mistake;
		const place = path.length > 1 ? ` (${path.join(" ")})` : "";
		return this.onRemedy && remedies.map((remedy) => {
			const act = () => this.onRemedy(mistake, remedy);
			const name = t(`remedy_${remedy}`);
			return button(name, act, "small", { ariaLabel: `${name}: ${message}${place}` });
		});
	}

	focus(path) {
		const row = this.#rowFor(path);
		if (!row) return;
		const controls = "input:not([type=file]), select, textarea, button";
		const exact = document.getElementById(controlID(path));
		(exact?.matches(controls) ? exact : row.element.querySelector(controls))?.focus({ preventScroll: true });
		row.element.scrollIntoView({ block: "center" });
	}

	showResults({ html = {}, days = {}, defaults }) {
		this.#showDefaults(defaults);
		for (const [key, text] of Object.entries(html)) this.rows.get(key)?.onHTML?.(text);
		for (const [key, list] of Object.entries(days)) this.rows.get(key)?.onDays?.(list);
	}
}

/** The controls of values that consist of others: each has a row for each part. */

import { button, fill, h, removeButton, t } from "./dom.js";
import { chooser } from "./fieldChoice.js";
import { fieldRow } from "./fieldRow.js";
import { site } from "./site.js";
import { makeSortable } from "./sortable.js";
import { compact, controlID, isRecord, isText } from "./values.js";

/** An element may be empty for a while, whatever its list wants. */
const elementRow = ({ field, form }, place) => fieldRow(form, { ...field.parts[0], required: false }, place);

export const list = {
	isGroup: true,
	understands: Array.isArray,
	make(slot) {
		const move = (from, to) => rows.redraw(slot.value.toSpliced(from, 1).toSpliced(to, 0, slot.value[from]));
		const rows = rowsOf(slot, "ol.items", null, (value, index, { length }) => {
			const label = t("elementNumber", { n: index + 1 });
			const row = elementRow(slot, {
				...{ path: [...slot.path, `${index}`], value, label },
				change: (next) => rows.set(index, next),
			});
			const moveButton = (sign, words, to) =>
				button(
					sign,
					() => {
						move(index, to);
						// The same button of the moved element, so that it can be moved on.
						const [up, down] = rows.list.children[to].querySelectorAll(":scope > .item-actions button");
						const [wanted, other] = words === "moveUp" ? [up, down] : [down, up];
						(wanted.disabled ? other : wanted).focus();
					},
					"icon",
					{ disabled: to < 0 || to >= length, ariaLabel: t(words, { n: index + 1 }) },
				);
			return h("li", [
				h("span.drag", { ariaHidden: true }, "⠿"),
				h("div.item", row),
				h("div.item-actions", [
					moveButton("↑", "moveUp", index - 1),
					moveButton("↓", "moveDown", index + 1),
					removeButton(label, () => rows.remove(index)),
				]),
			]);
		});
		makeSortable(rows.list, move);
		return rows.element;
	},
};

export const keyed = {
	isGroup: true,
	understands: (value) => Array.isArray(value) && value.every(isRecord),
	make(slot) {
		const rows = rowsOf(slot, "ol.pairs", { key: "", value: null }, ({ key, value }, index) => {
			const path = [...slot.path, `${index}`];
			const set = (members) => rows.set(index, { ...slot.value[index], ...members });
			const name = t("keyNumber", { n: index + 1 });
			const { collection } = slot.field;
			const input = collection
				? fieldRow(slot.form, { type: "reference", collection }, {
					...{ path: [...path, "key"], value: key, label: name },
					change: (key) => set({ key: key ?? "" }),
				})
				: h("input", {
					...{ id: controlID([...path, "key"]), type: "text", value: key, autocomplete: "off", ariaLabel: name },
					oninput: () => set({ key: input.value }),
				});
			const row = elementRow(slot, {
				...{ path: [...path, "value"], value: value ?? null, label: t("valueOfKey") },
				change: (value) => set({ value }),
			});
			return h("li", h("div.item", input, row), removeButton(key || name, () => rows.remove(index)));
		});
		return rows.element;
	},
};

/** A list to which rows can be added, each begun as `fresh`, and from which they can be removed. */
export function rowsOf(slot, name, fresh, makeRow) {
	const list = h(name);
	const values = () => slot.value ?? [];
	const change = (next) => slot.change(next.length || slot.field?.required ? next : null);
	const set = (index, value) => change(values().with(index, value));
	const redraw = (next) => {
		change(next);
		fill(list, next.map(makeRow));
	};
	const focusIn = (element) => (element?.querySelector("input, select, textarea") ?? add).focus();
	const remove = (index) => {
		redraw(values().toSpliced(index, 1));
		focusIn(list.children[index]);
	};
	const add = button(
		t("addElement"),
		() => {
			redraw([...values(), fresh]);
			focusIn(list.lastElementChild);
		},
		"small",
		{ ariaLabel: slot.field && t("addTo", { name: slot.field.label }) },
	);
	fill(list, values().map(makeRow));
	return { element: h("div", list, add), list, set, redraw, remove };
}

/** Members that are not declared stay as they are. */
export const record = {
	isGroup: true,
	understands: isRecord,
	make(slot) {
		const row = (part) => {
			const { name } = part;
			const change = (value) => slot.change(compact({ ...slot.value, [name]: value }));
			return fieldRow(slot.form, part, { path: [...slot.path, name], value: slot.value?.[name] ?? null, change });
		};
		return h("div.record", slot.field.parts.map(row));
	},
};

/** A plain text is that of the first language. */
export const locales = {
	isGroup: true,
	understands: (value) =>
		isText(value) || isRecord(value) && Object.keys(value).every((key) => site().locales.some(({ id }) => id === key)),
	make(slot) {
		const { locales } = site();
		const first = locales[0].id;
		const isPlain = !isRecord(slot.value);
		let texts = isText(slot.value) ? { [first]: slot.value } : { ...slot.value };
		const marks = locales.map(() => h("span.missing"));
		const showMissing = () =>
			marks.forEach((mark, index) => {
				fill(mark, compact(texts) && !texts[locales[index].id] && t("notTranslated"));
			});
		const columns = locales.map(({ id, name }, index) => {
			const field = { ...slot.field, localized: false, required: false, help: "", default: null, locale: id };
			const change = (value) => {
				const changed = { ...texts, [id]: value };
				texts = compact(Object.fromEntries(locales.map(({ id }) => [id, changed[id]]))) ?? {};
				const names = Object.keys(texts).join();
				// A file that has a plain text, or none, gets no mapping as long as there is no translation.
				slot.change(isPlain && names === first ? texts[first] : names ? texts : null);
				showMissing();
			};
			const row = fieldRow(slot.form, field, {
				...{ path: [...slot.path, id], value: texts[id] ?? null, label: name, change },
			});
			return h("div.locale", row, marks[index]);
		});
		showMissing();
		return h("div.locales", columns);
	},
};

const typesOf = ({ parts, allowsNull }) => [...parts.map(({ type }) => type), ...allowsNull ? ["null"] : []];

export const oneOf = {
	isGroup: true,
	understands: (value, field) => isRecord(value) && typesOf(field).includes(value.oneOf),
	make(slot) {
		const { field, form, path, value, change } = slot;
		const inner = h("div.member");
		const type = value?.oneOf ?? null;
		// Whoever only tries another type gets the value back.
		const kept = { [type]: value?.value };
		const show = (oneOf, value) => {
			const part = field.parts.find((each) => each.type === oneOf);
			const row = part && fieldRow(form, { ...part, required: true, help: "" }, {
				...{ path: [...path, "value"], value, label: t(`type_${oneOf}`) },
				change: (value) => change({ oneOf, value: kept[oneOf] = value }),
			});
			fill(inner, row);
		};
		const choose = (oneOf) => {
			const value = kept[oneOf] ?? null;
			change(oneOf ? { oneOf, value } : null);
			show(oneOf, value);
		};
		const options = typesOf(field).map((type) => [type, t(`type_${type}`)]);
		if (!field.required) options.unshift([null, t("none")]);
		show(type, value?.value ?? null);
		return h("div", chooser(slot, options, type, choose), inner);
	},
};

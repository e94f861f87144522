import { button, fill, h, removeButton, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { makeSortable } from "./sortable.js";

export const kind = {
	isGroup: true,
	understands: Array.isArray,
	make(slot) {
		const { field, form, path } = slot;
		const move = (from, to) => rows.redraw(slot.value.toSpliced(from, 1).toSpliced(to, 0, slot.value[from]));
		const rows = rowsOf(slot, "ol.items", null, (value, index, { length }) => {
			const label = t("elementNumber", { n: index + 1 });
			const row = fieldRow(form, { ...field.parts[0], required: false }, {
				...{ path: [...path, `${index}`], value, label },
				change: (next) => rows.set(index, next),
			});
			const moveButton = (sign, words, to) =>
				button(sign, () => {
					move(index, to);
					// The same button of the moved element, so that it can be moved on.
					const [up, down] = rows.list.children[to].querySelectorAll(":scope > .item-actions button");
					const [wanted, other] = words === "moveUp" ? [up, down] : [down, up];
					(wanted.disabled ? other : wanted).focus();
				}, { class: "icon", disabled: to < 0 || to >= length, "aria-label": t(words, { n: index + 1 }) });
			return h("li", [
				h("span.drag", { "aria-hidden": "true" }, "⠿"),
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
	const add = button(t("addElement"), () => {
		redraw([...values(), fresh]);
		focusIn(list.lastElementChild);
	}, { class: "small", "aria-label": slot.field && t("addTo", { name: slot.field.label }) });
	fill(list, values().map(makeRow));
	return { element: h("div", list, add), list, set, redraw, remove };
}

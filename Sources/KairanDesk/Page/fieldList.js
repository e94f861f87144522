import { button, fill, h, removeButton, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { makeSortable } from "./sortable.js";

export const kind = {
	isGroup: true,
	understands: Array.isArray,
	make(slot) {
		const { field, form, path } = slot;
		const items = h("ol.items");
		const values = () => slot.value ?? [];
		const change = (next) => slot.change(next.length || field.required ? next : null);
		const redraw = (next) => {
			change(next);
			fill(items, next.map(item));
		};
		const focusIn = (element) => (element?.querySelector("input, select, textarea") ?? add).focus();
		const move = (from, to) => redraw(values().toSpliced(from, 1).toSpliced(to, 0, values()[from]));

		function item(value, index, { length }) {
			const label = t("elementNumber", { n: index + 1 });
			const row = fieldRow(form, { ...field.parts[0], required: false }, {
				...{ path: [...path, `${index}`], value, label },
				change: (next) => change(values().with(index, next)),
			});
			const moveButton = (sign, words, to) =>
				button(sign, () => {
					move(index, to);
					// The same button of the moved element, so that it can be moved on.
					const [up, down] = items.children[to].querySelectorAll(".item-actions button");
					const [wanted, other] = words === "moveUp" ? [up, down] : [down, up];
					(wanted.disabled ? other : wanted).focus();
				}, { class: "icon", disabled: to < 0 || to >= length, "aria-label": t(words, { n: index + 1 }) });
			const remove = () => {
				redraw(values().toSpliced(index, 1));
				focusIn(items.children[index]);
			};
			return h("li", [
				h("span.drag", { "aria-hidden": "true" }, "⠿"),
				h("div.item", row),
				h("div.item-actions", [
					moveButton("↑", "moveUp", index - 1),
					moveButton("↓", "moveDown", index + 1),
					removeButton(label, remove),
				]),
			]);
		}

		const add = button(t("addElement"), () => {
			redraw([...values(), null]);
			focusIn(items.lastElementChild);
		}, { class: "small", "aria-label": t("addTo", { name: field.label }) });

		fill(items, values().map(item));
		makeSortable(items, move);
		return h("div", items, add);
	},
};

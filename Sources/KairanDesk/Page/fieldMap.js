import { button, fill, h, removeButton, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { controlID, isRecord } from "./values.js";

/** A row for each key, with the control of its value. */
export const kind = {
	isGroup: true,
	understands: (value) => Array.isArray(value) && value.every(isRecord),
	make(slot) {
		const { field, form } = slot;
		const list = h("ol.pairs");
		const rows = () => slot.value ?? [];
		const change = (next) => slot.change(next.length || field.required ? next : null);
		const redraw = (next) => {
			change(next);
			fill(list, next.map(item));
		};
		const focusIn = (element) => (element?.querySelector("input") ?? add).focus();

		function item({ key, value }, index) {
			const path = [...slot.path, `${index}`];
			const set = (members) => change(rows().with(index, { ...rows()[index], ...members }));
			const name = t("keyNumber", { n: index + 1 });
			const input = h("input", {
				...{ id: controlID([...path, "key"]), type: "text", value: key, autocomplete: "off", "aria-label": name },
				oninput: () => set({ key: input.value }),
			});
			const row = fieldRow(form, { ...field.parts[0], required: false }, {
				...{ path: [...path, "value"], value: value ?? null, label: t("valueOfKey") },
				change: (value) => set({ value }),
			});
			const remove = () => {
				redraw(rows().toSpliced(index, 1));
				focusIn(list.children[index]);
			};
			return h("li", h("div.item", input, row), removeButton(key || name, remove));
		}

		const add = button(t("addElement"), () => {
			redraw([...rows(), { key: "", value: null }]);
			focusIn(list.lastElementChild);
		}, { class: "small", "aria-label": t("addTo", { name: field.label }) });

		fill(list, rows().map(item));
		return h("div", list, add);
	},
};

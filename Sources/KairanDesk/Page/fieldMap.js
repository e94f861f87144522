import { h, removeButton, t } from "./dom.js";
import { rowsOf } from "./fieldList.js";
import { fieldRow } from "./fieldRow.js";
import { controlID, isRecord } from "./values.js";

export const kind = {
	isGroup: true,
	understands: (value) => Array.isArray(value) && value.every(isRecord),
	make(slot) {
		const { field, form } = slot;
		const rows = rowsOf(slot, "ol.pairs", { key: "", value: null }, ({ key, value }, index) => {
			const path = [...slot.path, `${index}`];
			const set = (members) => rows.set(index, { ...slot.value[index], ...members });
			const name = t("keyNumber", { n: index + 1 });
			const input = h("input", {
				...{ id: controlID([...path, "key"]), type: "text", value: key, autocomplete: "off", "aria-label": name },
				oninput: () => set({ key: input.value }),
			});
			const row = fieldRow(form, { ...field.parts[0], required: false }, {
				...{ path: [...path, "value"], value: value ?? null, label: t("valueOfKey") },
				change: (value) => set({ value }),
			});
			return h("li", h("div.item", input, row), removeButton(key || name, () => rows.remove(index)));
		});
		return rows.element;
	},
};

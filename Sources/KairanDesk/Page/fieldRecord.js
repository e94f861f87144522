import { h } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { compact, isRecord } from "./values.js";

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

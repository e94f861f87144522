import { fill, h, radios, select, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { isRecord } from "./values.js";

const words = ({ parts, allowsNull }) => [...parts.map(({ type }) => type), ...allowsNull ? ["null"] : []];

export const kind = {
	isGroup: true,
	understands: (value, field) => isRecord(value) && words(field).includes(value.oneOf),
	make({ field, form, path, id, label, value, change }) {
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
		const options = words(field).map((word) => [word, t(`type_${word}`)]);
		if (!field.required) options.unshift([null, t("none")]);
		show(type, value?.value ?? null);
		if (options.length <= 5) return h("div.one-of", radios(id, options, type, choose), inner);
		if (field.required && !type) options.unshift([null, t("choose")]);
		const onchange = (event) => choose(event.target.value || null);
		return h("div.one-of", select(options, type, { id, "aria-label": label, onchange }), inner);
	},
};

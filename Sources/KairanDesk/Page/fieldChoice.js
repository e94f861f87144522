import { radios, select, t } from "./dom.js";
import { isText } from "./values.js";
import { valueWords } from "./valueWords.js";

function noChoice(field) {
	const value = valueWords(field, field.default);
	return field.required ? [] : [[null, value ? t("defaultIs", { value }) : t("none")]];
}

export const choice = {
	isGroup: true,
	understands: isText,
	make(slot) {
		const { field, value } = slot;
		const options = [
			...noChoice(field),
			...field.options.map((option) => [option.value, option.label || option.value]),
		];
		if (value !== null && !options.some(([each]) => each === value)) {
			options.push([value, t("notAChoice", { value })]);
		}
		return chooser(slot, options, value, slot.change);
	},
};

/** A few options are all in sight, more of them in a menu. */
export function chooser({ field, id, label }, options, value, choose) {
	if (options.length <= 5) return radios(id, options, value, choose);
	if (field.required && value === null) options.unshift([null, t("choose")]);
	const onchange = ({ target }) => choose(target.value || null);
	return select(options, value, { id, ariaLabel: label, onchange });
}

export const boolean = {
	isGroup: true,
	understands: (value) => value === "true" || value === "false",
	make: ({ field, id, value, change }) =>
		radios(id, [["true", t("yes")], ["false", t("no")], ...noChoice(field)], value, change),
};

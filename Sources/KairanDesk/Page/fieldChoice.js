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
	make({ field, value, id, label, change }) {
		const options = [
			...noChoice(field),
			...field.options.map((option) => [option.value, option.label || option.value]),
		];
		if (value !== null && !options.some(([each]) => each === value)) {
			options.push([value, t("notAChoice", { value })]);
		}
		if (options.length <= 5) return radios(id, options, value, change);
		if (field.required && value === null) options.unshift([null, t("choose")]);
		const onchange = (event) => change(event.target.value || null);
		return select(options, value, { id, "aria-label": label, onchange });
	},
};

export const boolean = {
	isGroup: true,
	understands: (value) => value === "true" || value === "false",
	make: ({ field, id, value, change }) =>
		radios(id, [["true", t("yes")], ["false", t("no")], ...noChoice(field)], value, change),
};

import { formatDay, t } from "./language.js";
import { site } from "./site.js";
import { compact, isRecord } from "./values.js";

/** A value in one line, in the words that its control shows. */
export function valueWords(field, value) {
	if (value === null || value === undefined) return "";
	if (field.type === "oneOf" && isRecord(value)) {
		const part = field.parts.find(({ type }) => type === value.oneOf);
		return part ? valueWords(part, value.value) : t(`type_${value.oneOf}`);
	}
	if (field.type === "map" && Array.isArray(value)) {
		return value.map((row) => `${row.key}: ${valueWords(field.parts[0], row.value)}`).join("; ");
	}
	if (Array.isArray(value)) return value.map((each) => valueWords(field.parts?.[0] ?? {}, each)).join(", ");
	if (isRecord(value)) {
		return Object.entries(compact(value) ?? {}).map(([key, each]) => partWords(field, key, each)).join("; ");
	}
	if (field.type === "choice") return field.options.find((option) => option.value === value)?.label || value;
	if (field.type === "boolean" && value in booleans) return t(booleans[value]);
	if (field.type === "window" && value === "always") return t("window_always");
	return ["date", "dateTime", "window"].includes(field.type) ? formatDay(value) : value;
}

const booleans = { true: "yes", false: "no" };

const keys = ["from", "until", "latitude", "longitude"];

function partWords(field, key, value) {
	const locale = field.localized && site().locales.find(({ id }) => id === key);
	const part = field.parts?.find(({ name }) => name === key);
	const isKnown = ["window", "point"].includes(field.type) && keys.includes(key);
	const name = isKnown ? t(key) : locale?.name ?? part?.label ?? key;
	return `${name}: ${valueWords(part ?? { ...field, parts: [] }, value)}`;
}

import { weekdays } from "./days.js";
import { formatDay, t, weekdayNames } from "./language.js";
import { site, titleOf } from "./site.js";
import { compact, isRecord } from "./values.js";

/** A value in the words that its control shows. */
export function valueWords(field, value) {
	if (value === null || value === undefined) return "";
	const { type, parts = [] } = field;
	if (type === "oneOf" && isRecord(value)) {
		const part = parts.find(({ type }) => type === value.oneOf);
		return part ? valueWords(part, value.value) : t(`type_${value.oneOf}`);
	}
	if (type === "keyed" && Array.isArray(value)) {
		return value.map((row) => `${row.key}: ${valueWords(parts[0], row.value)}`).join("\n");
	}
	if (Array.isArray(value)) {
		const separator = value.some(isRecord) ? "\n" : ", ";
		return value.map((each) => valueWords(parts[0] ?? field, each)).join(separator);
	}
	if (isRecord(value)) {
		return Object.entries(compact(value) ?? {}).map(([key, each]) => partWords(field, key, each)).join("; ");
	}
	if (type === "choice") return field.options.find((option) => option.value === value)?.label || value;
	if (type === "reference") return titleOf(field.collection, value);
	if (type === "boolean" && value in booleans) return t(booleans[value]);
	if (type === "window" && value === "always") return t("window_always");
	if (type === "schedule") return dayWords(value);
	return ["date", "dateTime", "window"].includes(type) ? formatDay(value) : value;
}

const booleans = { true: "yes", false: "no" };

function dayWords(value) {
	if (value === "daily") return t("schedule_daily");
	if (value === "last") return t("lastDay");
	return weekdayNames("short")[weekdays.indexOf(value)] ?? formatDay(value);
}

const keys = ["from", "until", "latitude", "longitude"];

function partWords({ type, localized, parts = [], ...field }, key, value) {
	const part = parts.find(({ name }) => name === key);
	const words = valueWords(part ?? { type, ...field }, value);
	const isRule = type === "schedule";
	if (isRule && key === "daily") return t("schedule_daily");
	if (isRule && ["between", "weekday", "week"].includes(key)) return words;
	const locale = localized && site().locales.find(({ id }) => id === key);
	const name = keys.includes(key) ? t(key) : isRule ? t(`schedule_${key}`) : key;
	return `${part?.label ?? locale?.name ?? name}: ${words}`;
}

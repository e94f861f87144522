import { h } from "./dom.js";
import { common } from "./fieldText.js";
import { isText } from "./values.js";

/** Days, times and moments. The browser's controls are used only for values that they give back letter by letter. */
export const isTime = (text) => isText(text) && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
export const isMoment = (text) =>
	isText(text) && text[10] === "T" && isDay(text.slice(0, 10)) && isTime(text.slice(11));

export function isDay(text) {
	if (!isText(text) || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
	const date = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** While a part is still missing, nothing is known yet. */
export function timeInput(properties, change) {
	const oninput = ({ target }) => target.validity.badInput || change(target.value || null);
	return h("input", { ...properties, oninput });
}

const native = (type, understands) => ({
	understands,
	make: (slot) => timeInput({ ...common(slot), type }, slot.change),
});

export const date = native("date", isDay);
export const time = native("time", isTime);
export const dateTime = native("datetime-local", isMoment);

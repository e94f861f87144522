import { numbers, twoDigits } from "./days.js";

const key = "kairan-language";

/** The languages of the page. Only the words of the one that is used are loaded. */
export const languages = { en: "English", ja: "日本語", ko: "한국어" };

function preferred() {
	const wished = [localStorage.getItem(key), ...navigator.languages].map((tag) => tag?.slice(0, 2));
	return wished.find((tag) => tag in languages) ?? "en";
}

let current = "en";
let words = {};

export const language = () => current;

export async function loadWords(id = preferred()) {
	words = (await import(`./words.${id}.js`)).default;
	current = id;
}

export async function setLanguage(id) {
	await loadWords(id);
	localStorage.setItem(key, id);
}

export function t(name, values = {}) {
	const [one, many = one] = (words[name] ?? name).split("|");
	return (values.n === 1 ? one : many).replace(/\{(\w+)\}/g, (_, each) => shown(values[each]));
}

const shown = (value) => typeof value === "number" ? formatNumber(value) : value ?? "";

export const formatNumber = (number) => new Intl.NumberFormat(current).format(number);

export const collator = () => new Intl.Collator(current, { numeric: true, sensitivity: "base" });

const formatDate = (date, options) => new Intl.DateTimeFormat(current, options).format(date);

/** A day or a moment of a file, as people write it. What is none stays as it is. */
export function formatDay(text, options = { dateStyle: "medium" }) {
	const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:$|[T ](.*))/.exec(text) ?? [];
	const date = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(date.getTime())) return text;
	const words = formatDate(date, { ...options, timeZone: "UTC" });
	return time ? `${words} ${time}` : words;
}

export const formatMoment = (value, options = { dateStyle: "medium", timeStyle: "short" }) =>
	formatDate(new Date(value), options);

/** The names of the weekdays from Sunday on. */
export const weekdayNames = (weekday) => numbers(7).map((day) => formatDay(`2023-01-0${day + 1}`, { weekday }));

export const monthNames = () =>
	numbers(12).map((month) => formatDay(`2023-${twoDigits(month + 1)}-01`, { month: "long" }));

const key = "kairan-language";

/** The languages of the page. Only the words of the one that is used are loaded. */
export const languages = [{ id: "en", name: "English" }, { id: "ja", name: "日本語" }, { id: "ko", name: "한국어" }];

function preferred() {
  const wished = [localStorage.getItem(key), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wished.find((tag) => languages.some((language) => language.id === tag)) ?? "en";
}

let current = "en";
let words = {};

export const language = () => current;

/** Loads the words of a language, before which nothing can be said. */
export async function loadWords(id = preferred()) {
  words = (await import(`./words.${id}.js`)).default;
  current = id;
}

export async function setLanguage(id) {
  await loadWords(id);
  localStorage.setItem(key, id);
}

/** The words for a key, with its values. */
export function t(name, values = {}) {
  const [one, many = one] = words[name].split("|");
  return (values.n === 1 ? one : many).replace(/\{(\w+)\}/g, (_, each) => shown(values[each]));
}

const shown = (value) => typeof value === "number" ? formatNumber(value) : value ?? "";

export const formatNumber = (number) => new Intl.NumberFormat(current).format(number);

/** Words that sort and compare as people of the language expect. */
export const collator = () => new Intl.Collator(current, { numeric: true, sensitivity: "base" });

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** A day or a moment of a file, as people write it. What is none stays as it is. */
export function formatDay(text, options = { dateStyle: "medium" }) {
  const [day, time] = [text.slice(0, 10), text.slice(10)];
  const date = new Date(`${day}T00:00:00Z`);
  if (!dayPattern.test(day) || Number.isNaN(date.getTime())) return text;
  const words = new Intl.DateTimeFormat(current, { ...options, timeZone: "UTC" }).format(date);
  return time ? `${words} ${time.replace(/^[T ]/, "")}` : words;
}

/** A moment of this computer, such as that of a save. */
export function formatMoment(value, options = { dateStyle: "medium", timeStyle: "short" }) {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return String(value);
  return new Intl.DateTimeFormat(current, options).format(date);
}

/** The names of the weekdays from Sunday on. */
export function weekdayNames(width = "short") {
  const format = new Intl.DateTimeFormat(current, { weekday: width, timeZone: "UTC" });
  return [...Array(7).keys()].map((day) => format.format(Date.UTC(2023, 0, 1 + day)));
}

export function monthNames() {
  const format = new Intl.DateTimeFormat(current, { month: "long", timeZone: "UTC" });
  return [...Array(12).keys()].map((month) => format.format(Date.UTC(2023, month, 1)));
}

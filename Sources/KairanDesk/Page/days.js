/** Days as files have them, such as `2026-04-01`. */

/** From Sunday on, as files have them. */
export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

export const numbers = (count) => [...Array(count).keys()];
export const twoDigits = (number) => `${number}`.padStart(2, "0");

const read = (day) => new Date(`${day}T00:00:00Z`);
const write = (date) => date.toISOString().slice(0, 10);
const parts = (day) => day.split("-").map(Number);

export function addDays(day, count) {
	const date = read(day);
	date.setUTCDate(date.getUTCDate() + count);
	return write(date);
}

export function monthOf(day) {
	const [year, month] = parts(day);
	const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
	return numbers(last).map((index) => day.slice(0, 8) + twoDigits(index + 1));
}

export function addMonths(day, count) {
	const [year, month, date] = parts(day);
	const days = monthOf(write(new Date(Date.UTC(year, month - 1 + count, 1))));
	return days[Math.min(date, days.length) - 1];
}

/** The day with which weeks begin where the reader lives; 0 is Sunday. */
function firstWeekday() {
	const locale = new Intl.Locale(navigator.language);
	return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 7) % 7;
}

export const placeInWeek = (day) => (read(day).getUTCDay() - firstWeekday() + 7) % 7;

export const weekOrder = () => numbers(7).map((index) => (index + firstWeekday()) % 7);

/** Days as files have them, such as `2026-04-01`. */

const read = (day) => new Date(`${day}T00:00:00Z`);
const write = (date) => date.toISOString().slice(0, 10);

export function addDays(day, count) {
  const date = read(day);
  date.setUTCDate(date.getUTCDate() + count);
  return write(date);
}

/** The same day of another month, or the last one of that month. */
export function addMonths(day, count) {
  const date = read(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  date.setUTCDate(Math.min(wanted, daysInMonth(write(date))));
  return write(date);
}

export function daysInMonth(day) {
  const [year, month] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export const weekdayOf = (day) => read(day).getUTCDay();

/** The day with which weeks begin where the reader lives; 0 is Sunday. */
export function firstWeekday() {
  const locale = new Intl.Locale(navigator.language);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 7) % 7;
}

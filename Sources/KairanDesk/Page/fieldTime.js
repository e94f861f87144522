import { h } from "./dom.js";
import { common } from "./fieldText.js";
import { isText } from "./values.js";

/** Days, times and moments. The browser's controls are used only for values that they give back letter by letter. */
const patterns = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  dateTime: /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/,
};

export const isDay = (text) => isText(text) && patterns.date.test(text) && isOfCalendar(text);
export const isMoment = (text) => isText(text) && patterns.dateTime.test(text) && isOfCalendar(text.slice(0, 10));
export const isTime = (text) => isText(text) && patterns.time.test(text);

function isOfCalendar(day) {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function native(type, understands) {
  return {
    understands,
    make(slot) {
      const input = h("input", { ...common(slot), type });
      input.addEventListener("input", () => {
        // While a part is still missing, nothing is known yet.
        if (!input.validity.badInput) slot.change(input.value || null);
      });
      return input;
    },
  };
}

export const date = native("date", isDay);
export const time = native("time", isTime);
export const dateTime = native("datetime-local", isMoment);

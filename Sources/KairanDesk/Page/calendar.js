import { button, fill, h } from "./dom.js";
import { addDays, addMonths, daysInMonth, firstWeekday, weekdayOf } from "./days.js";
import { formatDay, t, weekdayNames } from "./language.js";
import { site } from "./site.js";

/**
 * A month in which days are chosen, by pointer or with the arrow keys. `stateOf(day)` gives "chosen", "between" or "".
 */
export class Calendar {
  constructor({ label, start, stateOf, pick }) {
    Object.assign(this, { stateOf, pick });
    this.day = start ?? site().today;
    this.title = h("span.month", { "aria-live": "polite" });
    this.rows = h("tbody");
    const onkeydown = (event) => this.#press(event);
    const table = h("table", { role: "grid", "aria-label": label, onkeydown }, [
      h("thead", this.#weekdays()),
      this.rows,
    ]);
    this.element = h("div.calendar", [
      h("div.calendar-head", this.#step("‹", "monthBefore", -1), this.title, this.#step("›", "monthAfter", 1)),
      table,
    ]);
    this.update();
  }

  #step(sign, words, count) {
    const onclick = () => {
      this.day = addMonths(this.day, count);
      this.update();
    };
    return button(sign, onclick, { class: "icon", "aria-label": t(words) });
  }

  #weekdays() {
    const [short, long] = [weekdayNames("narrow"), weekdayNames("long")];
    const days = numbers(7).map((index) => (index + firstWeekday()) % 7);
    return h("tr", days.map((day) => h("th", { scope: "col", abbr: long[day] }, short[day])));
  }

  /** Shows another month, if the day is not in sight. */
  reveal(day) {
    this.day = day;
    this.update();
  }

  update() {
    const start = `${this.day.slice(0, 8)}01`;
    fill(this.title, formatDay(start, { year: "numeric", month: "long" }));
    const cells = [
      ...numbers(placeInWeek(start)).fill(null),
      ...numbers(daysInMonth(start)).map((index) => addDays(start, index)),
    ];
    const weeks = numbers(Math.ceil(cells.length / 7)).map((week) => cells.slice(week * 7, week * 7 + 7));
    fill(this.rows, weeks.map((week) => h("tr", week.map((day) => this.#cell(day)))));
  }

  #cell(day) {
    if (!day) return h("td");
    const state = this.stateOf(day);
    const control = button(String(Number(day.slice(8))), () => this.#choose(day), {
      class: `day ${state ? `is-${state}` : ""} ${day === site().today ? "is-today" : ""}`,
      tabIndex: day === this.day ? 0 : -1,
      "aria-label": formatDay(day, { dateStyle: "full" }),
      "aria-current": day === site().today ? "date" : null,
    });
    return h("td", { "aria-selected": state ? "true" : "false" }, control);
  }

  #choose(day) {
    this.day = day;
    this.pick(day);
    this.update();
    this.#focus();
  }

  #focus() {
    this.rows.querySelector('[tabindex="0"]')?.focus();
  }

  #press(event) {
    const { day } = this;
    const place = placeInWeek(day);
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -place, End: 6 - place }[event.key];
    const months = { PageUp: -1, PageDown: 1 }[event.key];
    if (days === undefined && !months) return;
    event.preventDefault();
    this.day = months ? addMonths(day, months) : addDays(day, days);
    this.update();
    this.#focus();
  }
}

const numbers = (count) => [...Array(count).keys()];

/** The number of days of the week before a day. */
const placeInWeek = (day) => (weekdayOf(day) - firstWeekday() + 7) % 7;

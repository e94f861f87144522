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
    const table = h("table", { role: "grid" }, h("thead", this.#weekdays()), this.rows);
    table.setAttribute("aria-label", label);
    table.addEventListener("keydown", (event) => this.#press(event));
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
    const [short, long, first] = [weekdayNames("narrow"), weekdayNames("long"), firstWeekday()];
    return h(
      "tr",
      [...Array(7).keys()].map((index) => {
        const day = (index + first) % 7;
        return h("th", { scope: "col", abbr: long[day] }, short[day]);
      }),
    );
  }

  /** Shows another month, if the day is not in sight. */
  reveal(day) {
    this.day = day;
    this.update();
  }

  update() {
    const start = `${this.day.slice(0, 8)}01`;
    fill(this.title, formatDay(start, { year: "numeric", month: "long" }));
    const before = (weekdayOf(start) - firstWeekday() + 7) % 7;
    const cells = [
      ...Array(before).fill(null),
      ...[...Array(daysInMonth(start)).keys()].map((index) => addDays(start, index)),
    ];
    const weeks = [...Array(Math.ceil(cells.length / 7)).keys()].map((week) => cells.slice(week * 7, week * 7 + 7));
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
    const steps = {
      ArrowLeft: () => addDays(this.day, -1),
      ArrowRight: () => addDays(this.day, 1),
      ArrowUp: () => addDays(this.day, -7),
      ArrowDown: () => addDays(this.day, 7),
      PageUp: () => addMonths(this.day, -1),
      PageDown: () => addMonths(this.day, 1),
      Home: () => addDays(this.day, -((weekdayOf(this.day) - firstWeekday() + 7) % 7)),
      End: () => addDays(this.day, 6 - ((weekdayOf(this.day) - firstWeekday() + 7) % 7)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.day = step();
    this.update();
    this.#focus();
  }
}

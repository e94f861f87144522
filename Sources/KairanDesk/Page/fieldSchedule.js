import { button, fill, h, labelled, removeButton, select } from "./dom.js";
import { numbers, twoDigits, weekOrder } from "./days.js";
import { isDay } from "./fieldTime.js";
import { monthNames, t, weekdayNames } from "./language.js";
import { chips, dayList, nextDays } from "./scheduleParts.js";
import { compact, hasParts, isRecord, isSame, isText } from "./values.js";

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weeks = ["1", "2", "3", "4", "5", "last"];
const monthDays = [...numbers(31).map((day) => `${day + 1}`), "last"];

/** One value and a list of it alone are the same in a file. */
const listOf = (value) => Array.isArray(value) ? value : (value ?? null) === null ? [] : [value];
const single = (values) => values.length === 1 ? values[0] : values;
const all = (test) => (value) => listOf(value).every(test);
const allOf = (values) => all((value) => values.includes(value));

/** The rules that a form can show. */
const rules = {
  daily: (value) => value === "true",
  weekly: allOf(weekdays),
  monthly: allOf(monthDays),
  nth: all((rule) => hasParts(rule, { weekday: allOf(weekdays), week: allOf(weeks) })),
  yearly: all((value) => isText(value) && /^\d\d-\d\d$/.test(value)),
  dates: all(isDay),
  between: (value) => hasParts(value, { from: isDay, until: isDay }),
  except: all(isDay),
};

/** On which days something happens, by simple rules that add up. */
export const kind = {
  isGroup: true,
  understands: (value) => value === "daily" || hasParts(value, rules),
  make: (slot) => new ScheduleEditor(slot).element,
};

class ScheduleEditor {
  constructor(slot) {
    this.slot = slot;
    this.isWord = !isRecord(slot.value);
    this.loaded = slot.value === "daily" ? { daily: "true" } : slot.value ?? {};
    this.value = this.loaded;
    this.element = h("div.schedule", [
      ["daily", "weekly", "monthly", "nth", "yearly", "dates"].map((name, index) => this.#rule(name, index)),
      h("div.schedule-more", this.#between(), this.#except()),
      nextDays(slot),
    ]);
  }

  /** What is as it was loaded stays as it was written. */
  #set(name, values) {
    const isAsBefore = isSame(listOf(this.loaded[name]), values);
    const value = isAsBefore ? this.loaded[name] : values.length ? single(values) : null;
    this.value = compact({ ...this.value, [name]: value }) ?? {};
    const isDaily = Object.keys(this.value).join() === "daily";
    this.slot.change(isDaily && this.isWord ? "daily" : compact(this.value));
  }

  /** A rule is switched on by its box, and then says more. */
  #rule(name, index) {
    const details = h("div.rule-details");
    const given = listOf(this.value[name]);
    const box = h("input", {
      ...{ type: "checkbox", id: index ? `${this.slot.id}-${name}` : this.slot.id, checked: given.length > 0 },
      onchange: () => {
        this.#set(name, name === "daily" && box.checked ? ["true"] : []);
        fill(details, box.checked && this.#details(name, []));
      },
    });
    fill(details, box.checked && this.#details(name, given));
    return h("div", h("label.radio", box, h("span", t(`schedule_${name}`))), details);
  }

  #details(name, given) {
    const set = (values) => this.#set(name, values);
    switch (name) {
      case "weekly":
        return weekdayChips(given, set);
      case "monthly":
        return chips(t("monthDays"), monthDays.map((day) => [day, day === "last" ? t("lastDay") : day]), given, set);
      case "nth":
        return nthRows(given, set);
      case "yearly":
        return yearlyRows(given, set);
      case "dates":
        return dayList(t("schedule_dates"), given, set);
      default:
        return null;
    }
  }

  #between() {
    const ends = ["from", "until"].map((name) => {
      const { between } = this.value;
      const input = h("input", {
        ...{ type: "date", id: `${this.slot.id}-between-${name}`, value: between?.[name] ?? "" },
        oninput: () => {
          if (input.validity.badInput) return;
          const value = compact({ ...this.value.between, [name]: input.value || null });
          this.#set("between", value ? [value] : []);
        },
      });
      return labelled(t(`between_${name}`), input);
    });
    return h("div.ends", ends);
  }

  #except() {
    const days = listOf(this.value.except);
    const list = dayList(t("schedule_except"), days, (values) => this.#set("except", values));
    return h("details", { open: days.length > 0 }, h("summary", t("schedule_except")), list);
  }
}

function weekdayChips(given, set) {
  const names = weekdayNames("short");
  return chips(t("weekdays"), weekOrder().map((day) => [weekdays[day], names[day]]), given, set);
}

/** Rows of which each stands for a value, and a button that adds one. */
function rowList(values, words, makeRow, fresh, set) {
  const rows = h("div");
  const draw = () => {
    const row = (value, index) => {
      const change = (next) => set(values = values.with(index, next));
      const remove = () => {
        set(values = values.toSpliced(index, 1));
        draw();
        add.focus();
      };
      return makeRow(value, change, remove);
    };
    fill(rows, values.map(row), add);
  };
  const add = button(t(words), () => {
    set(values = [...values, fresh]);
    draw();
    add.previousElementSibling.querySelector("input, select").focus();
  }, { class: "small" });
  draw();
  return rows;
}

/** Days such as the last Friday. What is not chosen to its end is not written yet. */
function nthRows(given, set) {
  const fresh = { weekday: null, week: null };
  const weekChoices = weeks.map((week) => [week, t(week === "last" ? "lastWeek" : `week_${week}`)]);
  const makeRow = (rule, change) => {
    const part = (name) => (values) => change(rule = { ...rule, [name]: values.length ? single(values) : null });
    return h("div.nth", [
      chips(t("weeks"), weekChoices, listOf(rule.week), part("week")),
      weekdayChips(listOf(rule.weekday), part("weekday")),
    ]);
  };
  const setWhole = (values) => set(values.filter(({ weekday, week }) => weekday && week));
  return rowList(given.length ? given : [fresh], "addRule", makeRow, fresh, setWhole);
}

/** Days of every year: a month and a day each. */
function yearlyRows(given, set) {
  const months = monthNames().map((name, index) => [twoDigits(index + 1), name]);
  const days = numbers(31).map((index) => [twoDigits(index + 1), `${index + 1}`]);
  const makeRow = (value, change, remove) => {
    const update = () => change(`${month.value}-${day.value}`);
    const month = select(months, value.slice(0, 2), { "aria-label": t("month"), onchange: update });
    const day = select(days, value.slice(3), { "aria-label": t("day"), onchange: update });
    return h("div.together.yearly", month, day, removeButton(value, remove));
  };
  return rowList(given, "addDay", makeRow, "01-01", set);
}

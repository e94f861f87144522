import { button, fill, h, labelled, removeButton, select } from "./dom.js";
import { monthNames, t, weekdayNames } from "./language.js";
import { firstWeekday } from "./days.js";
import { nextDays } from "./nextDays.js";
import { monthDays, rulesOf, scheduleOf, weekdays, weeks } from "./scheduleRules.js";
import { chips, dayList } from "./scheduleParts.js";

const kinds = ["daily", "weekly", "monthly", "nth", "yearly", "dates"];

/** On which days something happens, by simple rules that add up. */
export const kind = {
  isGroup: true,
  understands: (value) => rulesOf(value) !== null,
  make: (slot) => new ScheduleEditor(slot).element,
};

class ScheduleEditor {
  constructor(slot) {
    this.slot = slot;
    this.loaded = slot.value;
    this.rules = rulesOf(slot.value);
    const next = nextDays(slot);
    this.element = h("div.schedule", [
      kinds.map((kind, index) => this.#kind(kind, index)),
      h("div.schedule-more", this.#between(), this.#except()),
      next,
    ]);
  }

  #set(name, value) {
    this.rules = { ...this.rules, [name]: value };
    this.slot.change(scheduleOf(this.rules, this.loaded));
  }

  /** A rule is switched on by its box, and then says more. */
  #kind(kind, index) {
    const isOn = kind === "daily" ? this.rules.daily : this.rules[kind].length > 0;
    const details = h("div.rule-details", { hidden: !isOn || kind === "daily" });
    const fillDetails = () => fill(details, this.#details(kind));
    if (isOn) fillDetails();
    const box = h("input", {
      type: "checkbox",
      id: index ? `${this.slot.id}-${kind}` : this.slot.id,
      checked: isOn,
      onchange: () => {
        this.#set(kind, kind === "daily" ? box.checked : box.checked && kind === "nth" ? [emptyNth()] : []);
        details.hidden = !box.checked || kind === "daily";
        if (box.checked) fillDetails();
      },
    });
    return h("div.rule", h("label.radio", box, h("span", t(`schedule_${kind}`))), details);
  }

  #details(kind) {
    const { rules } = this;
    const set = (value) => this.#set(kind, value);
    if (kind === "weekly") return chips(t("weekdays"), weekdayChoices(), rules.weekly, set);
    if (kind === "monthly") return chips(t("monthDays"), monthDayChoices(), rules.monthly, set);
    if (kind === "yearly") return yearlyRows(rules.yearly, set);
    if (kind === "dates") return dayList(t("schedule_dates"), rules.dates, set);
    return kind === "nth" ? this.#nth() : null;
  }

  #nth() {
    const rows = this.rules.nth.map((rule, index) => {
      const set = (name, value) =>
        this.#set("nth", this.rules.nth.with(index, { ...this.rules.nth[index], [name]: value }));
      return h("div.nth", [
        chips(t("weeks"), weekChoices(), rule.week, (value) => set("week", value)),
        chips(t("weekdays"), weekdayChoices(), rule.weekday, (value) => set("weekday", value)),
      ]);
    });
    const box = h("div", rows);
    const add = button(t("addRule"), () => {
      this.#set("nth", [...this.rules.nth, emptyNth()]);
      box.replaceWith(this.#nth());
    }, { class: "small" });
    box.append(add);
    return box;
  }

  #between() {
    const end = (name) => {
      const id = `${this.slot.id}-between-${name}`;
      const oninput = () => {
        if (!input.validity.badInput) this.#set("between", { ...this.rules.between, [name]: input.value || null });
      };
      const input = h("input", { type: "date", id, value: this.rules.between[name] ?? "", oninput });
      return labelled(t(`between_${name}`), input);
    };
    return h("div.ends", end("from"), end("until"));
  }

  #except() {
    const days = dayList(t("schedule_except"), this.rules.except, (value) => this.#set("except", value));
    return h("details", { open: this.rules.except.length > 0 }, h("summary", t("schedule_except")), days);
  }
}

const emptyNth = () => ({ weekday: [], week: [] });

function weekdayChoices() {
  const [names, first] = [weekdayNames("short"), firstWeekday()];
  return [...Array(7).keys()].map((index) => (index + first) % 7).map((day) => [weekdays[day], names[day]]);
}

const monthDayChoices = () => monthDays.map((day) => [day, day === "last" ? t("lastDay") : day]);
const weekChoices = () => weeks.map((week) => [week, t(week === "last" ? "lastWeek" : `week_${week}`)]);

/** Days of every year: a month and a day each. */
function yearlyRows(days, set) {
  const rows = h("div.yearly");
  const draw = (all) => {
    const update = (next) => {
      set(next);
      draw(next);
    };
    const add = button(t("addDay"), () => {
      update([...all, "01-01"]);
      rows.querySelector(".yearly-row:last-of-type select")?.focus();
    }, { class: "small" });
    fill(rows, [
      all.map((day, index) =>
        yearlyRow(day, (next) => set(all = all.with(index, next)), () => {
          update(all.toSpliced(index, 1));
          add.focus();
        })
      ),
      add,
    ]);
  };
  draw(days);
  return rows;
}

function yearlyRow(value, change, remove) {
  let [month, day] = value.split("-");
  const pad = (number) => String(number).padStart(2, "0");
  const months = monthNames().map((name, index) => [pad(index + 1), name]);
  const dayNumbers = [...Array(31).keys()].map((index) => [pad(index + 1), `${index + 1}`]);
  const menu = (label, options, current, set) =>
    select(options, current, {
      "aria-label": label,
      onchange: (event) => {
        set(event.target.value);
        change(`${month}-${day}`);
      },
    });
  return h("div.together.yearly-row", [
    menu(t("month"), months, month, (next) => month = next),
    menu(t("day"), dayNumbers, day, (next) => day = next),
    removeButton(value, remove),
  ]);
}

import { isDay } from "./fieldTime.js";
import { isRecord, isText } from "./values.js";

/** Reads a schedule into the rules that a form can show, and writes them as files have them. */

export const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const monthDays = [...Array(31).keys()].map((day) => `${day + 1}`).concat("last");
export const weeks = ["1", "2", "3", "4", "5", "last"];
const known = ["daily", "weekly", "monthly", "nth", "yearly", "dates", "between", "except"];

const listOf = (value) => value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const oneOf = (values) => (value) => isText(value) && values.includes(value);
const isYearly = (value) => isText(value) && /^\d\d-\d\d$/.test(value);
const isWeekly = oneOf(weekdays);
const isMonthly = oneOf(monthDays);

/** The rules, or null for a schedule that has others. */
export function rulesOf(value) {
  if (value === null) return emptyRules();
  if (value === "daily") return { ...emptyRules(), daily: true };
  if (!isRecord(value) || !Object.keys(value).every((key) => known.includes(key))) return null;
  const nth = listOf(value.nth).map(nthOf);
  const rules = {
    daily: value.daily === "true",
    weekly: listOf(value.weekly),
    monthly: listOf(value.monthly),
    nth,
    yearly: listOf(value.yearly),
    dates: listOf(value.dates),
    between: value.between ?? {},
    except: isRecord(value.except) ? null : listOf(value.except),
  };
  return isClear(rules) && (value.daily ?? "true") === "true" ? rules : null;
}

function nthOf(rule) {
  if (!isRecord(rule) || Object.keys(rule).some((key) => key !== "weekday" && key !== "week")) return null;
  return { weekday: listOf(rule.weekday), week: listOf(rule.week) };
}

function isClear({ weekly, monthly, nth, yearly, dates, between, except }) {
  return weekly.every(isWeekly) && monthly.every(isMonthly) && yearly.every(isYearly) && dates.every(isDay) &&
    nth.every((rule) => rule && rule.weekday.every(isWeekly) && rule.week.every(oneOf(weeks))) &&
    except !== null && except.every(isDay) && isRecord(between) &&
    Object.entries(between).every(([key, day]) => ["from", "until"].includes(key) && isDay(day));
}

const emptyRules = () => ({
  ...{ daily: false, weekly: [], monthly: [], nth: [], yearly: [], dates: [], between: {}, except: [] },
});

/** The schedule as a file has it: one value without a list, several as one. */
export function scheduleOf(rules) {
  const value = {};
  if (rules.daily) value.daily = "true";
  for (const name of ["weekly", "monthly", "nth", "yearly", "dates"]) {
    const all = name === "nth"
      ? rules.nth.filter((rule) => rule.weekday.length && rule.week.length).map(writtenNth)
      : rules[name];
    if (all.length) value[name] = single(all);
  }
  const days = Object.keys(value);
  const between = Object.fromEntries(Object.entries(rules.between).filter(([, day]) => day));
  if (Object.keys(between).length) value.between = between;
  if (rules.except.length) value.except = rules.except;
  if (!Object.keys(value).length) return null;
  return rules.daily && days.length === 1 && Object.keys(value).length === 1 ? "daily" : value;
}

const single = (values) => values.length === 1 ? values[0] : values;
const writtenNth = ({ weekday, week }) => ({ weekday: single(weekday), week: single(week) });

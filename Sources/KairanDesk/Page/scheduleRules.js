import { isDay } from "./fieldTime.js";
import { compact, isRecord, isSame, isText } from "./values.js";

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

/**
 * The schedule as a file has it: one value without a list, several as one. What is still as in the schedule that was
 * loaded stays as it was written there.
 */
export function scheduleOf(rules, loaded) {
  const before = isRecord(loaded) ? rulesOf(loaded) : null;
  const value = {};
  for (const name of known) {
    if (before && name in loaded && isSame(before[name], rules[name])) value[name] = loaded[name];
    else if (written(name, rules) !== null) value[name] = written(name, rules);
  }
  const names = Object.keys(value);
  if (!names.length) return null;
  return names.join() === "daily" && !before ? "daily" : value;
}

function written(name, rules) {
  if (name === "daily") return rules.daily ? "true" : null;
  if (name === "between") return compact(rules.between);
  if (name === "except") return rules.except.length ? rules.except : null;
  const isWhole = ({ weekday, week }) => weekday.length && week.length;
  const all = name === "nth" ? rules.nth.filter(isWhole).map(writtenNth) : rules[name];
  return all.length ? single(all) : null;
}

const single = (values) => values.length === 1 ? values[0] : values;
const writtenNth = ({ weekday, week }) => ({ weekday: single(weekday), week: single(week) });

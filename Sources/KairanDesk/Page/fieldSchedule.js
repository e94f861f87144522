import { fill, h, labelled, removeButton, select, t } from "./dom.js";
import { numbers, twoDigits, weekdays, weekOrder } from "./days.js";
import { rowsOf } from "./fieldParts.js";
import { isDay, timeInput } from "./fieldTime.js";
import { monthNames, weekdayNames } from "./language.js";
import { compact, hasParts, isRecord, isSame, isText } from "./values.js";

const weeks = ["1", "2", "3", "4", "5", "last"];
const monthDays = [...numbers(31).map((day) => `${day + 1}`), "last"];

/** One value and a list of it alone are the same in a file. */
const listOf = (value) => Array.isArray(value) ? value : (value ?? null) === null ? [] : [value];
const single = (values) => values.length === 1 ? values[0] : values;
const all = (test) => (value) => listOf(value).every(test);
const allOf = (values) => all((value) => values.includes(value));

/** A collection that has days, or one of its fields, may stand for its days. */
const isName = (value) => isText(value) && /^[^\d\s.-][^\s.]*(\.[^\s.]+)?$/.test(value);
const areDays = all((value) => isDay(value) || isName(value));

const dayRules = {
	daily: (value) => value === "true",
	weekly: allOf(weekdays),
	monthly: allOf(monthDays),
	nth: all((rule) => hasParts(rule, { weekday: allOf(weekdays), week: allOf(weeks) })),
	yearly: all((value) => isText(value) && /^\d\d-\d\d$/.test(value)),
	dates: areDays,
};

const rules = {
	...dayRules,
	rrule: isText,
	text: isText,
	except: (value) => areDays(value) || hasParts(value, dayRules),
	between: (value) => hasParts(value, { from: isDay, until: isDay }),
};

export const schedule = {
	isGroup: true,
	understands: (value) => value === "daily" || hasParts(value, rules),
	make(slot) {
		const isWord = !isRecord(slot.value);
		const loaded = slot.value === "daily" ? { daily: "true" } : slot.value ?? {};
		const isDaily = (value) => Object.keys(value ?? {}).join() === "daily";
		return ruleList(rules, slot.id, loaded, (value) => slot.change(isWord && isDaily(value) ? "daily" : value));
	},
};

/** The rules of a schedule, or of the days that it leaves out. */
function ruleList(rules, id, loaded, change) {
	let value = loaded;
	const rule = (name, index) => {
		const isOpen = name === "between";
		const own = `${id}-${name}`;
		const set = (values) => {
			// A value as it was loaded stays as it was written.
			const isAsBefore = isSame(listOf(loaded[name]), values);
			value = compact({ ...value, [name]: values.length ? isAsBefore ? loaded[name] : single(values) : null });
			change(value);
		};
		const details = h("div.rule-details");
		const show = (given) => fill(details, (isOpen || box.checked) && editors[name]?.(given, set, own, name));
		const box = h("input", {
			...{ type: "checkbox", id: index ? own : id, checked: name in loaded },
			onchange() {
				set(name === "daily" && box.checked ? ["true"] : []);
				show([]);
			},
		});
		show(listOf(loaded[name]));
		return h("div", !isOpen && h("label.radio", box, t(`schedule_${name}`)), details);
	};
	return h("div", Object.keys(rules).map(rule));
}

const editors = {
	weekly: weekdayChips,
	monthly: (given, set) => chips("monthDays", monthDays.map((day) => [day, lastOr(day, "lastDay")]), given, set),
	nth: nthRows,
	yearly: yearlyRows,
	dates: dateRows,
	rrule: textRule,
	text: textRule,
	except: exceptions,
	between: ends,
};

function textRule([value = ""], set, id, name) {
	const oninput = ({ target }) => set(target.value ? [target.value] : []);
	return h("input", { id: `${id}-text`, value, oninput, ariaLabel: t(`schedule_${name}`) });
}

/** A list of days stays one until other rules join it. */
function exceptions(given, set, id) {
	const isList = !isRecord(given[0]);
	return ruleList(dayRules, `${id}-of`, isList ? { dates: given.length ? given : null } : given[0], (value) => {
		const isDates = isList && Object.keys(value ?? {}).join() === "dates";
		set(isDates ? listOf(value.dates) : listOf(value));
	});
}

function ends([value], set, id) {
	const end = (name) => {
		const input = timeInput({ type: "date", id: `${id}-${name}`, value: value?.[name] ?? "" }, (day) => {
			value = compact({ ...value, [name]: day });
			set(listOf(value));
		});
		return labelled(t(name), input);
	};
	return h("div.ends", ["from", "until"].map(end));
}

const lastOr = (value, word) => value === "last" ? t(word) : value;

/** Several values of which any number can be on; those of the file keep their order. */
function chips(word, choices, chosen, set) {
	const on = new Set(chosen);
	const boxes = choices.map(([value, text]) => {
		const onchange = ({ target }) => {
			if (target.checked) on.add(value);
			else on.delete(value);
			set([...on]);
		};
		return h("label.chip", h("input", { type: "checkbox", checked: on.has(value), onchange }), text);
	});
	return h("div.chips", { role: "group", ariaLabel: t(word) }, boxes);
}

function weekdayChips(given, set) {
	const names = weekdayNames("short");
	return chips("weekdays", weekOrder().map((day) => [weekdays[day], names[day]]), given, set);
}

/** Rows of which each stands for a value, and a button that adds one. What is not chosen yet is not written. */
function rowList(given, makeRow, fresh, set, isWhole = Boolean) {
	const slot = {
		value: given.length ? given : [fresh],
		change(next) {
			slot.value = next ?? [];
			set(slot.value.filter(isWhole));
		},
	};
	const rows = rowsOf(slot, "div", fresh, (value, index) =>
		h("div.together", [
			makeRow(value, (next) => rows.set(index, next)),
			removeButton(t("elementNumber", { n: index + 1 }), () => rows.remove(index)),
		]));
	return rows.element;
}

function nthRows(given, set) {
	const choices = weeks.map((week) => [week, lastOr(week, "lastWeek")]);
	const makeRow = (rule, change) => {
		const part = (name) => (values) => change(rule = { ...rule, [name]: values.length ? single(values) : null });
		return h("div", [
			chips("weeks", choices, listOf(rule.week), part("week")),
			weekdayChips(listOf(rule.weekday), part("weekday")),
		]);
	};
	return rowList(given, makeRow, { weekday: null, week: null }, set, ({ weekday, week }) => weekday && week);
}

function yearlyRows(given, set) {
	const months = monthNames().map((name, index) => [twoDigits(index + 1), name]);
	const days = numbers(31).map((index) => [twoDigits(index + 1), `${index + 1}`]);
	const makeRow = (value, change) => {
		const update = () => change(month.value && day.value && `${month.value}-${day.value}`);
		const menu = (word, options, chosen) =>
			select([["", t("choose")], ...options], chosen, { ariaLabel: t(word), onchange: update });
		const [month, day] = [menu("month", months, value.slice(0, 2)), menu("day", days, value.slice(3))];
		return [month, day];
	};
	return rowList(given, makeRow, "", set);
}

function dateRows(given, set) {
	const makeRow = (value, change) =>
		isName(value)
			? h("input", { value, ariaLabel: t("day"), oninput: ({ target }) => change(target.value) })
			: timeInput({ type: "date", value, ariaLabel: t("day") }, change);
	return rowList(given, makeRow, "", set);
}

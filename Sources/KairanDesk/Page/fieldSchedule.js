import { fill, h, labelled, removeButton, select, t } from "./dom.js";
import { numbers, twoDigits, weekOrder } from "./days.js";
import { rowsOf } from "./fieldList.js";
import { isDay, timeInput } from "./fieldTime.js";
import { monthNames, weekdayNames } from "./language.js";
import { compact, hasParts, isRecord, isSame, isText } from "./values.js";

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const weeks = ["1", "2", "3", "4", "5", "last"];
const monthDays = [...numbers(31).map((day) => `${day + 1}`), "last"];

/** One value and a list of it alone are the same in a file. */
const listOf = (value) => Array.isArray(value) ? value : (value ?? null) === null ? [] : [value];
const single = (values) => values.length === 1 ? values[0] : values;
const all = (test) => (value) => listOf(value).every(test);
const allOf = (values) => all((value) => values.includes(value));

const rules = {
	daily: (value) => value === "true",
	weekly: allOf(weekdays),
	monthly: allOf(monthDays),
	nth: all((rule) => hasParts(rule, { weekday: allOf(weekdays), week: allOf(weeks) })),
	yearly: all((value) => isText(value) && /^\d\d-\d\d$/.test(value)),
	dates: all(isDay),
	except: all(isDay),
	between: (value) => hasParts(value, { from: isDay, until: isDay }),
};

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
		const names = Object.keys(rules).filter((name) => name !== "between");
		this.element = h("div", names.map((name, index) => this.#rule(name, index)), this.#between());
	}

	/** What is as it was loaded stays as it was written. */
	#set(name, values) {
		const isAsBefore = isSame(listOf(this.loaded[name]), values);
		const value = isAsBefore ? this.loaded[name] : values.length ? single(values) : null;
		this.value = compact({ ...this.value, [name]: value }) ?? {};
		const isDaily = Object.keys(this.value).join() === "daily";
		this.slot.change(isDaily && this.isWord ? "daily" : compact(this.value));
	}

	#rule(name, index) {
		const details = h("div.rule-details");
		const show = (values) => {
			const set = (next) => this.#set(name, next);
			fill(details, box.checked && editors[name]?.(values, set));
		};
		const given = listOf(this.value[name]);
		const box = h("input", {
			...{ type: "checkbox", id: index ? `${this.slot.id}-${name}` : this.slot.id, checked: given.length > 0 },
			onchange: () => {
				this.#set(name, name === "daily" && box.checked ? ["true"] : []);
				show([]);
			},
		});
		show(given);
		return h("div", h("label.radio", box, t(`schedule_${name}`)), details);
	}

	#between() {
		const ends = ["from", "until"].map((name) => {
			const properties = { id: `${this.slot.id}-between-${name}`, value: this.value.between?.[name] ?? "" };
			const input = timeInput({ type: "date", ...properties }, (day) => {
				const value = compact({ ...this.value.between, [name]: day });
				this.#set("between", value ? [value] : []);
			});
			return labelled(t(`between_${name}`), input);
		});
		return h("div.ends", ends);
	}
}

const editors = {
	weekly: weekdayChips,
	monthly: (given, set) => chips("monthDays", monthDays.map((day) => [day, lastOr(day, "lastDay")]), given, set),
	nth: nthRows,
	yearly: yearlyRows,
	dates: dateRows,
	except: dateRows,
};

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
	return h("div.chips", { role: "group", "aria-label": t(word) }, boxes);
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

/** Days such as the last Friday. */
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
			select([["", t("choose")], ...options], chosen, { "aria-label": t(word), onchange: update });
		const [month, day] = [menu("month", months, value.slice(0, 2)), menu("day", days, value.slice(3))];
		return [month, day];
	};
	return rowList(given, makeRow, "", set);
}

function dateRows(given, set) {
	const makeRow = (value, change) => timeInput({ type: "date", value, "aria-label": t("day") }, change);
	return rowList(given, makeRow, "", set);
}

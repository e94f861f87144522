import { button, fill, h, t } from "./dom.js";
import { addDays, addMonths, monthOf, placeInWeek, weekOrder } from "./days.js";
import { formatDay, weekdayNames } from "./language.js";
import { site } from "./site.js";

/** A month in which days are chosen. `stateOf(day)` gives "chosen", "between" or "". */
export class Calendar {
	constructor({ label, start = site().today, stateOf, pick }) {
		Object.assign(this, { stateOf, pick });
		this.title = h("strong", { ariaLive: "polite" });
		this.rows = h("tbody");
		const [short, long] = [weekdayNames("narrow"), weekdayNames("long")];
		const heads = weekOrder().map((day) => h("th", { scope: "col", abbr: long[day] }, short[day]));
		this.element = h("div.calendar", [
			h("div.calendar-head", this.#step("‹", "monthBefore", -1), this.title, this.#step("›", "monthAfter", 1)),
			h("table", { role: "grid", ariaLabel: label, onkeydown: (event) => this.#press(event) }, [
				h("thead", h("tr", heads)),
				this.rows,
			]),
		]);
		this.show(start);
	}

	#step(sign, words, count) {
		return button(sign, () => this.show(addMonths(this.day, count)), "icon", { ariaLabel: t(words) });
	}

	show(day = this.day) {
		this.day = day;
		fill(this.title, formatDay(day, { year: "numeric", month: "long" }));
		const days = monthOf(day);
		const cells = [...Array(placeInWeek(days[0])), ...days].map((each) => each ? this.#cell(each) : h("td"));
		const weeks = [];
		while (cells.length) weeks.push(h("tr", cells.splice(0, 7)));
		fill(this.rows, weeks);
	}

	#cell(day) {
		const state = this.stateOf(day);
		const choose = () => {
			this.pick(day);
			this.#focus(day);
		};
		const control = button(`${Number(day.slice(8))}`, choose, `icon day is-${state}`, {
			tabIndex: day === this.day ? 0 : -1,
			ariaLabel: formatDay(day, { dateStyle: "full" }),
			ariaCurrent: day === site().today ? "date" : null,
		});
		return h("td", { ariaSelected: state !== "" }, control);
	}

	#focus(day) {
		this.show(day);
		this.rows.querySelector('[tabindex="0"]').focus();
	}

	#press(event) {
		const { day } = this;
		const place = placeInWeek(day);
		const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -place, End: 6 - place }[event.key];
		const months = { PageUp: -1, PageDown: 1 }[event.key];
		if (days === undefined && !months) return;
		this.#focus(months ? addMonths(day, months) : addDays(day, days));
		return false;
	}
}

import { Calendar } from "./calendar.js";
import { fill, h, radios, t } from "./dom.js";
import { isDay, isMoment, isTime } from "./fieldTime.js";
import { compact, controlID, hasParts, isRecord, isText } from "./values.js";

const isEnd = (value) => isDay(value) || isMoment(value);

export const window = {
	isGroup: true,
	understands: (value) => value === "always" || hasParts(value, { from: isEnd, until: isEnd }),
	make: (slot) => new WindowEditor(slot).element,
};

class WindowEditor {
	details = h("div.span");

	constructor(slot) {
		const { value, field, id } = slot;
		this.slot = slot;
		this.ends = isRecord(value) ? value : {};
		const modes = field.required ? ["always", "span"] : ["none", "always", "span"];
		const options = modes.map((mode) => [mode, t(`window_${mode}`)]);
		const mode = value === null ? "none" : isText(value) ? "always" : "span";
		const choose = (mode) => {
			this.#show(mode);
			slot.change(mode === "none" ? null : mode === "always" ? "always" : compact(this.ends));
		};
		this.element = h("div", radios(id, options, mode, choose), this.details);
		this.#show(mode);
	}

	#show(mode) {
		this.details.hidden = mode !== "span";
		if (mode !== "span") return fill(this.details);
		this.calendar = new Calendar({
			label: this.slot.label,
			start: this.#day("from") ?? this.#day("until"),
			stateOf: (day) => this.#stateOf(day),
			pick: (day) => this.#pick(day),
		});
		this.inputs = {};
		fill(this.details, h("div.ends", this.#end("from"), this.#end("until")), this.calendar.element);
		this.#write();
	}

	#day(name) {
		return this.ends[name]?.slice(0, 10);
	}

	#set(ends) {
		this.ends = ends;
		this.slot.change(compact(ends));
	}

	#end(name) {
		const oninput = () => {
			if (day.validity.badInput || time.validity.badInput) return;
			const moment = day.value && isTime(time.value) ? `${day.value}T${time.value}` : day.value;
			this.#set({ ...this.ends, [name]: moment || null });
			this.calendar.show(day.value || undefined);
		};
		const day = h("input", { type: "date", id: controlID([...this.slot.path, name]), oninput });
		const time = h("input", { type: "time", ariaLabel: t(`time_${name}`), oninput });
		this.inputs[name] = { day, time };
		const label = h("label", { htmlFor: day.id }, t(name));
		return h("div.end", label, h("div.together", day, time), h("span.quiet", t(`hint_${name}`)));
	}

	#write() {
		for (const [name, { day, time }] of Object.entries(this.inputs)) {
			day.value = this.#day(name) ?? "";
			time.value = this.ends[name]?.slice(11) ?? "";
		}
	}

	#stateOf(day) {
		const [from, until] = [this.#day("from"), this.#day("until")];
		if (day === from || day === until) return "chosen";
		return from && until && day > from && day < until ? "between" : "";
	}

	/** The first day chosen is the start, the second the end, and a third begins again. */
	#pick(day) {
		const { from, until } = this.ends;
		const isStart = !from || until || day < this.#day("from");
		const moment = day + (this.ends[isStart ? "from" : "until"]?.slice(10) ?? "");
		this.#set(isStart ? { from: moment } : { from, until: moment });
		this.#write();
	}
}

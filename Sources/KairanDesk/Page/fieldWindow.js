import { Calendar } from "./calendar.js";
import { fill, h, radios } from "./dom.js";
import { isDay, isMoment, isTime } from "./fieldTime.js";
import { t } from "./language.js";
import { compact, controlID, isRecord, isText } from "./values.js";

const isEnd = (value) => value === undefined || value === null || isDay(value) || isMoment(value);

/** When something is shown: always, or from one day (or moment) until another. */
export const kind = {
  isGroup: true,
  understands: (value) =>
    value === "always" ||
    isRecord(value) && Object.keys(value).every((key) => key === "from" || key === "until") &&
      isEnd(value.from) && isEnd(value.until),
  make(slot) {
    const editor = new WindowEditor(slot);
    return editor.element;
  },
};

class WindowEditor {
  constructor(slot) {
    this.slot = slot;
    const { value } = slot;
    this.mode = value === null ? "none" : isText(value) ? "always" : "span";
    this.ends = isRecord(value) ? { ...value } : {};
    this.details = h("div.span");
    this.element = h("div.window", this.#modes(), this.details);
    this.#drawDetails();
  }

  #modes() {
    const modes = this.slot.field.required ? ["always", "span"] : ["none", "always", "span"];
    const options = modes.map((mode) => [mode, t(`window_${mode}`)]);
    return radios(this.slot.id, options, this.mode, (mode) => this.#setMode(mode));
  }

  #setMode(mode) {
    this.mode = mode;
    this.#drawDetails();
    this.#changed();
  }

  #changed() {
    const span = compact(this.ends);
    this.slot.change(this.mode === "none" ? null : this.mode === "always" ? "always" : span);
  }

  #drawDetails() {
    this.details.hidden = this.mode !== "span";
    if (this.mode !== "span") return fill(this.details);
    this.inputs = {};
    const start = (this.ends.from ?? this.ends.until)?.slice(0, 10);
    this.calendar = new Calendar({
      label: this.slot.label,
      start,
      stateOf: (day) => this.#stateOf(day),
      pick: (day) => this.#pick(day),
    });
    fill(this.details, h("div.ends", this.#end("from"), this.#end("until")), this.calendar.element);
  }

  /** A day, and a time if the end is a moment. */
  #end(name) {
    const value = this.ends[name] ?? "";
    const id = controlID([...this.slot.path, name]);
    const day = h("input", { type: "date", id, value: value.slice(0, 10) });
    const time = h("input", { type: "time", value: value.slice(11), "aria-label": t(`time_${name}`) });
    const oninput = () => {
      if (day.validity.badInput || time.validity.badInput) return;
      const moment = day.value && isTime(time.value) ? `${day.value}T${time.value}` : day.value;
      this.ends = { ...this.ends, [name]: moment || null };
      this.calendar.update();
      if (day.value) this.calendar.reveal(day.value);
      this.#changed();
    };
    day.addEventListener("input", oninput);
    time.addEventListener("input", oninput);
    this.inputs[name] = { day, time };
    const hint = h("span.quiet", t(`hint_${name}`));
    return h("div.end", h("label", { htmlFor: id }, t(name)), h("div.together", day, time), hint);
  }

  #stateOf(day) {
    const [from, until] = [this.ends.from?.slice(0, 10), this.ends.until?.slice(0, 10)];
    if (day === from || day === until) return "chosen";
    return from && until && day > from && day < until ? "between" : "";
  }

  /** The first day chosen is the start, the second the end, and a third begins again. */
  #pick(day) {
    const { from, until } = this.ends;
    const isStart = !from || until || day < from.slice(0, 10);
    const name = isStart ? "from" : "until";
    const time = this.ends[name]?.slice(10) ?? "";
    this.ends = isStart ? { from: day + time } : { from, until: day + time };
    for (const [end, inputs] of Object.entries(this.inputs)) {
      inputs.day.value = this.ends[end]?.slice(0, 10) ?? "";
      inputs.time.value = this.ends[end]?.slice(11) ?? "";
    }
    this.#changed();
  }
}

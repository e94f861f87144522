import { Calendar } from "./calendar.js";
import { fill, h, removeButton } from "./dom.js";
import { formatDay } from "./language.js";

/** Several values of which any number can be on; those of the file keep their order. */
export function chips(label, choices, chosen, set) {
  const on = new Set(chosen);
  const boxes = choices.map(([value, text]) => {
    const box = h("input", {
      type: "checkbox",
      checked: on.has(value),
      onchange: () => {
        if (box.checked) on.add(value);
        else on.delete(value);
        set([...on]);
      },
    });
    return h("label.chip", box, h("span", text));
  });
  return h("div.chips", { role: "group", "aria-label": label }, boxes);
}

/** Single days: those chosen, and a calendar in which others are. */
export function dayList(label, days, set) {
  let chosen = [...days];
  const names = h("ul.days");
  const change = (next) => {
    chosen = next.toSorted();
    set(chosen);
    draw();
    calendar.update();
  };
  const calendar = new Calendar({
    label,
    start: chosen[0],
    stateOf: (day) => chosen.includes(day) ? "chosen" : "",
    pick: (day) => change(chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day]),
  });
  const remove = (day) => {
    change(chosen.filter((each) => each !== day));
    calendar.element.querySelector('td [tabindex="0"]').focus();
  };
  const item = (day) => h("li", formatDay(day), removeButton(formatDay(day), () => remove(day)));
  const draw = () => fill(names, chosen.map(item));
  draw();
  return h("div.day-list", calendar.element, names);
}

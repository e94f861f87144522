import { Calendar } from "./calendar.js";
import { fill, h, removeButton } from "./dom.js";
import { formatDay, t } from "./language.js";

/** Several values of which any number can be on; those of the file keep their order. */
export function chips(label, choices, chosen, set) {
  const on = new Set(chosen);
  const boxes = choices.map(([value, text]) => {
    const onchange = ({ target: { checked } }) => {
      if (checked) on.add(value);
      else on.delete(value);
      set([...on]);
    };
    return h("label.chip", h("input", { type: "checkbox", checked: on.has(value), onchange }), h("span", text));
  });
  return h("div.chips", { role: "group", "aria-label": label }, boxes);
}

/** Single days: those chosen, and a calendar in which others are. */
export function dayList(label, days, set) {
  const chosen = new Set(days);
  const names = h("ul.days");
  const toggle = (day) => {
    if (!chosen.delete(day)) chosen.add(day);
    set([...chosen].sort());
    draw();
  };
  const stateOf = (day) => chosen.has(day) ? "chosen" : "";
  const calendar = new Calendar({ label, start: days[0], stateOf, pick: toggle });
  const remove = (day) => {
    toggle(day);
    calendar.element.querySelector('td [tabindex="0"]').focus();
  };
  const item = (day) => h("li", formatDay(day), removeButton(formatDay(day), () => remove(day)));
  const draw = () => {
    calendar.show();
    fill(names, [...chosen].sort().map(item));
  };
  draw();
  return h("div.day-list", calendar.element, names);
}

/** The next days of a schedule, as soon as the server has told them. */
export function nextDays(slot) {
  const element = h("p.next-days");
  const options = { weekday: "short", month: "short", day: "numeric" };
  slot.onDays = (all) => {
    const days = all.slice(0, 6).map((day) => formatDay(day, options)).join(" · ");
    fill(element, days ? t("nextDays", { days }) : t("noNextDays"));
  };
  if (slot.value !== null) slot.form.onAsk(slot.path);
  return element;
}

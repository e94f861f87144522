import { fill, h } from "./dom.js";
import { formatDay, t } from "./language.js";

/** The next days of a schedule, as soon as the server has told them. */
export function nextDays(slot) {
  const element = h("p.next-days");
  const options = { weekday: "short", month: "short", day: "numeric" };
  slot.onDays = (days) => {
    const shown = days.slice(0, 6).map((day) => formatDay(day, options)).join(" · ");
    fill(element, days.length ? t("nextDays", { days: shown }) : t("noNextDays"));
  };
  if (slot.value !== null) slot.form.onAsk(slot.path);
  return element;
}

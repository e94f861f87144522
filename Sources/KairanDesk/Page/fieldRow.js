import { fill, h, setAttribute, t } from "./dom.js";
import { limitWords } from "./fieldLimits.js";
import { kindOf } from "./fields.js";
import { formatDay } from "./language.js";
import { mistakeWords } from "./mistakes.js";
import { controlID, isError, isText, pathKey } from "./values.js";

/**
 * A field with its label, its control, what is said about it, and its mistakes.
 *
 * The control gets a slot: `field`, `path`, `id`, `value`, `change(value)`, `describedBy`, `form`, and `redraw(value)`.
 * It may set `onHTML(text)` to hear what the server makes of its value.
 */
export function fieldRow(form, field, { path, value, change, label = field.label }) {
  const row = { label, element: h("div") };
  row.redraw = (next) => draw(form, field, row, { path, value: next, change });
  row.showMistakes = (mistakes) => showMistakes(row, mistakes);
  form.rows.set(pathKey(path), row);
  row.redraw(value);
  return row.element;
}

function draw(form, field, row, { path, value, change }) {
  const { label } = row;
  const id = controlID(path);
  const kind = kindOf(field, value);
  const limits = limitWords(field);
  const hint = field.help && h("p.hint", { id: `${id}-hint` }, field.help);
  const below = limits.length > 0 && h("p.limits", { id: `${id}-limits` }, limits.join(" · "));
  const counter = counterFor(field, `${id}-count`);
  row.list = h("ul.field-mistakes", { id: `${id}-mistakes` });
  row.describedBy = [hint, below, counter?.element].filter(Boolean).map((part) => part.id);
  row.slot = {
    ...{ field, path, id, form, label, value, kind },
    describedBy: row.describedBy.join(" ") || null,
    change(next) {
      row.slot.value = next;
      counter?.show(next);
      change(next);
    },
    redraw(next) {
      row.redraw(next);
      change(next);
    },
  };
  counter?.show(value);
  row.element.className = `field kind-${field.type}`;
  const title = [label, field.required && h("span.required", ` ${t("required")}`)];
  const head = kind.isGroup ? h("legend", title) : h("label", { htmlFor: id }, title);
  if (value && ["markdown", "schedule"].includes(field.type)) form.onAsk(path);
  const days = field.type === "schedule" && nextDays(row.slot);
  const parts = [head, hint, kind.make(row.slot), days, h("div.below", below, counter?.element), row.list];
  fill(row.element, kind.isGroup ? h("fieldset", { "aria-describedby": row.slot.describedBy }, parts) : parts);
}

/** Characters are counted as people do. */
function counterFor(field, id) {
  const limit = Number(field.limits?.maximumLength);
  if (!limit || field.localized || !["text", "markdown"].includes(field.type)) return null;
  const element = h("span.counter", { id });
  const show = (value) => {
    const n = isText(value) ? [...new Intl.Segmenter().segment(value)].length : 0;
    element.classList.toggle("bad", n > limit);
    fill(element, t("counter", { n, limit }));
  };
  return { element, show };
}

function nextDays(slot) {
  const element = h("p.next-days");
  slot.onDays = (all) => {
    const options = { weekday: "short", month: "short", day: "numeric" };
    const days = all.slice(0, 6).map((day) => formatDay(day, options)).join(" · ");
    fill(element, days ? t("nextDays", { days }) : t("noNextDays"));
  };
  return element;
}

function showMistakes(row, mistakes) {
  const said = JSON.stringify(mistakes);
  if (row.list.dataset.said === said) return;
  row.list.dataset.said = said;
  const items = mistakes.map((mistake) => {
    // The command's message about a missing field is meant for people who write files.
    const isMissing = mistake.rule === "field.missing";
    const words = isMissing ? { ...mistake, message: t("fillIn"), help: null } : mistake;
    return h("li", { class: mistake.severity }, mistakeWords(words));
  });
  fill(row.list, items);
  markControls(row, mistakes);
}

/** Tells those who hear the page which control is wrong, and why. */
function markControls({ element, slot, describedBy, list }, mistakes) {
  for (const control of element.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const main = document.getElementById(slot.id) ?? element.querySelector("fieldset");
  const ids = mistakes.length ? [...describedBy, list.id] : describedBy;
  if (main) setAttribute(main, "aria-describedby", ids.join(" "));
  for (const { path } of mistakes.filter(isError)) {
    const control = document.getElementById(controlID(path)) ?? main;
    if (control?.matches("input, select, textarea")) control.setAttribute("aria-invalid", "true");
  }
}

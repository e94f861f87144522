import { fill, h } from "./dom.js";
import { limitWords } from "./fieldLimits.js";
import { kindOf } from "./fields.js";
import { t } from "./language.js";
import { controlID, lengthOf } from "./values.js";

/**
 * A field with its label, its control, what is said about it, and its mistakes.
 *
 * The control gets a slot: `field`, `path`, `id`, `value`, `change(value)`, `describedBy`, `form`, and `redraw(value)`.
 * It may set `onHTML(text)` and `onDays(days)` to hear what the server makes of its value.
 */
export function fieldRow(form, field, { path, value, change, label = field.label }) {
  const row = { label, mistakes: [], field };
  const element = h("div");
  Object.assign(row, { element, redraw: (next) => draw(form, row, path, next, change) });
  row.showMistakes = (mistakes) => showMistakes(row, path, mistakes);
  form.register(path, row);
  row.redraw(value);
  return element;
}

function draw(form, row, path, value, change) {
  const { field, element, label } = row;
  const id = controlID(path);
  const kind = kindOf(field, value);
  const hint = field.help ? h("p.hint", { id: `${id}-hint` }, field.help) : null;
  const limits = limitWords(field);
  const below = limits.length ? h("p.limits", { id: `${id}-limits` }, limits.join(" · ")) : null;
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
  element.className = `field kind-${field.type}${kind.isGroup ? " is-group" : ""}`;
  const control = kind.make(row.slot);
  const title = [label, field.required && h("span.required", ` ${t("required")}`)];
  const head = kind.isGroup ? h("legend", title) : h("label", { htmlFor: id }, title);
  const parts = [head, hint, control, h("div.below", below, counter?.element), row.list];
  fill(element, kind.isGroup ? h("fieldset", { "aria-describedby": row.slot.describedBy }, parts) : parts);
}

/** Counts characters where their number is limited. */
function counterFor(field, id) {
  const limit = Number(field.limits?.maximumLength);
  if (!limit || field.localized || !["text", "markdown"].includes(field.type)) return null;
  const element = h("span.counter", { id });
  const show = (value) => {
    const count = typeof value === "string" ? lengthOf(value) : 0;
    element.classList.toggle("is-over", count > limit);
    fill(element, t("counter", { n: count, limit }));
  };
  return { element, show };
}

function showMistakes(row, path, mistakes) {
  const said = JSON.stringify(mistakes);
  if (row.list.dataset.said === said) return;
  row.list.dataset.said = said;
  row.element.classList.toggle("has-error", mistakes.some((mistake) => mistake.severity === "error"));
  fill(row.list, mistakes.map((mistake) => mistakeItem(mistake)));
  markControls(row, path, mistakes);
}

const mistakeItem = ({ severity, message, help, rule }) =>
  h("li", { class: severity }, [
    h("strong.severity", t(severity === "error" ? "error" : "warning")),
    // The command's message about a missing field is meant for people who write files.
    ` ${rule === "field.missing" ? t("fillIn") : message}`,
    help && rule !== "field.missing" && h("span.help", help),
  ]);

/** Tells those who hear the page which control is wrong, and why. */
function markControls(row, path, mistakes) {
  for (const control of row.element.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const main = document.getElementById(controlID(path)) ?? row.element.querySelector("fieldset");
  if (!main) return;
  const ids = mistakes.length ? [...row.describedBy, row.list.id] : row.describedBy;
  if (ids.length) main.setAttribute("aria-describedby", ids.join(" "));
  else main.removeAttribute("aria-describedby");
  for (const { severity, path: wrong } of mistakes) {
    const control = document.getElementById(controlID(wrong)) ?? main;
    if (severity === "error" && control.matches("input, select, textarea")) {
      control.setAttribute("aria-invalid", "true");
    }
  }
}

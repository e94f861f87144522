import { button, h } from "./dom.js";
import { t } from "./language.js";
import { nextDays } from "./nextDays.js";
import { isText } from "./values.js";

/**
 * A value that no other control can show. It stays as it is until somebody changes it as text; a value of several parts
 * is written as JSON.
 */
export const raw = {
  understands: () => true,
  make(slot) {
    const { value, id } = slot;
    const isPlain = value === null || isText(value);
    const note = h("p.hint", { id: `${id}-raw` }, t("rawNote"));
    const input = h("textarea", {
      id,
      rows: 1,
      class: "growing code",
      spellcheck: false,
      value: isPlain ? value ?? "" : JSON.stringify(value, null, 2),
      "aria-describedby": [`${id}-raw`, slot.describedBy].filter(Boolean).join(" "),
      oninput: () => slot.change(isPlain ? input.value || null : parsed(input.value)),
    });
    const replace = button(t("startAgain"), () => slot.redraw(null), { class: "small" });
    return h("div.raw", note, input, replace, slot.field.type === "schedule" && nextDays(slot));
  },
};

/** What is no JSON yet is sent as text, so that the server says that it is wrong, and nothing is lost. */
function parsed(text) {
  try {
    return scalarsAsText(JSON.parse(text));
  } catch {
    return text || null;
  }
}

function scalarsAsText(value) {
  if (Array.isArray(value)) return value.map(scalarsAsText);
  if (value === null) return null;
  if (typeof value !== "object") return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, scalarsAsText(part)]));
}

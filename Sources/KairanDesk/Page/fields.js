import { boolean, choice } from "./fieldChoice.js";
import { raw } from "./fieldRaw.js";
import { record } from "./fieldRecord.js";
import { color, line, text, url } from "./fieldText.js";
import { date, dateTime, time } from "./fieldTime.js";

/**
 * The control for each type of field. It has `make(slot)`, which gives an element; `isGroup` if that consists of several
 * controls; and `understands(value, field)`, whether it can show a value without losing any of it.
 */
const kinds = {
  ...{ text, boolean, date, time, dateTime, color, url, choice, record },
  ...{ id: line, integer: line, decimal: line, duration: line, email: line, phone: line, version: line },
};

/** The larger controls, by their modules. They are loaded when a form needs them. */
const modules = {
  ...{ markdown: "Markdown", reference: "Reference", window: "Window", schedule: "Schedule", point: "Point" },
  ...{ list: "List", map: "Map", oneOf: "OneOf", image: "File", file: "File", locales: "Locales" },
};

const typesOf = (field) => [field.type, ...field.localized ? ["locales"] : [], ...(field.parts ?? []).flatMap(typesOf)];

/** Loads the controls for some fields. */
export function loadKinds(fields) {
  const types = new Set(fields.flatMap(typesOf).filter((type) => type in modules));
  return Promise.all([...types].map(async (type) => kinds[type] = (await import(`./field${modules[type]}.js`)).kind));
}

export function kindOf(field, value) {
  const kind = kinds[field.localized ? "locales" : field.type] ?? raw;
  return value === null || kind.understands(value, field) ? kind : raw;
}

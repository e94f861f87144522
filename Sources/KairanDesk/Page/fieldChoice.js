import { radios, select } from "./dom.js";
import { t } from "./language.js";
import { isText } from "./values.js";
import { valueWords } from "./valueWords.js";

/** The words for no value: that of the default if there is one. */
const noneWords = (field) =>
  field.default === null || field.default === undefined
    ? t("none")
    : t("defaultIs", { value: valueWords(field, field.default) });

/** Few choices are all in sight; more of them are in a menu. A value that is none of them can be seen and kept. */
export const choice = {
  isGroup: true,
  understands: isText,
  make(slot) {
    const { field, value } = slot;
    const options = field.options.map((option) => [option.value, option.label || option.value]);
    if (value !== null && !options.some(([each]) => each === value)) {
      options.push([value, t("notAChoice", { value })]);
    }
    if (!field.required) options.unshift([null, noneWords(field)]);
    if (options.length <= 5) return radios(slot.id, options, slot.value, slot.change);
    if (field.required && value === null) options.unshift([null, t("choose")]);
    return select(options, value, {
      ...{ id: slot.id, "aria-label": slot.label },
      onchange: (event) => slot.change(event.target.value || null),
    });
  },
};

export const boolean = {
  isGroup: true,
  understands: (value) => value === "true" || value === "false",
  make(slot) {
    const options = [["true", t("yes")], ["false", t("no")]];
    if (!slot.field.required) options.push([null, noneWords(slot.field)]);
    return radios(slot.id, options, slot.value, slot.change);
  },
};

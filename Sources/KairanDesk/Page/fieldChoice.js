import { h } from "./dom.js";
import { defaultWords } from "./fieldLimits.js";
import { t } from "./language.js";
import { isText } from "./values.js";

/** The words for no value: that of the default if there is one. */
const noneWords = (field) =>
  field.default === null || field.default === undefined ? t("none") : t("defaultIs", { value: defaultWords(field) });

function radios(slot, options) {
  return h(
    "div.radios",
    options.map(([value, text], index) => {
      const id = index ? `${slot.id}-${index}` : slot.id;
      const input = h("input", {
        ...{ id, type: "radio", name: slot.id, checked: slot.value === value },
        onchange: () => slot.change(value),
      });
      return h("label.radio", input, h("span", text));
    }),
  );
}

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
    if (options.length <= 5) return radios(slot, options);
    const select = h("select", {
      id: slot.id,
      "aria-label": slot.label,
      onchange: () => slot.change(select.value === "" ? null : select.value),
    });
    if (field.required && value === null) options.unshift([null, t("choose")]);
    select.append(...options.map(([each, text]) => h("option", { value: each ?? "", selected: each === value }, text)));
    return select;
  },
};

export const boolean = {
  isGroup: true,
  understands: (value) => value === "true" || value === "false",
  make(slot) {
    const options = [["true", t("yes")], ["false", t("no")]];
    if (!slot.field.required) options.push([null, noneWords(slot.field)]);
    return radios(slot, options);
  },
};

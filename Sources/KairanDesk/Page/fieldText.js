import { h } from "./dom.js";
import { t } from "./language.js";
import { site } from "./site.js";
import { isText } from "./values.js";

const types = { url: "url", email: "email", phone: "tel" };
const modes = { integer: "numeric", decimal: "decimal" };

export const emptyIsNull = (text) => text === "" ? null : text;

const isLine = (value) => isText(value) && !value.includes("\n");

function lineInput(slot) {
  const { field } = slot;
  const input = h("input", {
    ...common(slot),
    type: types[field.type] ?? "text",
    inputMode: modes[field.type] ?? "",
    class: `line-${field.type}`,
    oninput: () => slot.change(emptyIsNull(input.value.trim())),
  });
  return input;
}

/** One line: numbers, names of mail boxes, versions. It is a text, so that nothing is lost of what a file has. */
export const line = { understands: isLine, make: lineInput };

/** An address, and beside it the way to what it leads to. */
export const url = {
  understands: isLine,
  make(slot) {
    const input = lineInput(slot);
    const link = h("a.beside", { target: "_blank", rel: "noopener" }, t("open"));
    const showLink = () => {
      link.hidden = !/^https?:\/\/[^/]/.test(input.value);
      if (!link.hidden) link.href = input.value;
    };
    input.addEventListener("input", showLink);
    showLink();
    return h("div.together", input, link);
  },
};

/** A text. It has one line if it is a title or must be short; otherwise it grows with what is typed. */
export const text = {
  understands: isText,
  make(slot) {
    const { field, form, value } = slot;
    const limit = Number(field.limits?.maximumLength ?? Infinity);
    const isTitle = slot.path.length === 1 && form.collection.titleField === field.name;
    const isLine = (isTitle || limit <= 80) && !value?.includes("\n");
    const input = isLine
      ? h("input", { ...common(slot), type: "text" })
      : h("textarea", { ...common(slot), rows: 1, class: "growing" });
    input.addEventListener("input", () => slot.change(emptyIsNull(input.value)));
    return input;
  },
};

export function common(slot) {
  return {
    id: slot.id,
    value: slot.value ?? "",
    "aria-describedby": slot.describedBy,
    "aria-required": slot.field.required ? "true" : null,
    autocomplete: "off",
    spellcheck: ["text", "markdown"].includes(slot.field.type),
    lang: slot.locale ?? slot.field.locale ?? site()?.language ?? "",
  };
}

const sixDigits = /^#[0-9a-f]{6}$/i;

/** A colour as a text, and beside it the colour itself, where one can be picked. */
export const color = {
  understands: isText,
  make(slot) {
    const input = h("input", { ...common(slot), type: "text", class: "line-color" });
    const swatch = h("input", { type: "color", "aria-label": t("pickColor", { name: slot.label }), class: "swatch" });
    const show = () => {
      const full = input.value.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");
      swatch.classList.toggle("is-empty", !sixDigits.test(full));
      if (sixDigits.test(full)) swatch.value = full.toLowerCase();
    };
    input.addEventListener("input", () => {
      slot.change(emptyIsNull(input.value.trim()));
      show();
    });
    swatch.addEventListener("input", () => {
      input.value = swatch.value;
      slot.change(swatch.value);
      show();
    });
    show();
    return h("div.together", swatch, input);
  },
};

import { button, h } from "./dom.js";
import { common, emptyIsNull } from "./fieldText.js";
import { t } from "./language.js";
import { Rendered } from "./rendered.js";
import { isText } from "./values.js";

/** A text with marks, a few buttons that set them, and below it what the server makes of it. */
export const kind = {
  understands: isText,
  make(slot) {
    const input = h("textarea", { ...common(slot), rows: 6, class: "growing markdown" });
    const change = () => slot.change(emptyIsNull(input.value));
    const rendered = new Rendered(slot.form.folder);
    input.addEventListener("input", change);
    input.addEventListener("keydown", (event) => {
      const mark = { b: "bold", i: "italic", k: "link" }[event.key.toLowerCase()];
      if (!mark || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      put(input, marks[mark]);
    });
    if (slot.value) slot.form.onAsk(slot.path);
    const preview = h("details.markdown-preview", { open: true, hidden: true }, [
      h("summary", t("preview")),
      rendered.element,
    ]);
    slot.onHTML = (html) => {
      preview.hidden = !html.trim();
      rendered.show(html);
    };
    return h("div.markdown-field", toolbar(input), input, preview);
  },
};

/** What each button puts around or before the chosen text. */
const marks = {
  bold: { sign: "B", around: ["**", "**"] },
  italic: { sign: "I", around: ["*", "*"] },
  link: { sign: "link", around: ["[", "](https://)"] },
  list: { sign: "list", before: "- " },
  heading: { sign: "heading", before: "## " },
};

function toolbar(input) {
  const buttons = Object.entries(marks).map(([name, mark], index) =>
    button(mark.sign.length > 1 ? t(`mark_${name}`) : mark.sign, () => put(input, mark), {
      class: `mark mark-${name}`,
      "aria-label": t(`mark_${name}`),
      title: t(`mark_${name}`),
      tabIndex: index ? -1 : 0,
    })
  );
  const bar = h("div.toolbar", { role: "toolbar", "aria-controls": input.id, "aria-label": t("toolbar") }, buttons);
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    for (const each of buttons) each.tabIndex = each === buttons[next] ? 0 : -1;
    buttons[next].focus();
  });
  return bar;
}

function put(input, { around, before }) {
  const { selectionStart: start, selectionEnd: end, value } = input;
  if (around) {
    replace(input, start, end, around[0] + value.slice(start, end) + around[1], around[0].length, end - start);
  } else {
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const lines = value.slice(from, end).split("\n");
    const isMarked = lines.every((line) => line.startsWith(before));
    const next = lines.map((line) => isMarked ? line.slice(before.length) : before + line).join("\n");
    replace(input, from, end, next, 0, next.length);
  }
}

/** Replaces a part of the text so that the browser can take it back (Ctrl+Z). */
function replace(input, from, to, text, offset, length) {
  input.focus();
  input.setSelectionRange(from, to);
  // No other command keeps the browser's own history of a text.
  if (!document.execCommand("insertText", false, text)) {
    input.setRangeText(text, from, to);
    input.dispatchEvent(new Event("input"));
  }
  input.setSelectionRange(from + offset, from + offset + length);
}

import { button, h, isComposing, t } from "./dom.js";
import { textControl } from "./fieldText.js";
import { Rendered } from "./rendered.js";
import { isText } from "./values.js";

export const markdown = {
	understands: isText,
	make(slot) {
		const onkeydown = (event) => {
			const mark = { b: "bold", i: "italic", k: "link" }[event.key.toLowerCase()];
			if (!mark || isComposing(event) || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
			put(input, mark);
			return false;
		};
		const input = textControl(slot, "textarea.growing.markdown", { rows: 6, onkeydown });
		const rendered = new Rendered(slot.form.entry);
		const summary = h("summary", t("preview"));
		const preview = h("details.markdown-preview", { open: true, hidden: true }, summary, rendered.element);
		slot.onHTML = (html) => {
			preview.hidden = !html.trim();
			rendered.show(html);
		};
		return h("div", toolbar(input), input, preview);
	},
};

const marks = { bold: ["**", "**"], italic: ["*", "*"], link: ["[", "](https://)"], list: ["- "], heading: ["## "] };

function toolbar(input) {
	const buttons = Object.keys(marks).map((name) => button(t(`mark_${name}`), () => put(input, name), "icon"));
	return h("div.toolbar", { role: "group", ariaLabel: t("toolbar") }, buttons);
}

function put(input, name) {
	const { selectionStart: start, selectionEnd: end, value } = input;
	const [before, after] = marks[name];
	if (after) return replace(input, start, end, before, value.slice(start, end), after);
	const from = value.lastIndexOf("\n", start - 1) + 1;
	const lines = value.slice(from, end).split("\n");
	const isMarked = lines.every((line) => line.startsWith(before));
	const next = lines.map((line) => isMarked ? line.slice(before.length) : before + line);
	replace(input, from, end, "", next.join("\n"), "");
}

function replace(input, from, to, before, text, after) {
	input.focus();
	input.setSelectionRange(from, to);
	// No other command keeps the browser's own history of a text (Ctrl+Z).
	document.execCommand("insertText", false, before + text + after);
	const start = from + before.length;
	input.setSelectionRange(start, start + text.length);
}

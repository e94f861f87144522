import { button, h, isComposing, t } from "./dom.js";
import { load } from "./api.js";
import { filesIn, pictureTypes, takeFile } from "./fieldFile.js";
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
		const note = h("p.hint", { role: "status", hidden: true });
		const take = async (files) => {
			const all = [];
			for (const file of files) {
				const taken = await takeFile(slot, note, file);
				if (taken) all.push({ path: taken.path, name: file.name, isPicture: taken.width > 0 });
			}
			putFiles(input, all);
		};
		const onGiven = (event) => {
			const { type } = event;
			const files = filesIn(event);
			input.classList.toggle("is-over", type === "dragover");
			if (!files.length || type === "dragleave") return;
			take(files);
			return false;
		};
		const listeners = { ondragover: onGiven, ondragleave: onGiven, ondrop: onGiven, onpaste: onGiven };
		const input = textControl(slot, "textarea.growing.markdown", { rows: 6, onkeydown, ...listeners });
		const rendered = new Rendered(slot.form.entry);
		const summary = h("summary", t("preview"));
		const preview = h("details.markdown-preview", { open: true, hidden: true }, summary, rendered.element);
		slot.onHTML = (html) => {
			preview.hidden = !html.trim();
			rendered.show(html);
		};
		return h("div", toolbar(input, take), input, note, preview);
	},
};

/** Each has the text before and after; a mark without a text after stands at the start of each line. */
const marks = {
	...{ bold: ["**", "**"], italic: ["*", "*"], link: ["[", "](https://)"], heading: ["## "] },
	...{ list: ["- "], numbers: ["1. "], quote: ["> "] },
};

function toolbar(input, take) {
	const chooser = h("input", {
		...{ type: "file", hidden: true, multiple: true, accept: pictureTypes },
		// The same file can be chosen again.
		onclick: () => chooser.value = "",
		onchange: () => take([...chooser.files]),
	});
	const choose = async () => {
		const path = await (await load("./pictures.js")).choosePicture();
		if (path) putFiles(input, [{ path: encodeURI(`/${path}`), name: "", isPicture: true }]);
	};
	return h("div.toolbar", { role: "group", ariaLabel: t("toolbar") }, [
		Object.keys(marks).map((name) => button(t(`mark_${name}`), () => put(input, name), "icon")),
		button(t("newPicture"), () => chooser.click(), "icon"),
		button(t("pictures"), choose, "icon"),
		chooser,
	]);
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

/** The words of the first are marked, to be written next; each further one stands in a paragraph of its own. */
function putFiles(input, files) {
	if (!files.length) return;
	const { selectionStart: start, selectionEnd: end, value } = input;
	const [[before, words, after], ...others] = files.map(linkTo);
	const rest = others.map((parts) => `\n\n${parts.join("")}`).join("");
	replace(input, start, end, before, value.slice(start, end) || words, after + rest);
}

/** The words are for those who cannot see the picture; a camera's names say nothing. */
function linkTo({ path, name, isPicture }) {
	const words = name.replace(/\.\w+$/, "").replaceAll(/[-_]+/g, " ").trim();
	const isNumber = /^(image|img|dsc|pxl|screenshot|photo)?\W*\d*(\W*\d+)*$/i.test(words);
	return [isPicture ? "![" : "[", isPicture && isNumber ? "" : words, `](${path})`];
}

function replace(input, from, to, before, text, after) {
	input.focus();
	input.setSelectionRange(from, to);
	// No other command keeps the browser's own history of a text (Ctrl+Z).
	document.execCommand("insertText", false, before + text + after);
	const start = from + before.length;
	input.setSelectionRange(start, start + text.length);
}

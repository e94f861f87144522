import { button, h, t } from "./dom.js";
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
		const input = h("textarea.growing.code", {
			...{ id, rows: 1, spellcheck: false, value: isPlain ? value ?? "" : JSON.stringify(value, null, 2) },
			oninput: () => slot.change(isPlain ? input.value || null : parsed(input.value)),
		});
		slot.describedBy += ` ${note.id}`;
		const startAgain = () => {
			slot.redraw(null);
			slot.change(null);
		};
		const replace = button(t("startAgain"), startAgain, { class: "small" });
		return h("div.raw", note, input, replace);
	},
};

/** What is no JSON yet is sent as text, so that the server says that it is wrong, and nothing is lost. */
function parsed(text) {
	try {
		return JSON.parse(text, (_, value) => ["number", "boolean"].includes(typeof value) ? `${value}` : value);
	} catch {
		return text || null;
	}
}

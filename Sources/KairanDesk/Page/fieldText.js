import { button, h, t } from "./dom.js";
import { site } from "./site.js";
import { isText } from "./values.js";

const types = { url: "url", email: "email", phone: "tel" };
const modes = { integer: "numeric", decimal: "decimal" };

const isLine = (value) => isText(value) && !value.includes("\n");

export const common = ({ id, value, field }) => ({
	...{ id, value: value ?? "", autocomplete: "off", spellcheck: ["text", "markdown"].includes(field.type) },
	ariaRequired: field.required,
	...{ lang: field.locale ?? site().language, dir: "auto" },
});

/** A control for a text; what is empty is missing. `onChange` hears of a change too. */
export function textControl(slot, tag, properties, onChange = () => {}) {
	const { type } = slot.field;
	const clean = (text) => ["text", "markdown"].includes(type) ? text : text.trim();
	const oninput = ({ target }) => {
		slot.change(clean(target.value) || null);
		onChange();
	};
	return h(tag, { ...common(slot), oninput, ...properties });
}

function lineControl(slot, onChange) {
	const { type } = slot.field;
	return textControl(slot, "input", { type: types[type] ?? "text", inputMode: modes[type] }, onChange);
}

/** Numbers are texts too, so that nothing is lost of what a file has. */
export const line = { understands: isLine, make: (slot) => lineControl(slot) };

export const url = {
	understands: isLine,
	make(slot) {
		const link = h("a.beside", { target: "_blank" }, t("open"));
		const show = () => {
			link.hidden = !/^https?:\/\/[^/]/.test(input.value);
			link.href = input.value;
		};
		const input = lineControl(slot, show);
		show();
		return h("div.together", input, link);
	},
};

export const text = {
	understands: isText,
	make(slot) {
		const { field, form, path, value } = slot;
		const isTitle = path.length === 1 && form.collection.titleField === field.name;
		const isShort = isTitle || Number(field.limits?.maximum ?? Infinity) <= 80 || field.limits?.matches;
		return isShort && !value?.includes("\n")
			? textControl(slot, "input", { type: "text" })
			: textControl(slot, "textarea.growing", { rows: 1 });
	},
};

export const color = {
	understands: isText,
	make(slot) {
		const swatch = h("input.swatch", {
			...{ type: "color", ariaLabel: t("pickColor", { name: slot.label }) },
			oninput: () => {
				input.value = swatch.value;
				input.dispatchEvent(new Event("input"));
			},
		});
		const show = () => {
			const full = input.value.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");
			const isColor = /^#[0-9a-f]{6}$/i.test(full);
			if (isColor) swatch.value = full;
			swatch.classList.toggle("is-empty", !isColor);
		};
		const input = lineControl(slot, show);
		show();
		return h("div.together", swatch, input);
	},
};

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
		return h("div.raw", note, input, button(t("startAgain"), startAgain, "small"));
	},
};

/** A text that is no JSON yet is sent as text, so that the server says that it is wrong, and nothing is lost. */
function parsed(text) {
	try {
		return JSON.parse(text, (_, value) => ["number", "boolean"].includes(typeof value) ? `${value}` : value);
	} catch {
		return text || null;
	}
}

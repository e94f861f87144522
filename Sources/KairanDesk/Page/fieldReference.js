import { fill, h, isComposing, removeButton, setAttribute, t } from "./dom.js";
import { common } from "./fieldText.js";
import { searched } from "./listFilters.js";
import { entriesOf, entryAddress, site } from "./site.js";
import { isText } from "./values.js";

/** More than these would hide the form; the search narrows them down. */
const mostShown = 50;

export const reference = {
	understands: isText,
	make: (slot) => new ReferenceBox(slot).element,
};

class ReferenceBox {
	entries = [];

	constructor(slot) {
		this.slot = slot;
		// A press in the list must not take the focus away before the click counts.
		const onpointerdown = () => false;
		const id = `${slot.id}-options`;
		this.options = h("ul.options", { role: "listbox", id, ariaLabel: slot.label, hidden: true, onpointerdown });
		this.input = h("input", {
			...{ ...common(slot), role: "combobox", ariaExpanded: false, ariaAutoComplete: "list", "aria-controls": id },
			oninput: () => this.#open(this.input.value),
			onclick: () => this.options.hidden && this.#open(""),
			onkeydown: (event) => this.#press(event),
			onblur: () => this.#leave(),
		});
		this.link = h("a.beside", t("open"));
		this.clear = removeButton(slot.label, () => this.#choose(null), t("remove"), "small");
		this.element = h("div.reference", h("div.together", this.input, this.link, this.clear), this.options);
		this.#show();
		this.#load();
	}

	async #load() {
		const entries = await entriesOf(this.slot.field.collection).catch(() => []);
		this.entries = entries.filter(({ state }) => state !== "trash");
		// Somebody may be typing already.
		if (!this.options.hidden) this.#open(this.input.value);
		else if (document.activeElement !== this.input) this.#show();
	}

	#show() {
		const { value, field } = this.slot;
		const entry = this.entries.find(({ id }) => id === value);
		this.input.value = entry?.title ?? value ?? "";
		this.link.hidden = !entry;
		this.clear.hidden = !value;
		if (entry) this.link.href = entryAddress(field.collection, value);
	}

	#open(typed) {
		const found = searched(this.entries, typed);
		this.shown = found.slice(0, mostShown);
		const rest = found.length - this.shown.length;
		const words = !found.length ? t("nothingFound") : rest > 0 && t("more", { n: rest });
		fill(this.options, [
			this.shown.map((entry, index) => this.#option(entry, index)),
			words && h("li.quiet", { role: "presentation" }, words),
		]);
		this.#toggle(true);
		this.#mark(typed && found.length ? 0 : -1);
	}

	#toggle(isOpen) {
		this.options.hidden = !isOpen;
		this.input.ariaExpanded = isOpen;
	}

	#option({ id, title }, index) {
		return h("li", {
			...{ role: "option", id: `${this.slot.id}-option-${index}`, lang: site().language },
			ariaSelected: id === this.slot.value,
			onclick: () => this.#choose(id),
		}, [title, h("span.id", id)]);
	}

	#mark(index) {
		this.active = index;
		const options = [...this.options.querySelectorAll('[role="option"]')];
		for (const option of options) option.classList.toggle("is-active", option === options[index]);
		options[index]?.scrollIntoView({ block: "nearest" });
		setAttribute(this.input, "aria-activedescendant", options[index]?.id);
	}

	#press(event) {
		if (isComposing(event)) return;
		const isOpen = !this.options.hidden;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step && !isOpen) this.#open("");
		else if (step) this.#mark((this.active + step + this.shown.length) % this.shown.length);
		else if (event.key === "Enter" && isOpen && this.active >= 0) this.#choose(this.shown[this.active].id);
		else if (event.key === "Escape" && isOpen) this.#close();
		else return;
		return false;
	}

	#choose(id) {
		this.slot.change(id);
		this.#close();
		this.input.focus();
	}

	#close() {
		this.#toggle(false);
		this.#mark(-1);
		this.#show();
	}

	/** Whoever typed an id or a title to its end, or emptied the field, has chosen. */
	#leave() {
		if (this.options.hidden) return;
		const typed = this.input.value.trim();
		const { id = this.slot.value } = this.entries.find(({ id, title }) => id === typed || title === typed) ?? {};
		const chosen = typed === "" ? null : id;
		if (chosen !== this.slot.value) this.slot.change(chosen);
		this.#close();
	}
}

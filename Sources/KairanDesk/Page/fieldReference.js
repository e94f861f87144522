import { fill, h, removeButton } from "./dom.js";
import { common } from "./fieldText.js";
import { t } from "./language.js";
import { folded } from "./listFilters.js";
import { entriesOf, entryAddress, site } from "./site.js";
import { isText } from "./values.js";

/** More than these would hide the form; the search narrows them down. */
const mostShown = 50;

/** The entry of another collection, found by its title or id: a combobox of ARIA with a list below it. */
export const kind = {
  understands: isText,
  make(slot) {
    const box = new ReferenceBox(slot);
    box.load();
    return box.element;
  },
};

class ReferenceBox {
  constructor(slot) {
    this.slot = slot;
    this.entries = [];
    this.active = -1;
    // A press in the list must not take the focus away before the click counts.
    const onpointerdown = (event) => event.preventDefault();
    this.options = h("ul.options", {
      ...{ role: "listbox", id: `${slot.id}-options`, "aria-label": slot.label, hidden: true, onpointerdown },
    });
    this.input = h("input", {
      ...{ ...common(slot), type: "text", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list" },
      "aria-controls": this.options.id,
      oninput: () => this.#open(this.input.value),
      onclick: () => this.options.hidden && this.#open(""),
      onkeydown: (event) => this.#press(event),
      onblur: () => this.#leave(),
    });
    this.link = h("a.beside", t("open"));
    this.clear = removeButton(slot.label, () => this.#choose(null), t("remove"), "small");
    this.element = h("div.reference", h("div.together", this.input, this.link, this.clear), this.options);
    this.#show();
  }

  async load() {
    const entries = await entriesOf(this.slot.field.collection).catch(() => []);
    this.entries = entries.filter((entry) => entry.state !== "trash");
    if (document.activeElement !== this.input) this.#show();
  }

  #show() {
    const { value, field } = this.slot;
    const entry = this.entries.find(({ id }) => id === value);
    this.input.value = entry?.title || (value ?? "");
    this.link.hidden = !entry;
    this.clear.hidden = !value;
    if (entry) this.link.href = entryAddress(field.collection, entry.id);
  }

  #open(typed) {
    const words = folded(typed).split(/\s+/).filter(Boolean);
    this.found = this.entries.filter((entry) => {
      const text = folded(`${entry.title} ${entry.id}`);
      return words.every((word) => text.includes(word));
    });
    const shown = this.found.slice(0, mostShown);
    const rest = this.found.length - shown.length;
    fill(this.options, [
      shown.map((entry, index) => this.#option(entry, index)),
      rest > 0 && h("li.rest", { role: "presentation" }, t("moreEntries", { n: rest })),
      !shown.length && h("li.rest", { role: "presentation" }, t("nothingFound")),
    ]);
    this.options.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#mark(typed && shown.length ? 0 : -1);
  }

  #option(entry, index) {
    return h("li", {
      ...{ role: "option", id: `${this.slot.id}-option-${index}`, lang: site().language },
      "aria-selected": String(entry.id === this.slot.value),
      onclick: () => this.#choose(entry.id),
    }, [
      entry.title || entry.id,
      h("span.id", entry.id),
    ]);
  }

  #mark(index) {
    this.options.querySelector(".is-active")?.classList.remove("is-active");
    this.active = index;
    const option = this.options.querySelectorAll('[role="option"]')[index];
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.classList.add("is-active");
    option.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  #press(event) {
    const isOpen = !this.options.hidden;
    const count = Math.min(this.found?.length ?? 0, mostShown);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) this.#open("");
      else if (count) this.#mark((this.active + (event.key === "ArrowDown" ? 1 : -1) + count) % count);
    } else if (event.key === "Enter" && isOpen && this.active >= 0) this.#choose(this.found[this.active].id);
    else if (event.key === "Escape" && isOpen) this.#close();
    else return;
    event.preventDefault();
  }

  #choose(id) {
    this.slot.change(id);
    this.#close();
    this.input.focus();
  }

  #close() {
    this.options.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.#show();
  }

  /** Whoever typed an id or a title to its end, or emptied the field, has chosen. */
  #leave() {
    if (this.options.hidden) return;
    const typed = this.input.value.trim();
    const entry = this.entries.find(({ id, title }) => id === typed || title === typed);
    if (typed === "" && this.slot.value) this.slot.change(null);
    else if (entry && entry.id !== this.slot.value) this.slot.change(entry.id);
    this.#close();
  }
}

import { fill, h } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { t } from "./language.js";
import { site } from "./site.js";
import { changesBetween, controlID, pathKey } from "./values.js";

/**
 * A form of the declared fields. It knows what was loaded and what differs from it, and shows mistakes where they are.
 * `entry` is what the server told of the entry, or only `{ collection, file }` for a new one.
 */
export class Form {
  constructor({ collection, entry, values, onChange, onAsk }) {
    Object.assign(this, { collection, entry, onChange, onAsk });
    this.loaded = entry.values ?? {};
    this.values = { ...this.loaded, ...values };
    this.rows = new Map();
    this.mistakes = [];
    this.summary = h("div.summary");
    const onsubmit = (event) => event.preventDefault();
    this.element = h("form.fields", { novalidate: true, onsubmit, "aria-label": t("fields") });
    this.#draw();
  }

  get changes() {
    return changesBetween(this.loaded, this.values);
  }

  get isChanged() {
    return Object.keys(this.changes).length > 0;
  }

  /** The folder that paths of pictures begin at. */
  get folder() {
    return this.entry.file ? this.entry.file.replace(/\/[^/]*$/, "") : `content/${this.collection.name}`;
  }

  #draw() {
    // The id is in the heading, and is changed there, as addresses depend on it.
    const names = this.collection.fields.filter((field) => field.name !== this.collection.idField);
    let group = null;
    const rows = names.flatMap((field) => {
      const row = this.#row(field);
      if (!field.group || field.group === group) return [row];
      group = field.group;
      return [h("h2.group", group), row];
    });
    fill(this.element, rows);
  }

  #row(field) {
    const { name } = field;
    return fieldRow(this, field, {
      path: [name],
      value: this.values[name] ?? null,
      change: (value) => {
        this.values = { ...this.values, [name]: value };
        this.onChange();
      },
    });
  }

  /** Puts a value into a field, as if somebody had typed it. */
  set(name, value) {
    this.values = { ...this.values, [name]: value };
    this.rows.get(name)?.redraw(value);
    this.onChange();
  }

  /** Takes over what the server has saved. Fields that were changed meanwhile stay as they were typed. */
  load(entry, changes = {}) {
    this.entry = entry;
    this.loaded = entry.values;
    const wanted = { ...entry.values, ...changes };
    for (const { name } of this.collection.fields) {
      const before = JSON.stringify(this.values[name] ?? null);
      if (before !== JSON.stringify(wanted[name] ?? null)) this.rows.get(name)?.redraw(wanted[name] ?? null);
    }
    this.values = wanted;
  }

  /** Rows tell where they are, so that mistakes find them; those of elements change with their lists. */
  register(path, row) {
    this.rows.set(pathKey(path), row);
  }

  #rowFor(path) {
    for (let end = path.length; end > 0; end -= 1) {
      const row = this.rows.get(pathKey(path.slice(0, end)));
      if (row?.element.isConnected) return row;
    }
    return null;
  }

  /** Shows each mistake at the deepest part that it is in, and all of them in the summary. */
  showMistakes(mistakes = this.mistakes) {
    this.mistakes = mistakes;
    const byRow = new Map();
    for (const mistake of mistakes) {
      const row = this.#rowFor(mistake.path);
      if (row && !mistake.elsewhere) byRow.set(row, [...(byRow.get(row) ?? []), mistake]);
    }
    for (const row of this.rows.values()) row.showMistakes(byRow.get(row) ?? []);
    this.#drawSummary(mistakes);
  }

  #drawSummary(mistakes) {
    const text = JSON.stringify(mistakes.map((mistake) => [mistake.path, mistake.message]));
    // The summary stays as it is while it says the same, so that it is not read again.
    if (this.summary.dataset.said === text) return;
    this.summary.dataset.said = text;
    const shown = mistakes.filter((mistake) => !mistake.elsewhere || !isKnown(mistake));
    const isError = ({ severity }) => severity === "error";
    const [own, others] = [shown.filter((each) => !each.elsewhere), shown.filter((each) => each.elsewhere)];
    fill(this.summary, [
      this.#part(own.filter(isError), "error", "errorsCount"),
      this.#part(others.filter(isError), "error", "errorsElsewhere"),
      this.#part(own.filter((each) => !isError(each)), "warning", "warningsCount"),
      this.#part(others.filter((each) => !isError(each)), "warning", "warningsElsewhere"),
    ]);
  }

  #part(mistakes, severity, words) {
    return mistakes.length > 0 && h("details", { class: `notice ${severity}`, open: severity === "error" }, [
      h("summary", t(words, { n: mistakes.length })),
      h("ul", mistakes.map((mistake) => this.#summaryItem(mistake))),
    ]);
  }

  #summaryItem(mistake) {
    const row = mistake.elsewhere ? null : this.#rowFor(mistake.path);
    if (!row) {
      return h("li", mistake.message, mistake.elsewhere && h("span.quiet", ` ${mistake.place}`));
    }
    const onclick = () => this.focus(mistake.path);
    return h("li", h("button.link", { type: "button", onclick }, `${row.label}: ${mistake.message}`));
  }

  /** Leads to the control of a part of the entry. */
  focus(path) {
    const row = this.#rowFor(path);
    if (!row) return false;
    const exact = document.getElementById(controlID(path));
    const control = exact?.matches("input, select, textarea, button")
      ? exact
      : row.element.querySelector("input:not([type=file]), select, textarea, button");
    (control ?? row.element).focus({ preventScroll: true });
    row.element.scrollIntoView({ block: "center" });
    return true;
  }

  /** Shows what the server makes of texts and schedules, each named by its path. */
  showResults({ html = {}, days = {} }) {
    for (const [key, text] of Object.entries(html)) this.rows.get(key)?.slot.onHTML?.(text);
    for (const [key, list] of Object.entries(days)) this.rows.get(key)?.slot.onDays?.(list);
  }
}

/** What was wrong in other files before is not of this form's making. */
const isKnown = ({ message, place }) =>
  site().mistakes.some((known) => known.message === message && known.place === place);

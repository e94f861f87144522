import { button, fill, h } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { Checker } from "./checker.js";
import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { listenForSave } from "./formView.js";
import { t } from "./language.js";
import { goTo, setGuard, showAgain } from "./router.js";
import { forgetLists, loadSite, watchSite } from "./site.js";
import { savedWords, say, sayNext } from "./status.js";

/** Shows an entry whose file no form can show, as the text of that file, with what is wrong at its lines. */
export function showEntryText(main, collection, entry, query) {
  const view = new EntryTextView(collection, entry);
  view.begin(main, query.get("place"));
  return () => view.end();
}

class EntryTextView {
  constructor(collection, entry) {
    Object.assign(this, { collection, entry, isDone: false });
    this.mistakes = h("div", { class: "summary" });
    this.checker = new Checker((isLast) => this.check(isLast));
    this.text = h("textarea", {
      ...{ id: "entry-text", class: "code", spellcheck: false, rows: entry.text.split("\n").length + 2 },
      value: draftOf(collection.name, entry.id)?.changes.text ?? entry.text,
      oninput: () => this.changed(),
    });
    this.save = button(t("save"), () => this.store(), { class: "main" });
  }

  begin(main, place) {
    const { collection, entry } = this;
    fill(
      main,
      h(
        "div",
        { class: "view entry" },
        h(
          "div",
          { class: "entry-head" },
          h("p", { class: "crumb" }, h("a", { href: `#/${collection.name}` }, collection.label), ` / ${entry.id}`),
          h("div", { class: "view-head" }, h("h1", {}, entry.title), h("div", { class: "actions" }, this.save)),
        ),
        h("p", { class: "notice warning" }, t("textOnly")),
        this.mistakes,
        h("div", { class: "field" }, h("label", { htmlFor: "entry-text" }, entry.file), this.text),
      ),
    );
    this.show(entry.mistakes);
    setGuard({
      isUnsaved: () => this.isUnsaved,
      save: () => this.store(true),
      discard: () => dropDraft(collection.name, entry.id),
      keep: () => {},
    });
    this.stopKeys = listenForSave(() => this.store());
    this.stopWatching = watchSite(() => this.reload());
    this.save.disabled = !this.isUnsaved;
    if (this.isUnsaved) this.changed();
    const mistake = entry.mistakes.find((each) => each.place === place);
    if (mistake) this.lead(mistake);
  }

  end() {
    this.checker.end();
    this.stopKeys();
    this.stopWatching();
  }

  get isUnsaved() {
    return !this.isDone && this.text.value !== this.entry.text;
  }

  get request() {
    const { collection, entry, text } = this;
    return { collection: collection.name, id: entry.id, hash: entry.hash, text: text.value };
  }

  changed() {
    this.save.disabled = !this.isUnsaved;
    keepDraft(this.collection.name, this.entry.id, this.entry.hash, this.isUnsaved ? { text: this.text.value } : {});
    say(this.isUnsaved ? t("unsaved", { n: 1 }) : "");
    this.checker.later();
  }

  async check(isLast) {
    try {
      const { mistakes } = await post("mend", { ...this.request, check: true });
      if (isLast()) this.show(mistakes);
    } catch (error) {
      const { status, mistakes } = refusal(error);
      if (status === 422) this.show(mistakes);
    }
  }

  show(mistakes) {
    const items = mistakes.map((mistake) => {
      const words = t("lineIs", { n: placeOf(mistake).line, message: mistake.message });
      return h(
        "li",
        {},
        h("button", { type: "button", class: "link", onclick: () => this.lead(mistake) }, words),
        mistake.help && h("span", { class: "quiet" }, ` ${mistake.help}`),
      );
    });
    fill(this.mistakes, items.length > 0 && h("div", { class: "notice error" }, h("ul", {}, items)));
  }

  /** Puts the cursor where a mistake is. */
  lead(mistake) {
    const { line, column } = placeOf(mistake);
    const lines = this.text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const before = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
    this.text.focus();
    this.text.setSelectionRange(start + before.length, start + (lines[line - 1] ?? "").length);
  }

  /** Something changed on disk, perhaps this file. */
  async reload() {
    if (this.isUnsaved) return;
    const entry = await get("entry", { collection: this.collection.name, id: this.entry.id }).catch(() => null);
    if (!this.isUnsaved && !this.isDone && entry?.hash !== this.entry.hash) showAgain();
  }

  /** Saves, and tells whether it could. */
  async store(isLeaving = false) {
    if (!this.isUnsaved) return true;
    say(t("saving"), "busy");
    try {
      const { isThere } = await post("mend", this.request);
      this.isDone = true;
      dropDraft(this.collection.name, this.entry.id);
      forgetLists();
      sayNext(savedWords());
      await loadSite();
      if (isLeaving) return true;
      if (isThere) showAgain();
      else goTo(`#/${this.collection.name}`);
      return true;
    } catch (error) {
      const { status, mistakes, message } = refusal(error);
      if (status === 422) this.show(mistakes);
      if (status) say(status === 422 ? t("notSaved") : message, "bad");
      return false;
    }
  }
}

function placeOf({ place }) {
  const [, line, column] = /:(\d+):(\d+)$/.exec(place).map(Number);
  return { line, column };
}

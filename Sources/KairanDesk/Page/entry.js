import { button, fill, h } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { entryActions } from "./entryActions.js";
import { entryNotices } from "./entryNotices.js";
import { showEntryText } from "./entryText.js";
import { loadKinds } from "./fields.js";
import { FormView } from "./formView.js";
import { t } from "./language.js";
import { LivePage } from "./livePage.js";
import { showAgain } from "./router.js";
import { collectionNamed, forgetLists, watchSite } from "./site.js";
import { say, saySaved } from "./status.js";

/** Shows an entry: its form, what is wrong with it, and the page beside it. */
export async function showEntry(main, collection, id, query) {
  const entry = await get("entry", { collection: collection.name, id });
  if (typeof entry.text === "string") return showEntryText(main, collection, entry, query);
  await loadKinds(collection.fields);
  const view = new EntryView(main, collection, entry);
  view.begin(query);
  return () => view.end();
}

class EntryView extends FormView {
  constructor(main, collection, entry) {
    const asked = new Set();
    super(main, collection, entry.id, entry, (path) => asked.add(path[0]));
    Object.assign(this, { asked, canUndo: false, live: new LivePage() });
    this.notices = h("div.notices");
    this.title = h("h1");
    this.save = button(t("save"), () => this.store(), { class: "main" });
    this.undo = button(t("undo"), () => this.takeBack(), { hidden: true });
  }

  begin(query) {
    super.begin();
    this.form.showMistakes(this.entry.mistakes);
    this.stopWatching = watchSite(() => this.reload());
    if (!this.form.isChanged && this.asked.size) this.checker.now();
    this.lead(query);
  }

  end() {
    super.end();
    this.stopWatching();
  }

  draw() {
    const { collection, entry, main } = this;
    main.className = "has-live";
    const isEditable = !entry.canEdit;
    fill(main, [
      h("div.view.entry", [
        h("div.entry-head", [
          h("p.crumb", h("a", { href: `#/${collection.name}` }, collection.label), ` / ${entry.id}`),
          h("div.view-head", this.title, h("div.actions", isEditable && [this.undo, this.save])),
        ]),
        entryActions(this),
        this.notices,
        isEditable && [this.form.summary, this.form.element],
        h("p.quiet.file-place", t("fileIs", { file: `${entry.file}:${entry.line}` })),
      ]),
      this.live.element,
    ]);
    this.drawFacts();
    this.drawNotices();
  }

  drawFacts() {
    fill(this.title, this.entry.title || this.entry.id);
    this.live.show(this.entry.pages);
    this.save.disabled = !this.form.isChanged;
    this.undo.hidden = !this.canUndo || this.form.isChanged;
  }

  drawNotices() {
    const { collection, entry } = this;
    const draft = this.form.isChanged ? null : draftOf(collection.name, entry.id);
    fill(this.notices, entryNotices(this, draft));
  }

  /** Takes up what was typed before and not saved. */
  takeUp(draft) {
    for (const [name, value] of Object.entries(draft.changes)) this.form.set(name, value);
    this.drawNotices();
    this.focusFirst();
  }

  focusFirst() {
    this.form.element.querySelector("input, select, textarea")?.focus();
  }

  changed() {
    const { changes } = this.form;
    keepDraft(this.collection.name, this.entry.id, this.entry.hash, changes);
    this.sayUnsaved();
    this.drawFacts();
    this.checker.later();
  }

  sayUnsaved() {
    const n = Object.keys(this.form.changes).length;
    say(n ? t("unsaved", { n }) : "");
  }

  get request() {
    return { collection: this.collection.name, id: this.entry.id, hash: this.entry.hash };
  }

  /** Asks what is wrong. Texts and schedules that are shown as the server makes them are asked for, changed or not. */
  async check(isLast) {
    const changes = { ...this.form.changes };
    for (const name of this.asked) changes[name] ??= this.form.values[name] ?? null;
    this.asked.clear();
    try {
      const answer = await post("check", { ...this.request, changes });
      if (!isLast()) return;
      this.form.showMistakes(answer.mistakes);
      this.form.showResults(answer);
    } catch (error) {
      const { status, mistakes } = refusal(error);
      // The server says the rest when somebody saves.
      if (status === 422) this.form.showMistakes(mistakes);
    }
  }

  /** Saves, and tells whether it could. One save waits for the other, as it begins with what that one left. */
  store() {
    const run = () => this.storeNow();
    this.saving = (this.saving ?? Promise.resolve()).then(run, run);
    return this.saving;
  }

  async storeNow() {
    if (!this.form.isChanged) return true;
    say(t("saving"), "busy");
    const { changes } = this.form;
    try {
      const answer = await post("save", { ...this.request, changes });
      this.canUndo = answer.undo;
      this.take(answer.entry, changes);
      saySaved();
      return true;
    } catch (error) {
      return this.failed(error);
    }
  }

  /** Takes over what the server has saved; what was typed meanwhile stays. */
  take(entry, sent = {}) {
    const rest = Object.entries(this.form.changes).filter(([name, value]) => value !== sent[name] || !(name in sent));
    this.entry = entry;
    this.isStale = false;
    this.form.load(entry, Object.fromEntries(rest));
    this.form.showMistakes(entry.mistakes);
    if (rest.length) this.changed();
    else dropDraft(this.collection.name, entry.id);
    forgetLists();
    this.drawFacts();
    this.drawNotices();
    if (this.asked.size) this.checker.now();
  }

  failed(error) {
    const { status, body, message, mistakes } = refusal(error);
    if (status === 409 && body.theirs) {
      say(t("notSaved"), "bad");
      return this.settle(body.theirs);
    }
    if (!status) this.sayUnsaved();
    else if (!mistakes.length) say(message, "bad");
    else {
      say(t("notSaved"), "bad");
      this.form.showMistakes(mistakes);
      this.form.summary.querySelector("summary")?.focus();
    }
    return false;
  }

  /** Somebody else changed the file: the reader chooses field by field, and it is saved again. */
  async settle(theirs) {
    const { settleConflict } = await import("./conflict.js");
    const changes = await settleConflict(this.collection, this.form, theirs);
    if (!changes) return false;
    this.entry = theirs;
    this.form.load(theirs, changes);
    if (this.form.isChanged) return this.storeNow();
    this.take(theirs);
    return true;
  }

  async takeBack() {
    try {
      const { entry } = await post("undo", { collection: this.collection.name, id: this.entry.id });
      this.canUndo = false;
      this.take(entry);
      say(t("undone"), "good");
      this.focusFirst();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Something changed on disk. Without changes of its own the form shows it; otherwise it says so. */
  async reload() {
    this.live.built();
    this.collection = collectionNamed(this.collection.name) ?? this.collection;
    const { entry: before } = this;
    const entry = await get("entry", { collection: this.collection.name, id: before.id }).catch(() => null);
    // If the entry was saved in the meantime, this answer is older than the form.
    if (!entry || before !== this.entry) return;
    // Its file cannot be read any more.
    if (typeof entry.text === "string" && !this.form.isChanged) return showAgain();
    if (!this.form.isChanged) return entry.hash === this.entry.hash ? this.refreshFacts(entry) : this.take(entry);
    this.refreshFacts({
      ...entry,
      ...{ hash: this.entry.hash, values: this.entry.values, mistakes: this.entry.mistakes },
    });
    this.isStale = entry.hash !== this.entry.hash;
    this.drawNotices();
    this.checker.later();
  }

  refreshFacts(entry) {
    this.entry = entry;
    this.drawFacts();
    if (!this.form.isChanged) this.form.showMistakes(entry.mistakes);
  }

  /** A link from a list of mistakes leads to the field. */
  lead(query) {
    const field = query.get("field");
    const place = query.get("place");
    const mistake = this.entry.mistakes.find((each) => each.place === place);
    const path = field?.split(".") ?? mistake?.path;
    if (path?.length) this.form.focus(path);
  }
}

import { button, fill, h } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { settleConflict } from "./conflict.js";
import { draftOf, dropDraft } from "./drafts.js";
import { entryActions } from "./entryActions.js";
import { entryNotices } from "./entryNotices.js";
import { EntryTextView } from "./entryText.js";
import { loadKinds } from "./fields.js";
import { FormView } from "./formView.js";
import { t } from "./language.js";
import { LivePage } from "./livePage.js";
import { showAgain } from "./router.js";
import { collectionNamed, watchSite } from "./site.js";
import { savedWords, say } from "./status.js";

/** Shows an entry: its form, what is wrong with it, and the page beside it. */
export async function showEntry(main, collection, id, query) {
  const entry = await get("entry", { collection: collection.name, id });
  await loadKinds(collection.fields);
  const View = isBroken(entry) ? EntryTextView : EntryView;
  return new View(main, collection, entry).begin(query.get("place"));
}

const isBroken = ({ text }) => typeof text === "string";

class EntryView extends FormView {
  constructor(main, collection, entry) {
    const asked = new Set();
    super(main, collection, entry, "save", (path) => asked.add(path[0]));
    Object.assign(this, { asked, canUndo: false, live: new LivePage() });
    this.notices = h("div.notices");
    this.undo = button(t("undo"), () => this.takeBack());
    this.button.hidden = Boolean(entry.canEdit);
  }

  /** A link from a list of mistakes leads to the field. */
  begin(place) {
    const end = super.begin();
    this.form.showMistakes(this.entry.mistakes);
    this.stopWatching = watchSite(() => this.reload());
    if (!this.isUnsaved && this.asked.size) this.check();
    const mistake = this.entry.mistakes.find((each) => each.place === place);
    if (mistake) this.form.focus(mistake.path);
    return end;
  }

  end() {
    super.end();
    this.stopWatching();
  }

  draw() {
    const { entry, form, main } = this;
    main.className = "has-live";
    fill(main, [
      h("div.view.entry", [
        this.head(this.undo),
        entryActions(this),
        this.notices,
        !entry.canEdit && [form.summary, form.element],
        h("p.quiet.file-place", t("fileIs", { file: `${entry.file}:${entry.line}` })),
      ]),
      this.live.element,
    ]);
    this.drawNotices();
  }

  drawFacts() {
    super.drawFacts();
    fill(this.title, this.entry.title || this.entry.id);
    this.live.show(this.entry.pages);
    this.undo.hidden = !this.canUndo || this.isUnsaved;
  }

  drawNotices() {
    fill(this.notices, entryNotices(this, this.isUnsaved ? null : draftOf(this.entry)));
  }

  /** Takes up what was typed before and not saved. */
  takeUp({ changes }) {
    for (const [name, value] of Object.entries(changes)) this.form.set(name, value);
    this.drawNotices();
    this.focusFirst();
  }

  focusFirst() {
    this.form.element.querySelector("input, select, textarea")?.focus();
  }

  get request() {
    const { collection, id, hash } = this.entry;
    return { collection, id, hash, changes: { ...this.changes } };
  }

  /** Texts and schedules that are shown as the server makes them are asked for, changed or not. */
  ask() {
    const { request } = this;
    for (const name of this.asked) request.changes[name] ??= this.form.values[name] ?? null;
    this.asked.clear();
    return post("check", request);
  }

  async save() {
    const { request } = this;
    const answer = await post("save", request);
    this.canUndo = answer.undo;
    this.take(answer.entry, request.changes);
    say(savedWords(), "good");
    return true;
  }

  /** Takes over what the server has saved; what was typed meanwhile stays. */
  take(entry, sent = {}) {
    const rest = Object.entries(this.changes).filter(([name, value]) => value !== sent[name] || !(name in sent));
    this.entry = entry;
    this.isStale = false;
    this.form.load(entry, Object.fromEntries(rest));
    this.form.showMistakes(entry.mistakes);
    if (rest.length) this.changed();
    else dropDraft(entry);
    this.drawFacts();
    this.drawNotices();
    if (this.asked.size) this.check();
  }

  failed(error) {
    const { theirs } = refusal(error).body;
    if (!theirs) return super.failed(error);
    say(t("notSaved"), "bad");
    return this.settle(theirs);
  }

  /** Somebody else changed the file: the reader chooses field by field, and it is saved again. */
  async settle(theirs) {
    const changes = await settleConflict(this.collection, this.form, theirs);
    if (!changes) return false;
    this.entry = theirs;
    this.form.load(theirs, changes);
    if (!this.isUnsaved) this.take(theirs);
    return !this.isUnsaved || this.save().catch((error) => this.failed(error));
  }

  async takeBack() {
    try {
      const { entry } = await post("undo", this.request);
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
    const before = this.entry;
    const { collection, id, hash, values, mistakes } = before;
    this.collection = collectionNamed(collection) ?? this.collection;
    const entry = await get("entry", { collection, id }).catch(() => null);
    // If the entry was saved in the meantime, this answer is older than the form.
    if (!entry || before !== this.entry) return;
    const isOther = entry.hash !== hash;
    if (!this.isUnsaved) {
      if (isBroken(entry)) return showAgain();
      if (isOther) return this.take(entry);
      this.form.showMistakes(entry.mistakes);
    }
    this.entry = this.isUnsaved ? { ...entry, hash, values, mistakes } : entry;
    this.isStale = isOther;
    this.drawFacts();
    this.drawNotices();
    if (this.isUnsaved) this.check();
  }
}

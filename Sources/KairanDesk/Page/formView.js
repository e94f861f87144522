import { Checker } from "./checker.js";
import { carry, dropDraft, takeCarried } from "./drafts.js";
import { Form } from "./form.js";
import { setGuard } from "./router.js";

/** What the views of an entry and of a new one have in common: a form that is checked, saved, and left only with care. */
export class FormView {
  /** `id` is that of the entry, or "+". */
  constructor(main, collection, id, entry, onAsk = () => {}) {
    Object.assign(this, { main, collection, id, entry, isDone: false });
    this.checker = new Checker((isLast) => this.check(isLast));
    const values = takeCarried(collection.name, id) ?? this.draft?.changes ?? {};
    this.form = new Form({ collection, entry, values, onChange: () => this.changed(), onAsk });
  }

  begin() {
    this.draw();
    setGuard({
      isUnsaved: () => !this.isDone && this.form.isChanged,
      save: () => this.store(true),
      discard: () => this.discard(),
      keep: () => carry(this.collection.name, this.id, this.form.changes),
    });
    this.stopKeys = listenForSave(() => this.store());
    if (this.form.isChanged) this.changed();
  }

  end() {
    this.checker.end();
    this.stopKeys();
  }

  discard() {
    this.isDone = true;
    dropDraft(this.collection.name, this.id);
  }
}

/** Ctrl+S and Cmd+S; returns a function that ends this. */
export function listenForSave(save) {
  const listener = (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) save();
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}

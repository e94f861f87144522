import { button, fill, h } from "./dom.js";
import { post, refusal } from "./api.js";
import { Checker } from "./checker.js";
import { carry, draftOf, dropDraft, keepDraft, takeCarried } from "./drafts.js";
import { listenForSave } from "./entry.js";
import { loadKinds } from "./fields.js";
import { Form } from "./form.js";
import { t } from "./language.js";
import { goTo, setGuard } from "./router.js";
import { entryAddress, forgetLists, loadSite } from "./site.js";
import { savedWords, say, sayNext } from "./status.js";

/** Shows an empty form for a new entry. */
export async function showNewEntry(main, collection) {
  await loadKinds(collection.fields);
  const view = new NewEntryView(main, collection);
  view.begin();
  return () => view.end();
}

class NewEntryView {
  constructor(main, collection) {
    Object.assign(this, { main, collection, isTried: false, isDone: false, isOwnID: false });
    const values = takeCarried(collection.name, "+") ?? draftOf(collection.name, "+")?.changes ?? {};
    this.touched = new Set(Object.keys(values));
    this.checker = new Checker((isLast) => this.check(isLast));
    this.form = new Form({
      ...{ collection, entry: { values: {}, file: "" }, values },
      onChange: () => this.changed(),
      onAsk: () => {},
    });
    this.id = h("input", {
      ...{
        id: "field-id",
        type: "text",
        autocomplete: "off",
        spellcheck: false,
        "aria-describedby": "id-hint id-mistakes",
      },
      oninput: () => {
        this.isOwnID = this.id.value !== "";
        this.checker.later();
      },
    });
    this.idMistakes = h("ul.field-mistakes", { id: "id-mistakes" });
  }

  begin() {
    const { collection, form } = this;
    fill(this.main, [
      h("div.view.entry.narrow", [
        h("div.entry-head", [
          h("p.crumb", h("a", { href: `#/${collection.name}` }, collection.label)),
          h("div.view-head", [
            h("h1", t("newEntryIn", { name: collection.label })),
            h("div.actions", button(t("create"), () => this.create(), { class: "main" })),
          ]),
        ]),
        form.summary,
        form.element,
        h("div.field.id-field", [
          h("label", { htmlFor: "field-id" }, t("id")),
          h("p.hint", { id: "id-hint" }, t("idHint")),
          this.id,
          this.idMistakes,
        ]),
      ]),
    ]);
    setGuard({
      isUnsaved: () => !this.isDone && form.isChanged,
      save: () => this.create(true),
      discard: () => dropDraft(collection.name, "+"),
      keep: () => carry(collection.name, "+", form.changes),
    });
    this.stopKeys = listenForSave(() => this.create());
    if (form.isChanged) this.changed();
  }

  end() {
    this.checker.end();
    this.stopKeys();
  }

  changed() {
    const { changes } = this.form;
    for (const name of Object.keys(changes)) this.touched.add(name);
    keepDraft(this.collection.name, "+", "", changes);
    say(Object.keys(changes).length ? t("notCreated") : "");
    this.checker.later();
  }

  /** The text by which people will know the entry. */
  get title() {
    const { titleField, fields } = this.collection;
    const name = titleField ?? fields.find((field) => field.type === "text")?.name;
    const value = this.form.values[name];
    return typeof value === "string" ? value : Object.values(value ?? {}).find(Boolean) ?? "";
  }

  async check(isLast) {
    try {
      if (!this.isOwnID) {
        // What no text may hold is told at its field, by the question below.
        const title = this.title.replaceAll(/\p{Cc}/gu, " ");
        const { id } = await post("propose", { collection: this.collection.name, title });
        if (!this.isOwnID) this.id.value = id;
      }
      const answer = await post("create", { ...this.request, check: true });
      if (!isLast()) return;
      this.show(answer.mistakes ?? []);
      this.form.showResults(answer);
    } catch (error) {
      const { status, mistakes, body } = refusal(error);
      if (!status) return;
      this.show(mistakes);
      this.form.showResults(body);
    }
  }

  get request() {
    return { collection: this.collection.name, id: this.id.value.trim(), changes: this.form.changes };
  }

  /** Before somebody tries to save, what was not filled in yet is no mistake. */
  show(mistakes) {
    const isOfID = ({ path }) => path[0] === "id" || path[0] === this.collection.idField;
    const shown = mistakes.filter((mistake) => this.isTried || this.touched.has(mistake.path[0]) || isOfID(mistake));
    const ofID = shown.filter((mistake) => isOfID(mistake) && (this.isTried || this.id.value));
    fill(this.idMistakes, [
      ofID.map(({ message, help }) => h("li.error", message, help && h("span.help", help))),
    ]);
    if (ofID.length) this.id.setAttribute("aria-invalid", "true");
    else this.id.removeAttribute("aria-invalid");
    this.form.showMistakes(shown.filter((mistake) => !isOfID(mistake)));
  }

  /** Writes the entry, and tells whether it could. Whoever presses the button again gets the same answer. */
  create(isLeaving = false) {
    this.creating ??= this.createNow(isLeaving).finally(() => this.creating = null);
    return this.creating;
  }

  async createNow(isLeaving) {
    this.isTried = true;
    say(t("saving"), "busy");
    try {
      const { id } = await post("create", { ...this.request, check: false });
      this.isDone = true;
      dropDraft(this.collection.name, "+");
      forgetLists();
      if (!isLeaving) {
        sayNext(savedWords());
        goTo(entryAddress(this.collection.name, id));
      }
      await loadSite();
      return true;
    } catch (error) {
      const { status, mistakes, message } = refusal(error);
      if (status) {
        say(mistakes.length ? t("notSaved") : message, "bad");
        this.show(mistakes);
        (this.form.summary.querySelector("summary") ?? this.id).focus();
      } else say(t("notCreated"));
      return false;
    }
  }
}

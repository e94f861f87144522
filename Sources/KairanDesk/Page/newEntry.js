import { button, fill, h } from "./dom.js";
import { post, refusal } from "./api.js";
import { draftOf, keepDraft } from "./drafts.js";
import { loadKinds } from "./fields.js";
import { FormView } from "./formView.js";
import { t } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, forgetLists, loadSite } from "./site.js";
import { savedWords, say, sayNext } from "./status.js";

/** Shows an empty form for a new entry. */
export async function showNewEntry(main, collection) {
  await loadKinds(collection.fields);
  const view = new NewEntryView(main, collection);
  view.begin();
  return () => view.end();
}

class NewEntryView extends FormView {
  constructor(main, collection) {
    super(main, collection, "+", { values: {}, file: "" });
    Object.assign(this, { isTried: false, isOwnID: false, touched: new Set(Object.keys(this.form.changes)) });
    this.input = h("input", {
      ...{ id: "field-id", type: "text", autocomplete: "off", spellcheck: false },
      "aria-describedby": "id-hint id-mistakes",
      oninput: () => {
        this.isOwnID = this.input.value !== "";
        this.checker.later();
      },
    });
    this.idMistakes = h("ul.field-mistakes", { id: "id-mistakes" });
  }

  draw() {
    const { collection, form } = this;
    fill(this.main, [
      h("div.view.entry.narrow", [
        h("div.entry-head", [
          h("p.crumb", h("a", { href: `#/${collection.name}` }, collection.label)),
          h("div.view-head", [
            h("h1", t("newEntryIn", { name: collection.label })),
            h("div.actions", button(t("create"), () => this.store(), { class: "main" })),
          ]),
        ]),
        form.summary,
        form.element,
        h("div.field.id-field", [
          h("label", { htmlFor: "field-id" }, t("id")),
          h("p.hint", { id: "id-hint" }, t("idHint")),
          this.input,
          this.idMistakes,
        ]),
      ]),
    ]);
  }

  /** What was typed before goes on where it ended. */
  get draft() {
    return draftOf(this.collection.name, "+");
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

  /** Takes over the id that the server makes of the title, unless somebody typed one. */
  async propose() {
    if (this.isOwnID) return;
    // What no text may hold is told at its field, by the next question.
    const title = this.title.replaceAll(/\p{Cc}/gu, " ");
    const { id } = await post("propose", { collection: this.collection.name, title });
    if (!this.isOwnID) this.input.value = id;
  }

  async check(isLast) {
    try {
      await this.propose();
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
    return { collection: this.collection.name, id: this.input.value.trim(), changes: this.form.changes };
  }

  /** Before somebody tries to save, what was not filled in yet is no mistake. */
  show(mistakes) {
    const isOfID = ({ path }) => path[0] === "id" || path[0] === this.collection.idField;
    const shown = mistakes.filter((mistake) => this.isTried || this.touched.has(mistake.path[0]) || isOfID(mistake));
    const ofID = shown.filter((mistake) => isOfID(mistake) && (this.isTried || this.input.value));
    fill(this.idMistakes, [
      ofID.map(({ message, help }) => h("li.error", message, help && h("span.help", help))),
    ]);
    if (ofID.length) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
    this.form.showMistakes(shown.filter((mistake) => !isOfID(mistake)));
  }

  /** Writes the entry, and tells whether it could. Whoever presses the button again gets the same answer. */
  store(isLeaving = false) {
    this.creating ??= this.create(isLeaving).finally(() => this.creating = null);
    return this.creating;
  }

  async create(isLeaving) {
    this.isTried = true;
    say(t("saving"), "busy");
    try {
      await this.propose();
      const { id } = await post("create", { ...this.request, check: false });
      this.discard();
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
        (this.form.summary.querySelector("summary") ?? this.input).focus();
      } else say(t("notCreated"));
      return false;
    }
  }
}

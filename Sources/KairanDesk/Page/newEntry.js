import { fill, h, showView, t } from "./dom.js";
import { post } from "./api.js";
import { draftOf } from "./drafts.js";
import { fieldRow } from "./fieldRow.js";
import { FormView } from "./formView.js";
import { LivePage } from "./livePage.js";
import { goTo } from "./router.js";
import { entryAddress, loadSite } from "./site.js";
import { savedWords, sayNext } from "./status.js";

export const showNewEntry = (collection) => new NewEntryView(collection).begin();

class NewEntryView extends FormView {
	constructor(collection) {
		super(collection, { collection: collection.name, id: "", hash: "", values: {}, mistakes: [] }, "create");
		Object.assign(this, { isTried: false, touched: new Set(), live: new LivePage() });
		fill(this.title, t("newEntryIn", { name: collection.label }));
	}

	draw() {
		const { form } = this;
		const field = { name: "id", type: "id", label: t("id"), help: t("idHint") };
		const change = (id) => {
			this.isOwnID = id !== null;
			this.changed();
		};
		const value = draftOf(this.entry).changes[""] ?? null;
		this.isOwnID = value !== null;
		const id = fieldRow(form, field, { path: ["id"], value, change });
		this.input = id.querySelector("input");
		this.parts = h("div", form.element, h("div.id-field", id));
		showView(this.head(this.live.link), form.summary, this.parts);
		this.live.stand();
	}

	get isToSave() {
		return !this.isDone;
	}

	/** The key "" holds a typed id, as no field has it. */
	get changes() {
		return this.isOwnID ? { ...super.changes, "": this.input.value } : super.changes;
	}

	changed() {
		for (const name of Object.keys(this.changes)) this.touched.add(name);
		super.changed();
	}

	/** The text by which people will know the entry. What no text may hold is told at its field. */
	get name() {
		const value = this.form.values[this.collection.titleField];
		const text = typeof value === "string" ? value : Object.values(value ?? {}).find(Boolean) ?? "";
		return text.replaceAll(/\p{Cc}/gu, " ");
	}

	async ask(check = true) {
		const { collection } = this.entry;
		if (!this.isOwnID) {
			const { id } = await post("propose", { collection, title: this.name, check });
			if (!this.isOwnID) this.input.value = id;
		}
		return post("create", { collection, id: this.input.value.trim(), changes: this.form.changes, check, form: this.live.form });
	}

	/** Before somebody tries to save, what was not filled in yet is no mistake. */
	show({ mistakes = [], pages = [], ...results }) {
		if (pages.length) this.live.show(pages, true);
		const named = mistakes.map((mistake) =>
			mistake.path[0] === this.collection.idField ? { ...mistake, path: ["id"] } : mistake
		);
		const isShown = ({ path: [name] }) =>
			this.isTried || this.touched.has(name) || name === "id" && this.input.value !== "";
		super.show({ mistakes: named.filter(isShown), ...results });
	}

	async save(isLeaving) {
		this.isTried = true;
		// A text typed while the entry is made would be in neither form.
		this.parts.inert = true;
		const { id } = await this.ask(false);
		this.discard();
		if (!isLeaving) {
			sayNext(savedWords());
			goTo(entryAddress(this.collection.name, id));
		}
		await loadSite();
		return true;
	}

	failed(error) {
		this.parts.inert = false;
		return super.failed(error);
	}
}

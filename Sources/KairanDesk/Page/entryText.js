import { button, fill, h, showView, t } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { draftOf } from "./drafts.js";
import { historyLink } from "./entryActions.js";
import { EditView } from "./formView.js";
import { goTo, showAgain } from "./router.js";
import { loadSite } from "./site.js";
import { savedWords, sayNext } from "./status.js";

/** The text of a file that no form can show, with what is wrong at its lines. */
export class EntryTextView extends EditView {
	constructor(collection, entry) {
		super(collection, entry);
		const { changes, before } = draftOf(entry);
		// Nothing is written over what somebody else has saved since.
		if ("" in changes) entry.hash = before.hash;
		this.theirs = h("div");
		this.summary = h("div.summary");
		this.text = h("textarea.code", {
			...{ id: "entry-text", spellcheck: false, rows: entry.text.split("\n").length + 2 },
			value: changes[""] ?? entry.text,
			oninput: () => this.changed(),
		});
	}

	draw() {
		const label = h("label", { htmlFor: "entry-text" }, this.entry.file);
		const notice = h("p.notice.warning", t("textOnly"));
		showView(this.head(historyLink(this.entry)), notice, this.summary, this.theirs, label, this.text);
		this.show(this.entry);
	}

	get changes() {
		const { value } = this.text;
		// No field has this name.
		return value === this.entry.text ? {} : { "": value };
	}

	ask(check = true) {
		const { collection, id, hash } = this.entry;
		return post("mend", { collection, id, hash, text: this.text.value, check });
	}

	show({ mistakes = [] }) {
		const items = mistakes.map((mistake) => {
			const words = t("lineIs", { n: lineOf(mistake), message: mistake.message });
			const { help } = mistake;
			return h("li", button(words, () => this.lead(mistake), "link"), help && h("span.quiet", ` ${help}`));
		});
		fill(this.summary, items.length > 0 && h("div.notice.error", h("ul", items)));
	}

	lead(mistake) {
		const lines = this.text.value.split("\n").slice(0, lineOf(mistake));
		const end = lines.join("\n").length;
		this.text.focus();
		this.text.setSelectionRange(end - lines.at(-1).length, end);
	}

	/** Their text is shown, and saving again writes over it. */
	failed(error) {
		const { hash, text } = refusal(error).body;
		if (hash) {
			this.entry.hash = hash;
			const label = t("textTheirs");
			const theirs = h("pre.differences", { tabIndex: 0, role: "group", ariaLabel: label }, text);
			fill(this.theirs, h("p.notice.warning", label), theirs);
		}
		return super.failed(error);
	}

	async reload() {
		const { collection, id, hash } = this.entry;
		const entry = await get("entry", { collection, id }).catch(() => null);
		if (!this.isUnsaved && !this.isDone && entry?.hash !== hash) showAgain();
	}

	async save(isLeaving) {
		const { isThere } = await this.ask(false);
		this.discard();
		sayNext(savedWords());
		await loadSite();
		if (!isLeaving && isThere) showAgain();
		else if (!isLeaving) goTo(`#/${this.collection.name}`);
		return true;
	}
}

const lineOf = ({ place }) => Number(place.split(":").at(-2));

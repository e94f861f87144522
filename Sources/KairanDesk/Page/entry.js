import { button, fill, h, showView, t } from "./dom.js";
import { get, load, post, refusal } from "./api.js";
import { settleConflict } from "./conflict.js";
import { dropDraft } from "./drafts.js";
import { entryActions, entryNotices } from "./entryActions.js";
import { FormView } from "./formView.js";
import { LivePage } from "./livePage.js";
import { showAgain } from "./router.js";
import { savedWords, say } from "./status.js";
import { isSame } from "./values.js";

export async function showEntry(collection, id, query) {
	const entry = await get("entry", { collection: collection.name, id });
	const View = isBroken(entry) ? (await load("./entryText.js")).EntryTextView : EntryView;
	return new View(collection, entry).begin(query.get("place"));
}

const isBroken = ({ text }) => typeof text === "string";

class EntryView extends FormView {
	constructor(collection, entry) {
		const asked = new Set();
		super(collection, entry, "save", (path) => asked.add(path[0]));
		Object.assign(this, { asked, live: new LivePage() });
		this.notices = h("div");
		this.undo = button(t("undo"), () => this.takeBack());
		this.button.hidden = Boolean(entry.canEdit);
	}

	draw() {
		const { entry, form } = this;
		const file = h("p.quiet.file-place", `${entry.file}:${entry.line}`);
		const fields = !entry.canEdit && [form.summary, form.element];
		showView(this.head(this.undo), entryActions(this), this.notices, fields, file);
		this.live.stand();
		this.drawState();
	}

	drawState() {
		this.drawNotices();
		this.form.showMistakes(this.entry.mistakes);
		if (this.asked.size) this.check();
	}

	drawNotices() {
		fill(this.notices, entryNotices(this));
	}

	drawFacts() {
		super.drawFacts();
		fill(this.title, this.entry.title);
		this.live.show(this.entry.pages);
		this.undo.hidden = !this.entry.canUndo || this.isUnsaved;
	}

	lead({ path }) {
		this.form.focus(path);
	}

	get request() {
		const { collection, id, hash } = this.entry;
		return { collection, id, hash, changes: { ...this.changes }, form: this.live.form };
	}

	show(answer) {
		super.show(answer);
		if (answer.html) this.asked.clear();
		if (answer.pages?.length && (this.isUnsaved || this.live.isTyped)) this.live.show(answer.pages, true);
	}

	/** Texts and schedules that are shown as the server makes them are asked for, changed or not. */
	ask() {
		const { request } = this;
		for (const name of this.asked) request.changes[name] ??= this.form.values[name] ?? null;
		return post("check", request);
	}

	async save() {
		const { request } = this;
		const answer = await post("save", request);
		say(savedWords(), "good");
		this.take(answer.entry, request.changes);
		return true;
	}

	/** Takes over what the server has saved; what was typed meanwhile stays. */
	take(entry, sent = {}) {
		const rest = Object.entries(this.changes).filter(([name, value]) => value !== sent[name] || !(name in sent));
		this.entry = entry;
		this.isStale = false;
		this.form.load(entry, Object.fromEntries(rest));
		if (rest.length) this.changed();
		else dropDraft(entry);
		this.drawFacts();
		this.drawState();
	}

	failed(error) {
		const { theirs } = refusal(error).body;
		if (!theirs) return super.failed(error);
		say(t("notSaved"), "bad");
		return this.settle(theirs);
	}

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
			say(t("undone"), "good");
			this.take(entry);
			this.title.focus();
		} catch (error) {
			this.failed(error);
		}
	}

	/** Does what a mistake offers. What was typed is saved first, as that may move the mistake. */
	async remedy({ rule, message, path }, remedy) {
		if (!await this.store()) return;
		const isMeant = (each) => each.rule === rule && each.message === message && isSame(each.path, path);
		const [found, other] = this.entry.mistakes.filter(isMeant);
		if (!found || other) return say(t("notMended"), "bad");
		const { collection, id, hash } = this.entry;
		try {
			const { entry } = await post("fix", { collection, id, hash, rule, place: found.place, remedy });
			say(savedWords(), "good");
			this.take(entry);
			this.title.focus();
		} catch (error) {
			this.failed(error);
		}
	}

	/** Something changed on disk. Without changes of its own the form shows it; otherwise it says so. */
	async reload() {
		const before = this.entry;
		const { collection, id, hash, values, mistakes } = before;
		const entry = await get("entry", { collection, id }).catch(refusal);
		// If the entry was saved in the meantime, this answer is older than the form.
		if (before !== this.entry) return;
		this.isGone = entry.status === 404;
		if (this.isGone && !this.isUnsaved) return showAgain();
		if (!entry.hash) return this.drawNotices();
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

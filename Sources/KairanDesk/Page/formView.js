import { button, crumb, h, t } from "./dom.js";
import { refusal } from "./api.js";
import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { Form } from "./form.js";
import { setGuard, showAgain } from "./router.js";
import { watchSite } from "./site.js";
import { say } from "./status.js";

function inTurn() {
	let last = Promise.resolve();
	return (task) => last = last.then(task, task);
}

/**
 * All views in which something is edited have this in common: it is checked as it is typed, saved, and left only with
 * care. Each has `changes`, `draw()`, `ask()` for what is wrong, `show()` for the answer, and `save()`.
 */
export class EditView {
	#checks = 0;
	/** How long nobody has to type before the next check, in milliseconds: as long as the last one took. */
	#pause = 100;
	#checking = inTurn();
	#saving = inTurn();

	constructor(collection, entry, action = "save") {
		Object.assign(this, { collection, entry, isDone: false });
		this.title = h("h1", { tabIndex: -1 }, entry.title);
		this.button = button(t(action), () => this.store(), "main");
	}

	begin(place) {
		this.draw();
		this.drawFacts();
		setGuard(this);
		globalThis.onkeydown = ({ key, ctrlKey, metaKey, altKey }) => {
			if (key.toLowerCase() !== "s" || !(ctrlKey || metaKey) || altKey) return;
			if (!document.querySelector("dialog[open]")) this.store();
			return false;
		};
		const unwatch = watchSite(() => this.reload());
		if (this.isUnsaved) this.changed();
		const mistake = this.entry.mistakes.find((each) => each.place === place);
		if (mistake) this.lead(mistake);
		return () => {
			this.#checks += 1;
			clearTimeout(this.timer);
			globalThis.onkeydown = null;
			unwatch();
		};
	}

	reload() {}

	head(...actions) {
		const { collection, entry } = this;
		const discard = () => {
			this.discard();
			showAgain();
		};
		this.draftNotice = h("div.notice", h("p", t("hasDraft")), button(t("discard"), discard, "small"));
		return [
			h("div.entry-head", [
				crumb(collection, entry.id && ` / ${entry.id}`),
				h("div.view-head", this.title, h("div.actions", actions, this.button)),
			]),
			this.draftNotice,
		];
	}

	get isUnsaved() {
		return !this.isDone && Object.keys(this.changes).length > 0;
	}

	get isToSave() {
		return this.isUnsaved;
	}

	drawFacts() {
		this.button.disabled = !this.isToSave;
		if (!this.isUnsaved) this.draftNotice.remove();
	}

	changed() {
		keepDraft(this.entry, this.changes);
		this.sayUnsaved();
		this.drawFacts();
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.check(), this.#pause);
	}

	sayUnsaved() {
		const n = Object.keys(this.changes).length;
		say(n ? t("unsaved", { n }) : "");
	}

	discard() {
		this.isDone = true;
		dropDraft(this.entry);
	}

	/** Asks what is wrong: never twice at once, and only the last answer counts. */
	check() {
		const number = ++this.#checks;
		const isLast = () => number === this.#checks;
		this.#checking(async () => {
			if (!isLast()) return;
			const start = performance.now();
			const answer = await this.ask().catch(refusal);
			this.#pause = Math.min(Math.max(performance.now() - start, 100), 300);
			const { status = 422, body = answer } = answer;
			// The server says the rest when somebody saves.
			if (isLast() && status === 422) this.show(body);
		});
	}

	/** Saves, and tells whether it could. One save waits for the other, as it begins with what that one left. */
	store(isLeaving = false) {
		return this.#saving(async () => {
			if (!this.isToSave) return true;
			say(t("saving"));
			try {
				return await this.save(isLeaving);
			} catch (error) {
				return this.failed(error);
			}
		});
	}

	failed(error) {
		const { status, mistakes, message } = refusal(error);
		if (!status) this.sayUnsaved();
		else say(mistakes.length ? t("notSaved") : message, "bad");
		if (mistakes.length) {
			this.show({ mistakes });
			document.querySelector(".summary summary, .summary button")?.focus();
		}
		return false;
	}
}

export class FormView extends EditView {
	constructor(collection, entry, action, onAsk = () => {}) {
		super(collection, entry, action);
		const { changes, before } = draftOf(entry);
		const names = collection.fields.map(({ name }) => name).filter((name) => name in changes);
		const values = Object.fromEntries(names.map((name) => [name, changes[name]]));
		this.isStale = names.length > 0 && before.hash !== entry.hash;
		// Both versions are then shown when it is saved.
		if (this.isStale) Object.assign(entry, before);
		this.form = new Form({ collection, entry, values, onChange: () => this.changed(), onAsk });
		if (this.remedy) this.form.onRemedy = (mistake, remedy) => this.remedy(mistake, remedy);
	}

	get changes() {
		return this.form.changes;
	}

	show({ mistakes = [], ...results }) {
		this.form.showResults(results);
		this.form.showMistakes(mistakes);
	}
}

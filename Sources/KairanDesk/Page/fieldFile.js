import { button, fill, h, removeButton, t } from "./dom.js";
import { fileAddress, load, refusal, upload } from "./api.js";
import { common } from "./fieldText.js";
import { formatNumber } from "./language.js";
import { site } from "./site.js";
import { isText } from "./values.js";

export const pictureTypes = "image/png,image/jpeg,image/gif,image/webp,image/svg+xml";

export const file = {
	understands: isText,
	make: (slot) => new FileBox(slot).element,
};

class FileBox {
	preview = h("div.file-preview");
	note = h("p.hint", { role: "status" });
	fit = h("p.hint");

	constructor(slot) {
		this.slot = slot;
		this.isImage = slot.field.type === "image";
		this.path = h("input.path", { ...common(slot), onchange: () => this.#set(this.path.value.trim() || null) });
		const chooser = h("input", {
			...{ type: "file", hidden: true, accept: this.isImage ? pictureTypes : "" },
			// The same file can be chosen again.
			onclick: () => chooser.value = "",
			onchange: () => this.#take(chooser.files[0]),
		});
		this.remove = removeButton(slot.label, () => this.#set(null), t("remove"), "small");
		const choose = button(t("choose"), () => chooser.click(), "small");
		const search = async () => {
			const path = await (await load("./pictures.js")).choosePicture();
			if (path) this.#set(`/${path}`);
		};
		const known = this.isImage && button(t("pictures"), search, "small");
		const onEvent = (event) => {
			const isOver = event.type === "dragover";
			this.element.classList.toggle("is-over", isOver);
			// While a file is only over the page, nobody can see it.
			const [given] = filesIn(event);
			this.#take(given);
			return !given && !isOver;
		};
		const listeners = { ondragover: onEvent, ondragleave: onEvent, ondrop: onEvent, onpaste: onEvent };
		this.element = h("div.file", listeners, [
			this.preview,
			h("div.file-side", [
				h("div.together", this.path, choose, known, chooser, this.remove),
				h("p.hint", t("dropHint")),
				this.isImage && this.#alternativeHint(),
				this.fit,
				this.note,
			]),
		]);
		this.#show();
	}

	/** A picture that says something needs words for those who cannot see it. */
	#alternativeHint() {
		const field = this.slot.form.collection.fields.find(({ name, type }) =>
			type === "text" && /alt|caption|description/i.test(name)
		);
		return field && h("p.hint", t("altHint", { name: field.label }));
	}

	async #take(given) {
		const taken = given && await takeFile(this.slot, this.note, given);
		if (taken) this.#set(taken.path, factsOf(taken));
	}

	#set(path, facts) {
		this.path.value = path ?? "";
		say(this.note, facts);
		this.slot.change(path);
		this.#show();
	}

	async #show() {
		const { value, form } = this.slot;
		this.remove.hidden = !value;
		this.preview.hidden = !value || !this.isImage;
		fill(this.fit);
		if (this.preview.hidden) return fill(this.preview);
		const address = await fileAddress(form.entry, value);
		if (this.slot.value !== value) return;
		if (!address) return fill(this.preview, h("span.quiet", t("noPreview")));
		const onload = () => {
			URL.revokeObjectURL(address);
			this.#showFit(picture);
		};
		const picture = h("img", { alt: "", src: address, onload });
		fill(this.preview, picture);
	}

	#showFit({ naturalWidth: width, naturalHeight: height }) {
		const { width: widest = width, height: highest = height, neededWidth: needed } = this.slot.field.limits;
		if (width > widest || height > highest) {
			fill(this.fit, t("pictureLarge", { size: sizeOf(width, height) }));
			const ratio = widest / highest;
			const side = width / height > ratio ? "height" : "width";
			this.preview.append(h("span.cut", { style: `aspect-ratio: ${ratio}; ${side}: 100%` }));
		} else if (width < needed) fill(this.fit, t("pictureSmall", { width, needed: Number(needed) }));
	}
}

/** The files that are dropped or pasted. A spreadsheet gives a picture beside its text; who pastes means the text. */
export function filesIn({ dataTransfer, clipboardData }) {
	if (dataTransfer) return [...dataTransfer.files];
	// A picture that is copied from a page comes with HTML that has no words.
	const html = new DOMParser().parseFromString(clipboardData.getData("text/html"), "text/html");
	const words = clipboardData.getData("text/plain") || html.body.textContent;
	return words.trim() ? [] : [...clipboardData.files];
}

/**
 * Sends a file to the server, and says in the note how it went; the result is null if it was refused. One that is too
 * large is not sent at all.
 */
export async function takeFile({ form: { entry }, field }, note, given) {
	const { collection, id } = entry;
	const most = mostBytes(field);
	if (given.size > most) {
		say(note, t("fileTooLarge", { size: kilobytes(given.size), most: kilobytes(most) }), true);
		return null;
	}
	say(note, t("uploading"));
	try {
		const taken = await upload({ collection, id, name: given.name }, given);
		say(note, factsOf(taken));
		return taken;
	} catch (error) {
		const { status, body, message } = refusal(error);
		// What the forms themselves refuse has words.
		const isProxy = status === 413 && !body.error;
		say(note, isProxy ? t("proxyRefuses", { size: kilobytes(given.size) }) : message || t("serverEnded"), true);
		return null;
	}
}

/** A picture may become smaller, as what its file says of where it was taken is removed. */
const mostBytes = ({ type, limits: { kilobytes = Infinity } = {} }) =>
	Math.min(site().largestFile, type === "file" ? kilobytes * 1000 : Infinity);

const kilobytes = (bytes) => `${formatNumber(Math.ceil(bytes / 1000))} KB`;

function say(note, words, isBad = false) {
	note.hidden = false;
	note.classList.toggle("bad", isBad);
	fill(note, words ?? null);
}

const sizeOf = (width, height) => `${formatNumber(width)} × ${formatNumber(height)}`;

function factsOf({ width, height, bytes, stripped, told = {} }) {
	const facts = [
		width > 0 && sizeOf(width, height),
		kilobytes(bytes),
		stripped > 0 && t("stripped"),
		!width && t("publishedAsItIs"),
		...Object.entries(told).map(([subject, words]) => t(`told_${subject}`, { words })),
	];
	return facts.filter(Boolean).join(" · ");
}

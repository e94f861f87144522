import { button, fill, h, removeButton } from "./dom.js";
import { fileAddress, refusal, upload } from "./api.js";
import { common, emptyIsNull } from "./fieldText.js";
import { formatNumber, t } from "./language.js";
import { contentPath, isText } from "./values.js";

const pictureTypes = "image/png,image/jpeg,image/gif,image/webp";

/** A picture or another file: dropped, pasted or chosen, or named by its path. */
export const kind = {
  understands: isText,
  make: (slot) => new FileBox(slot).element,
};

class FileBox {
  constructor(slot) {
    this.slot = slot;
    this.isImage = slot.field.type === "image";
    this.preview = h("div.file-preview");
    this.note = h("p.hint", { role: "status" });
    this.fit = h("p.hint");
    this.path = h("input.path", {
      ...{ ...common(slot), type: "text" },
      onchange: () => {
        slot.change(emptyIsNull(this.path.value.trim()));
        this.#show();
      },
    });
    this.chooser = h("input", {
      ...{ type: "file", hidden: true, tabIndex: -1, accept: this.isImage ? pictureTypes : "" },
      "aria-label": t("chooseFileFor", { name: slot.label }),
      onchange: () => this.#take(this.chooser),
    });
    this.remove = removeButton(slot.label, () => this.#set(null), t("remove"), "small");
    const choose = button(t("choose"), () => this.chooser.click(), { class: "small" });
    const mark = (event) => this.element.classList.toggle("is-over", event.type === "dragover");
    this.element = h("div.file", {
      ondragover: (event) => {
        event.preventDefault();
        mark(event);
      },
      ondragleave: mark,
      ondrop: (event) => {
        mark(event);
        this.#take(event.dataTransfer, event);
      },
      onpaste: (event) => this.#take(event.clipboardData, event),
    }, [
      this.preview,
      h("div.file-side", [
        h("div.together", this.path, choose, this.chooser, this.remove),
        h("p.hint", t(this.isImage ? "dropImage" : "dropFile")),
        this.#alternativeHint(),
        this.fit,
        this.note,
      ]),
    ]);
    this.#show();
  }

  /** A picture that says something needs words for those who cannot see it. */
  #alternativeHint() {
    const fields = this.slot.form.collection.fields;
    const field = this.isImage &&
      fields.find(({ name, type }) => type === "text" && /alt|caption|description/i.test(name));
    return field ? h("p.hint", t("altHint", { name: field.label })) : null;
  }

  /** Takes the first of some files. An event without a file is none of its own. */
  async #take({ files: [given] }, event) {
    if (!given) return;
    event?.preventDefault();
    const { form } = this.slot;
    fill(this.note, t("uploading"));
    try {
      const query = { collection: form.collection.name, id: form.entry.id ?? "", name: given.name };
      const taken = await upload(query, given);
      this.#set(taken.path);
      fill(this.note, factsOf(taken));
    } catch (error) {
      fill(this.note, refusal(error).message || t("serverEnded"));
      this.note.classList.add("bad");
    }
    this.chooser.value = "";
  }

  #set(path) {
    this.path.value = path ?? "";
    this.note.classList.remove("bad");
    fill(this.note);
    this.slot.change(path);
    this.#show();
  }

  async #show() {
    const { value, form } = this.slot;
    this.remove.hidden = !value;
    this.preview.hidden = !value || !this.isImage;
    fill(this.fit);
    if (this.preview.hidden) return fill(this.preview);
    const address = await fileAddress(contentPath(value, form.folder)).catch(() => null);
    if (this.slot.value !== value) return;
    if (!address) return fill(this.preview, h("span.quiet", t("noPreview")));
    const onload = () => {
      URL.revokeObjectURL(address);
      this.#showFit(picture);
    };
    const picture = h("img", { alt: "", src: address, onload });
    fill(this.preview, picture);
  }

  /** Says how a picture has to be cut, or that it is smaller than pages can show it. */
  #showFit({ naturalWidth: width, naturalHeight: height }) {
    const { width: widest = width, height: highest = height, neededWidth: needed } = this.slot.field.limits;
    if (width > widest || height > highest) {
      fill(this.fit, t("pictureLarge", { size: sizeOf(width, height) }));
      this.preview.append(cut(width / height, widest / highest));
    } else if (width < needed) fill(this.fit, t("pictureSmall", { width, needed: Number(needed) }));
  }
}

/** The part of a picture that is left of it in another shape. */
function cut(ratio, wished) {
  const frame = h("span.cut");
  frame.style.aspectRatio = wished;
  frame.style[ratio > wished ? "height" : "width"] = "100%";
  return frame;
}

const sizeOf = (width, height) => `${formatNumber(width)} × ${formatNumber(height)}`;

/** What became of a file: its size, and what was taken out of it. */
function factsOf({ width, height, bytes, stripped }) {
  const facts = [
    width && height && sizeOf(width, height),
    bytes && `${formatNumber(Math.ceil(bytes / 1000))} KB`,
    stripped > 0 && t("stripped"),
  ];
  return facts.filter(Boolean).join(" · ");
}

import { fill, h, t } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { site } from "./site.js";
import { compact, isRecord, isText } from "./values.js";

/** A plain text is that of the first language. */
export const kind = {
	isGroup: true,
	understands: (value) =>
		isText(value) || isRecord(value) && Object.keys(value).every((key) => site().locales.some(({ id }) => id === key)),
	make(slot) {
		const { locales } = site();
		const first = locales[0].id;
		const isPlain = isText(slot.value);
		let texts = isPlain ? { [first]: slot.value } : { ...slot.value };
		const marks = locales.map(() => h("span.missing"));
		const showMissing = () =>
			marks.forEach((mark, index) => {
				fill(mark, compact(texts) && !texts[locales[index].id] && t("notTranslated"));
			});
		const columns = locales.map(({ id, name }, index) => {
			const field = { ...slot.field, localized: false, required: false, help: "", default: null, locale: id };
			const change = (value) => {
				texts = compact({ ...texts, [id]: value }) ?? {};
				const names = Object.keys(texts).join();
				// A file that has a plain text keeps it as long as there is no translation.
				slot.change(isPlain && names === first ? texts[first] : names ? texts : null);
				showMissing();
			};
			const row = fieldRow(slot.form, field, {
				...{ path: [...slot.path, id], value: texts[id] ?? null, label: name, change },
			});
			return h("div.locale", row, marks[index]);
		});
		showMissing();
		return h("div.locales", columns);
	},
};

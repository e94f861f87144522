import { fill, h } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { t } from "./language.js";
import { site } from "./site.js";
import { compact, isRecord, isText } from "./values.js";

/** A text in all languages of the site, side by side. A plain text is that of the first. */
export const kind = {
  isGroup: true,
  understands: (value) => isText(value) || isRecord(value) && Object.keys(value).every(isLocale),
  make(slot) {
    const all = site().locales;
    const isPlain = isText(slot.value);
    let texts = isPlain ? { [all[0].id]: slot.value } : { ...slot.value };
    const marks = new Map();
    const change = (id, value) => {
      texts = { ...texts, [id]: value };
      const given = compact(texts);
      const isOnlyFirst = given && Object.keys(given).join() === all[0].id;
      // A file that has a plain text keeps it as long as there is no translation.
      slot.change(isPlain && isOnlyFirst ? given[all[0].id] : given);
      showMissing();
    };
    const showMissing = () => {
      for (const [id, mark] of marks) fill(mark, compact(texts) && !texts[id] ? t("notTranslated") : "");
    };
    const columns = all.map(({ id, name }) => {
      const part = { ...slot.field, localized: false, required: false, help: "", default: null, locale: id };
      const row = fieldRow(slot.form, part, {
        ...{ path: [...slot.path, id], value: texts[id] ?? null, label: name },
        change: (value) => change(id, value),
      });
      marks.set(id, h("span.missing"));
      return h("div.locale", row, marks.get(id));
    });
    showMissing();
    return h("div.locales", columns);
  },
};

const isLocale = (key) => site().locales.some(({ id }) => id === key);

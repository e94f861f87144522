import { boolean, choice } from "./fieldChoice.js";
import { file } from "./fieldFile.js";
import { list } from "./fieldList.js";
import { locales } from "./fieldLocales.js";
import { markdown } from "./fieldMarkdown.js";
import { point } from "./fieldPoint.js";
import { raw } from "./fieldRaw.js";
import { record } from "./fieldRecord.js";
import { reference } from "./fieldReference.js";
import { schedule } from "./fieldSchedule.js";
import { color, line, text, url } from "./fieldText.js";
import { date, dateTime, time } from "./fieldTime.js";
import { window } from "./fieldWindow.js";

/**
 * The control for each type of field. It has `make(slot)`, which gives an element; `isGroup` if that consists of several
 * controls; and `understands(value, field)`, whether it can show a value without losing any of it.
 */
const kinds = {
  ...{
    text,
    markdown,
    boolean,
    date,
    time,
    dateTime,
    color,
    url,
    choice,
    reference,
    window,
    schedule,
    point,
    list,
    record,
  },
  ...{ integer: line, decimal: line, duration: line, email: line, phone: line, version: line },
  ...{ image: file, file },
};

export function kindOf(field, value) {
  const kind = field.localized ? locales : kinds[field.type] ?? raw;
  return value === null || kind.understands(value, field) ? kind : raw;
}

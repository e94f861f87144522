import { boolean, choice } from "./fieldChoice.js";
import { kind as file } from "./fieldFile.js";
import { kind as list } from "./fieldList.js";
import { kind as locales } from "./fieldLocales.js";
import { kind as map } from "./fieldMap.js";
import { kind as markdown } from "./fieldMarkdown.js";
import { kind as oneOf } from "./fieldOneOf.js";
import { kind as point } from "./fieldPoint.js";
import { raw } from "./fieldRaw.js";
import { record } from "./fieldRecord.js";
import { kind as reference } from "./fieldReference.js";
import { kind as schedule } from "./fieldSchedule.js";
import { color, line, text, url } from "./fieldText.js";
import { date, dateTime, time } from "./fieldTime.js";
import { kind as window } from "./fieldWindow.js";

/**
 * The control for each type of field. It has `make(slot)`, which gives an element; `isGroup` if that consists of several
 * controls; and `understands(value, field)`, whether it can show a value without losing any of it.
 */
const kinds = {
	...{ text, boolean, date, time, dateTime, color, url, choice, record, list, locales, markdown, point, reference },
	...{ schedule, window, map, oneOf, image: file, file },
	...{ id: line, integer: line, decimal: line, duration: line, email: line, phone: line, version: line, pattern: line },
};

export function kindOf(field, value) {
	const kind = kinds[field.localized ? "locales" : field.type] ?? raw;
	return value === null || kind.understands(value, field) ? kind : raw;
}

import { boolean, choice } from "./fieldChoice.js";
import { file } from "./fieldFile.js";
import { markdown } from "./fieldMarkdown.js";
import { keyed, list, locales, oneOf, record } from "./fieldParts.js";
import { point } from "./fieldPoint.js";
import { reference } from "./fieldReference.js";
import { schedule } from "./fieldSchedule.js";
import { color, line, raw, text, url } from "./fieldText.js";
import { date, dateTime, time } from "./fieldTime.js";
import { window } from "./fieldWindow.js";

/**
 * The control for each type of field. It has `make(slot)`, which gives an element; `isGroup` if that consists of several
 * controls; and `understands(value, field)`, whether it can show a value without losing any of it.
 */
const kinds = {
	...{ text, boolean, date, time, dateTime, color, url, choice, record, list, locales, markdown, point, reference },
	...{ schedule, window, keyed, oneOf, image: file, file, audience: record },
	...{ id: line, integer: line, decimal: line, duration: line, email: line, phone: line, version: line, pattern: line },
};

export function kindOf(field, value) {
	const kind = kinds[field.localized ? "locales" : field.type] ?? raw;
	return value === null || kind.understands(value, field) ? kind : raw;
}

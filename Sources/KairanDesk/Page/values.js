/** Values of fields: null, a text, an array of values, or an object of values. */

export const isText = (value) => typeof value === "string";
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A missing member and one that is null are the same. */
export function isSame(one, two) {
	if ((one ?? null) === (two ?? null)) return true;
	if (!one || !two || typeof one !== "object" || typeof two !== "object") return false;
	if (Array.isArray(one) !== Array.isArray(two) || Array.isArray(one) && one.length !== two.length) return false;
	return Object.keys({ ...one, ...two }).every((key) => isSame(one[key], two[key]));
}

/** The fields that differ; null for one that is to go. */
export function changesBetween(loaded, current) {
	const names = Object.keys({ ...loaded, ...current }).filter((name) =>
		// An empty text in the file and an empty field of the form are the same.
		!isSame(loaded[name], current[name]) && !(loaded[name] === "" && (current[name] ?? null) === null)
	);
	return Object.fromEntries(names.map((name) => [name, current[name] ?? null]));
}

/** A record without the members that are missing, or null if none is there. */
export function compact(record) {
	const members = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
	return members.length ? Object.fromEntries(members) : null;
}

export const hasParts = (value, tests) =>
	isRecord(value) && Object.entries(value).every(([key, part]) => key in tests && (part === null || tests[key](part)));

export const isError = ({ severity }) => severity === "error";

export const pathKey = (path) => path.join(".");

export const controlID = (path) => `field-${path.join("-")}`;

/** Values of fields: null, a text, an array of values, or an object of values. */

/** A missing member and one that is null are the same. */
export function isSame(one, two) {
  if ((one ?? null) === (two ?? null)) return true;
  if (!one || !two || typeof one !== "object" || typeof two !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(two)) return false;
  if (Array.isArray(one)) return one.length === two.length && one.every((value, index) => isSame(value, two[index]));
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].every((key) => isSame(one[key], two[key]));
}

/** The fields that differ from what was loaded; null for one that is to go. */
export function changesBetween(loaded, current) {
  const changes = {};
  for (const name of new Set([...Object.keys(loaded), ...Object.keys(current)])) {
    const [before, now] = [loaded[name] ?? null, current[name] ?? null];
    // An empty text in the file and an empty field of the form are the same.
    const isStillEmpty = now === null && before === "";
    if (!isSame(before, now) && !isStillEmpty) changes[name] = now;
  }
  return changes;
}

/** A record without the members that are missing, or null if none is there. */
export function compact(record) {
  const members = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return members.length ? Object.fromEntries(members) : null;
}

export const isText = (value) => typeof value === "string";
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const pathKey = (path) => path.join(".");

/** The id of the control for a part of the entry. */
export const controlID = (path) => `field-${path.join("-")}`;

const segmenter = new Intl.Segmenter();

/** How many characters people count. */
export const lengthOf = (text) => [...segmenter.segment(text)].length;

/** The path from the content of a path that is relative to the folder of an entry. */
export function contentPath(path, folder) {
  if (path.startsWith("/")) return `content${path}`;
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

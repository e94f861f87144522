/** What was typed and not saved, kept by the browser until its tab is closed. */

const key = ({ collection, id }) => `kairan-draft:${collection}/${id}`;

/** Keeps changes of an entry. With `isTakenUp` its next form begins with them, and otherwise offers them. */
export function keepDraft(entry, changes, isTakenUp = false) {
  if (!Object.keys(changes).length) return dropDraft(entry);
  sessionStorage.setItem(key(entry), JSON.stringify({ hash: entry.hash, changes, isTakenUp, time: Date.now() }));
}

export const draftOf = (entry) => JSON.parse(sessionStorage.getItem(key(entry)));

export const dropDraft = (entry) => sessionStorage.removeItem(key(entry));

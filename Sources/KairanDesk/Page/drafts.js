/** What was typed and not saved, kept by the browser until its tab is closed. The next form goes on with it. */

const key = ({ collection, id }) => `kairan-draft:${collection}/${id}`;

export function keepDraft(entry, changes) {
  if (!Object.keys(changes).length) return dropDraft(entry);
  sessionStorage.setItem(key(entry), JSON.stringify({ hash: entry.hash, changes }));
}

export const draftOf = (entry) => JSON.parse(sessionStorage.getItem(key(entry)));

export const dropDraft = (entry) => sessionStorage.removeItem(key(entry));

/** What was typed and not saved, kept by the browser until its tab is closed. */

const key = (collection, id) => `kairan-draft:${collection}/${id}`;

export function keepDraft(collection, id, hash, changes) {
  if (!Object.keys(changes).length) return dropDraft(collection, id);
  sessionStorage.setItem(key(collection, id), JSON.stringify({ hash, changes, time: Date.now() }));
}

export function draftOf(collection, id) {
  try {
    return JSON.parse(sessionStorage.getItem(key(collection, id)));
  } catch {
    return null;
  }
}

export function dropDraft(collection, id) {
  sessionStorage.removeItem(key(collection, id));
}

/** Changes that the next form of an entry begins with, such as those of an old version. */
let carried = null;

export function carry(collection, id, changes) {
  carried = { collection, id, changes };
}

export function takeCarried(collection, id) {
  const isFor = carried?.collection === collection && carried.id === id;
  const changes = isFor ? carried.changes : null;
  carried = null;
  return changes;
}

/**
 * The browser keeps unsaved changes until its tab is closed. The next form goes on with them, and with what they were
 * typed over.
 */

const key = ({ collection, id }) => `kairan-draft:${collection}/${id}`;

export function keepDraft(entry, changes) {
	const { hash, values } = entry;
	if (!Object.keys(changes).length) return dropDraft(entry);
	sessionStorage.setItem(key(entry), JSON.stringify({ changes, before: { hash, values } }));
}

export const draftOf = (entry) => JSON.parse(sessionStorage.getItem(key(entry))) ?? { changes: {} };

export const dropDraft = (entry) => sessionStorage.removeItem(key(entry));

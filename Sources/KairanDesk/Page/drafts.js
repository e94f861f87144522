import { ownKey } from "./api.js";

/**
 * The browser keeps unsaved changes until its tab is closed. The next form goes on with them, and with what they were
 * typed over. Where its storage is full or shut, this page keeps them, and asks before it is left.
 */

const kept = new Map();

addEventListener("beforeunload", (event) => kept.size > 0 && event.preventDefault());

const key = ({ collection, id }) => ownKey(`kairan-draft:${collection}/${id}`);

export function keepDraft(entry, changes) {
	const { hash, values } = entry;
	dropDraft(entry);
	if (!Object.keys(changes).length) return;
	const draft = JSON.stringify({ changes, before: { hash, values } });
	if (!inStorage((storage) => storage.setItem(key(entry), draft))) kept.set(key(entry), draft);
}

export function draftOf(entry) {
	let draft = kept.get(key(entry));
	inStorage((storage) => draft ??= storage.getItem(key(entry)));
	return JSON.parse(draft ?? null) ?? { changes: {} };
}

export function dropDraft(entry) {
	kept.delete(key(entry));
	inStorage((storage) => storage.removeItem(key(entry)));
}

/** Tells whether the browser let us use its storage. */
function inStorage(use) {
	try {
		use(sessionStorage);
		return true;
	} catch {
		return false;
	}
}

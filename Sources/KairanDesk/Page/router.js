import { takeToken } from "./api.js";
import { leaveQuestion } from "./dialogs.js";
import { tryAgain } from "./status.js";

/** Views: `#/`, `#/clubs`, `#/clubs/chess`, `#/clubs/+`, `#/clubs/chess/history`, `#/publish`,
 * `#/mistakes`. No collection has a name such as `#/+pictures` or `#/+month/2026-04`. */
let shownHash = "";
let guard = null;
let show = () => {};

export function parseHash(hash) {
	const [path, query] = hash.replace(/^#\/?/, "").split("?");
	return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export function startRouter(listener) {
	show = listener;
	globalThis.onhashchange = follow;
	addEventListener("beforeunload", (event) => {
		if (guard?.isUnsaved) event.preventDefault();
	});
	showAgain();
}

export function setGuard(view) {
	guard = view;
}

export function goTo(hash) {
	if (location.hash === hash) showAgain();
	else location.hash = hash;
}

export function showAgain() {
	guard = null;
	shownHash = location.hash || "#/";
	show(parseHash(shownHash));
}

async function follow() {
	// Somebody has opened the address of a new start of the server in this tab.
	if (takeToken(shownHash)) return tryAgain();
	const wanted = location.hash;
	if (!guard?.isUnsaved) return showAgain();
	history.pushState(null, "", shownHash);
	const leaving = guard;
	const answer = await leaveQuestion();
	if (answer === "save" && !(await leaving.store(true))) return;
	if (answer === "discard") leaving.discard();
	if (answer) goTo(wanted);
}

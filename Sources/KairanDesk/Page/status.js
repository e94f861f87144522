import { fill, h, t } from "./dom.js";
import { formatMoment } from "./language.js";
import { get, listenForContact, takeToken } from "./api.js";

/** The line that says honestly what is saved. It is read aloud when it changes. */
export const statusLine = h("p.status", { role: "status" });
let said = [""];
let next = [""];
let isAway = false;
let timer = 0;

/** `kind` is "", "good" or "bad"; `action` is a button that belongs to the words. */
export function say(words, kind = "", action = null) {
	said = [words, kind, action];
	if (!isAway) draw(...said);
}

function draw(words, kind, action) {
	const { dataset } = statusLine;
	if (dataset.said === words && dataset.kind === kind && !action) return;
	Object.assign(dataset, { said: words, kind });
	fill(statusLine, words, action);
}

export const savedWords = () => t("savedAt", { time: formatMoment(Date.now(), { timeStyle: "short" }) });

export function sayNext(...said) {
	next = said;
}

/** Begins a new view, of which nothing is known yet but what the last one left to be said. */
export function sayFirst() {
	const [words, action] = next;
	say(words, words ? "good" : "", action);
	next = [""];
}

export function watchContact(onReturn) {
	listenForContact((state) => {
		const wasAway = isAway;
		isAway = state !== "there";
		if (isAway) draw(t(state === "gone" ? "serverEnded" : "noToken"), "bad");
		if (isAway && !wasAway) tryLater();
		if (!wasAway || isAway) return;
		draw(said[0], "", said[2]);
		onReturn();
	});
}

function tryLater() {
	clearTimeout(timer);
	timer = setTimeout(tryAgain, 2000);
}

export function tryAgain() {
	takeToken();
	return get("site").catch(() => isAway && tryLater());
}

import { fill, h } from "./dom.js";
import { formatMoment, t } from "./language.js";
import { get, listenForContact, listenForToken } from "./api.js";

/** The line that says honestly what is saved. It is read aloud when it changes. */
const element = h("p.status", { role: "status" });
let text = "";
let next = "";
let isAway = false;
let timer = 0;
let onReturn = () => {};

export const statusLine = element;

/** Says something: `kind` is "", "busy", "good" or "bad". */
export function say(words, kind = "") {
  text = words;
  if (!isAway) draw(words, kind);
}

function draw(words, kind) {
  if (element.textContent === words && element.dataset.kind === kind) return;
  element.dataset.kind = kind;
  fill(element, words);
}

export const saySaved = () => say(savedWords(), "good");

export const savedWords = () => t("savedAt", { time: formatMoment(Date.now(), { timeStyle: "short" }) });

/** Says something in the view that is shown next. */
export function sayNext(words) {
  next = words;
}

/** Begins a new view, of which nothing is known yet but what the last one left to be said. */
export function sayFirst() {
  say(next, next ? "good" : "");
  next = "";
}

/** Watches whether the server answers, and calls a listener when it is there again. */
export function watchContact(listener) {
  onReturn = listener;
  listenForToken(tryAgain);
  listenForContact((state) => {
    if (state === "there") returned();
    else if (state === "gone") away(t("serverEnded"));
    else if (state === "locked") away(t("noToken"));
    else tryAgain();
  });
}

function away(words) {
  draw(words, "bad");
  if (isAway) return;
  isAway = true;
  tryLater();
}

function returned() {
  if (!isAway) return;
  isAway = false;
  draw(text, "");
  onReturn();
}

function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(tryAgain, 2000);
}

/** Asks again and again. What was typed stays where it is until there is an answer. */
export async function tryAgain() {
  try {
    await get("site");
  } catch {
    if (isAway) tryLater();
  }
}

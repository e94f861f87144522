import { fill, h } from "./dom.js";
import { formatMoment, t } from "./language.js";
import { get, listenForContact, Refused } from "./api.js";

/** The line that says honestly what is saved. It is read aloud when it changes. */
const element = h("p", { class: "status", role: "status" });
let text = "";
let next = "";
let isEnded = false;
let onReturn = () => {};

export const statusLine = element;

/** Says something: `kind` is "", "busy", "good" or "bad". */
export function say(words, kind = "") {
  text = words;
  if (!isEnded) draw(words, kind);
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
  listenForContact((isThere) => {
    if (isThere === true) returned();
    else if (isThere === false) ended();
    else tryAgain();
  });
}

function ended() {
  if (isEnded) return;
  isEnded = true;
  document.body.classList.add("is-ended");
  draw(t("serverEnded"), "bad");
  setTimeout(tryAgain, 2000);
}

function returned() {
  if (!isEnded) return;
  isEnded = false;
  document.body.classList.remove("is-ended");
  draw(text, "");
  onReturn();
}

async function tryAgain() {
  try {
    await get("site");
  } catch (error) {
    // A server that refuses is there.
    if (!(error instanceof Refused)) setTimeout(tryAgain, 2000);
  }
}

// Searches while the reader types, and keeps the query in the address of the search page, so that it can be shared.
import { fold, openIndex, runs, telling, titlesFirst } from "./search-index.js";

const form = document.querySelector("form[data-index]");
const input = form.elements.q;
const words = form.dataset;
const [status, results, more, sections] =
  ["status", "results", "more", "sections"].map((id) => document.getElementById(id));
const index = openIndex(new URL(form.dataset.index, location.href).href);
const pageSize = 10;

let found = [];
let needles = [];
let shown = 0;
let search = 0;
let timer = 0;

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

// Returns a text with what was looked for marked. Folding may change the number of letters, so each is folded alone.
function marked(text) {
  const letters = [...text];
  const places = [];
  let folded = "";
  letters.forEach((letter, place) => {
    const one = fold(letter);
    folded += one;
    for (let unit = 0; unit < one.length; unit++) places.push(place);
  });
  const isMarked = letters.map(() => false);
  for (const needle of needles) {
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      isMarked.fill(true, places[at], places[at + needle.length - 1] + 1);
    }
  }
  const parts = [];
  for (let start = 0, end = 0; start < letters.length; start = end) {
    while (end < letters.length && isMarked[end] === isMarked[start]) end++;
    const part = letters.slice(start, end).join("");
    parts.push(isMarked[start] ? element("mark", "", part) : part);
  }
  return parts;
}

function resultItem({ title, url, label, summary, missing }) {
  const name = url ? element("a", "", ...marked(title)) : element("span", "", ...marked(title));
  if (url) name.href = url;
  const item = element("li", "result");
  if (label) item.append(element("p", "result-label", label));
  item.append(element("h2", "", name));
  if (summary) item.append(element("p", "result-summary", ...marked(summary)));
  if (missing.length > 0) item.append(element("p", "result-missing", words.missing, element("s", "", missing.join(" "))));
  return item;
}

async function showMore(number) {
  const entries = await index.entries(found.slice(shown, shown + pageSize));
  if (number !== search) return;
  const items = titlesFirst(entries, input.value).map(resultItem);
  if (shown === 0) results.replaceChildren();
  results.append(...items);
  shown += entries.length;
  more.hidden = shown >= found.length;
  return items[0];
}

// With nothing to show, the page offers its sections.
function clear(message) {
  found = [];
  shown = 0;
  results.replaceChildren();
  more.hidden = true;
  sections.hidden = false;
  status.textContent = message;
}

async function run() {
  clearTimeout(timer);
  const number = ++search;
  const query = telling(input.value.trim(), words.little ?? "");
  if (query === "") return clear("");
  try {
    const entries = await index.find(query);
    if (number !== search) return;
    if (entries === null) return clear(words.empty);
    if (entries.length === 0) {
      return clear(words.none);
    }
    found = entries;
    shown = 0;
    needles = runs(fold(query)).map(({ letters }) => letters.join(""));
    await showMore(number);
    if (number !== search) return;
    sections.hidden = true;
    const whole = entries.filter(({ missing }) => missing.length === 0).length;
    status.textContent = whole > 0 ? whole + words.found : entries.length + words.some;
  } catch {
    if (number === search) clear(words.failed);
  }
}

function address() {
  const url = new URL(location.href);
  const query = input.value.trim();
  if (query) url.searchParams.set("q", query);
  else url.searchParams.delete("q");
  return url.href;
}

function readAddress() {
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  run();
}

function typed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    history.replaceState(null, "", address());
    run();
  }, 150);
}

// Text that an input method has not yet turned into words is not looked for.
input.addEventListener("input", (event) => { if (!event.isComposing) typed(); });
input.addEventListener("compositionend", typed);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (address() !== location.href) history.pushState(null, "", address());
  run();
});

more.addEventListener("click", async () => {
  const first = await showMore(search);
  first?.querySelector("a")?.focus();
});

// The arrow keys go from the field through the results and back.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  const stops = [input, ...results.querySelectorAll("a")];
  const place = stops.indexOf(document.activeElement);
  const next = stops[place + (event.key === "ArrowDown" ? 1 : -1)];
  if (place < 0 || !next) return;
  event.preventDefault();
  next.focus();
});

window.addEventListener("popstate", readAddress);
readAddress();

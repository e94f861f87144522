// The part of a client that searches.

import * as json from "./reading.js";
import { Failure } from "./failure.js";

const object = (...members) => (value, place) => json.record(value, place, members);
const optionalText = json.orNull(json.text);
const result = object(["title", json.text], ["url", optionalText], ["label", optionalText], ["summary", optionalText]);

// Reads the file that tells of the others.
export const searchHead = object(
  ["entries", object(["perFile", json.int32], ["file", json.text])],
  ["terms", object(["files", json.int32], ["file", json.text])],
  ["common", object(["file", json.text], ["terms", json.list(json.text)])],
  ["deep", json.list(json.text)]);

// Reads one of the others: entries, or the numbers of one term or of several.
export const searchPart = (value, place) =>
  json.oneOf(value, place, [json.list(result), json.list(json.int32), json.map(json.list(json.int32))]);

const alike = { ß: "ss", ς: "σ", ı: "i", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

// Returns the same letters however they are written. The texts of the index were folded by the same steps.
function fold(text) {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF\u{E0100}-\u{E01EF}]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßςıæœøłđ]/g, (letter) => alike[letter])
    .replace(/[ァ-ヶヽヾ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

// Every two adjacent characters are a term if they are Chinese characters, kana or Hangul.
const dense =
  "\\u3005-\\u3007\\u3041-\\u3096\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u3105-\\u312F\\u31F0-\\u31FF" +
  "\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}";
const isDense = new RegExp(`^[${dense}]`, "u");
const run = new RegExp(`[${dense}]+|(?![${dense}])[\\p{L}\\p{N}](?:(?![${dense}])[\\p{L}\\p{N}\\p{M}])*`, "gu");

// Returns the terms of a query, of which some are only the starts of terms. An entry must have all of them.
function queryTerms(query) {
  const folded = fold(query);
  const terms = new Map();
  for (const match of folded.matchAll(run)) {
    const letters = [...match[0]];
    if (!isDense.test(match[0])) {
      // The last word may not be complete yet.
      const isLast = match.index + match[0].length === folded.length;
      terms.set(letters.slice(0, 40).join(""), isLast && letters.length > 1);
    } else if (letters.length === 1) {
      // A single letter may stand before any other.
      terms.set(letters[0], true);
    } else {
      for (let index = 1; index < letters.length; index++) terms.set(letters[index - 1] + letters[index], false);
    }
  }
  return [...terms].map(([text, isStart]) => ({ text, isStart }));
}

const fits = (term, { text, isStart }) => (isStart ? term.startsWith(text) : term === text);

// Returns the terms that tell entries apart.
function tellingTerms(query, { common, deep }) {
  // A start that very many terms share is a term itself.
  const terms = queryTerms(query).map((term) =>
    term.isStart && deep.includes(term.text) ? { text: `${term.text}*`, isStart: false } : term);
  const telling = terms.filter(({ text, isStart }) => isStart || !common.terms.includes(text));
  return telling.length > 0 ? telling : terms;
}

// Returns the names of the files that have a term.
function filesOf(term, { terms, common, deep }) {
  const own = common.terms.flatMap((text, number) => (fits(text, term) ? [common.file.replace("#", number)] : []));
  if (own.length > 0 && !term.isStart) return own;
  // The first letter of a term decides on its file, or two of a word, or more while these are deep.
  const letters = [...term.text];
  let count = isDense.test(term.text) ? 1 : 2;
  while (count < letters.length && deep.includes(letters.slice(0, count).join(""))) count++;
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(letters.slice(0, count).join(""))) hash = Math.imul(hash ^ byte, 0x01000193);
  return [...own, terms.file.replace("#", (hash ^ (hash >>> 16)) & (terms.files - 1))];
}

// Returns the entries that have a term, each with its weight. The last digit of a number in the files is the weight, and
// the others say how many entries to go on from the one before.
function weightsOf(term, parts) {
  const lists = parts.flatMap((part) =>
    Array.isArray(part) ? [part] : Object.keys(part).filter((text) => fits(text, term)).map((text) => part[text]));
  const weights = new Map();
  for (const list of lists) {
    let entry = 0;
    for (const number of list) {
      entry += Math.floor(number / 10);
      weights.set(entry, Math.max(weights.get(entry) ?? 0, number % 10));
    }
  }
  return weights;
}

// Returns the entries that have everything a query asks for, the best first. The file at the path tells of the others, which
// are beside it.
export async function find(query, limit, headPath, load) {
  const found = await load(headPath);
  if (!found) return [];
  const head = json.read(searchHead, headPath, () => found);
  const part = async (name) => {
    const path = headPath.slice(0, headPath.lastIndexOf("/") + 1) + name;
    const data = await load(path);
    if (!data) throw new Failure("missing", { path });
    return json.read(searchPart, path, () => data);
  };
  const lists = await Promise.all(
    tellingTerms(query, head).map(async (term) => weightsOf(term, await Promise.all(filesOf(term, head).map(part)))));
  if (lists.length === 0) return [];
  const [shortest] = lists.sort((one, other) => one.size - other.size);
  const best = [...shortest.keys()]
    .filter((entry) => lists.every((list) => list.has(entry)))
    .map((entry) => ({ entry, weight: lists.reduce((sum, list) => sum + list.get(entry), 0) }))
    .sort((one, other) => other.weight - one.weight || one.entry - other.entry)
    .slice(0, Math.max(0, limit));
  const { perFile, file } = head.entries;
  const numbers = [...new Set(best.map(({ entry }) => Math.floor(entry / perFile)))];
  const files = new Map(await Promise.all(numbers.map(async (number) => [number, await part(file.replace("#", number))])));
  return best.map(({ entry }) => files.get(Math.floor(entry / perFile))[entry % perFile]);
}

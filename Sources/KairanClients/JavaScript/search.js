// The part of a client that searches.

import * as json from "./reading.js";
import { Failure } from "./failure.js";

const object = (...members) => (value, place) => json.record(value, place, members);
const optionalText = json.orNull(json.text);
const result = object(["title", json.text], ["url", optionalText], ["label", optionalText], ["summary", optionalText]);

// Reads the file that tells of the others.
export const searchHead = object(
  ["entries", object(["count", json.int32], ["perFile", json.int32], ["file", json.text])],
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

// Returns the words of a query. A run of dense letters is one word, and an entry that has it has all of its terms.
function queryWords(query) {
  const folded = fold(query);
  const words = new Map();
  for (const match of folded.matchAll(run)) {
    const letters = [...match[0]];
    if (isDense.test(match[0])) {
      // A single letter may stand before any other.
      const terms = letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter);
      words.set(match[0], { text: match[0], isStart: letters.length === 1, terms });
    } else {
      // The last word may not be complete yet.
      const isStart = match.index + match[0].length === folded.length && letters.length > 1;
      const text = letters.slice(0, 40).join("");
      words.set(text, { text, isStart, terms: [text] });
    }
  }
  return [...words.values()];
}

const endings = ["", "s", "es", "ed", "ing"];

// Returns the words that may be other forms of an English word, such as `city` of `cities` and `running` of `run`. It
// does not matter if some of them are no words.
function otherForms(word) {
  const forms = new Set();
  if (!/^[a-z]{3,}$/.test(word)) return forms;
  for (const ending of endings.filter((ending) => word.endsWith(ending))) {
    const stem = word.slice(0, word.length - ending.length);
    for (const base of [stem, stem + "e", stem.replace(/i$/, "y"), stem.replace(/(.)\1$/, "$1")]) {
      if (base.length < 3) continue;
      for (const beginning of [base, base.replace(/e$/, ""), base.replace(/y$/, "i"), base + base.slice(-1)]) {
        for (const ending of endings) forms.add(beginning + ending);
      }
    }
  }
  forms.delete(word);
  return forms;
}

// Returns the entries that have a term, each with its weight, which is twice that in the files, and one less for another
// form of a word. The last digit of a number in the files is the weight, and the others say how many entries to go on
// from the one before.
async function weightsOf(term, isStart, { terms, common, deep }, part) {
  const forms = otherForms(term);
  // A start that very many terms share is a term itself.
  const isStarred = isStart && deep.includes(term);
  const asked = isStarred ? `${term}*` : term;
  const fits = (text) => text === asked || (isStart && !isStarred && text.startsWith(term)) || forms.has(text);
  // The first letter of a term decides on its file, or two of a word, or more while these are deep.
  function fileOf(text) {
    const letters = [...text];
    let count = isDense.test(text) ? 1 : 2;
    while (count < letters.length && deep.includes(letters.slice(0, count).join(""))) count++;
    const bytes = new TextEncoder().encode(letters.slice(0, count).join(""));
    const hash = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
    return terms.file.replace("#", (hash ^ (hash >>> 16)) & (terms.files - 1));
  }
  const rare = new Set([asked, ...forms].filter((text) => !common.terms.includes(text)).map(fileOf));
  const files = await Promise.all([...rare].map(part));
  const lists = files.flatMap((file) => Object.keys(file).filter(fits).map((text) => [text, file[text]]));
  const numbers = async (text) => [text, await part(common.file.replace("#", common.terms.indexOf(text)))];
  const weights = new Map();
  for (const [text, list] of [...lists, ...(await Promise.all(common.terms.filter(fits).map(numbers)))]) {
    let entry = 0;
    for (const number of list) {
      entry += Math.floor(number / 10);
      weights.set(entry, Math.max(weights.get(entry) ?? 0, (number % 10) * 2 - (text === asked ? 0 : 1)));
    }
  }
  return weights;
}

// Returns the entries that have all terms of a word, each with its score. The fewer entries have a term, the more it
// tells.
async function scoresOf({ terms, isStart }, head, part) {
  const lists = await Promise.all(terms.map((term) => weightsOf(term, isStart, head, part)));
  const [shortest] = [...lists].sort((one, other) => one.size - other.size);
  const rarity = (list) => 32 - Math.clz32(head.entries.count / list.size);
  return new Map([...shortest.keys()].filter((entry) => lists.every((list) => list.has(entry))).map((entry) =>
    [entry, lists.reduce((sum, list) => sum + list.get(entry) * rarity(list), 0)]));
}

// Returns the entries that have the words of a query or at least a third of them, the best first. An entry that lacks words
// counts much less. The file at the path tells of the others, which are beside it.
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
  const all = queryWords(query);
  // A term that very many entries have says little if the query has others too.
  const telling = all.map((word) =>
    ({ ...word, terms: word.terms.filter((term) => word.isStart || !head.common.terms.includes(term)) }))
    .filter(({ terms }) => terms.length > 0);
  const words = telling.length > 0 ? telling : all;
  const scores = await Promise.all(words.map((word) => scoresOf(word, head, part)));
  const best = [...new Set(scores.flatMap((list) => [...list.keys()]))]
    .map((entry) => {
      const missing = words.filter((_, place) => !scores[place].has(entry)).map(({ text }) => text);
      const sum = scores.reduce((sum, list) => sum + (list.get(entry) ?? 0), 0);
      return { entry, missing, score: sum * (words.length - missing.length) ** 2 };
    })
    .filter(({ missing }) => missing.length * 3 <= words.length * 2)
    .sort((one, other) => other.score - one.score || one.entry - other.entry)
    .slice(0, Math.max(0, limit));
  const { perFile, file } = head.entries;
  const numbers = [...new Set(best.map(({ entry }) => Math.floor(entry / perFile)))];
  const read = async (number) => [number, await part(file.replace("#", number))];
  const files = new Map(await Promise.all(numbers.map(read)));
  return best.map(({ entry, missing }) => ({ ...files.get(Math.floor(entry / perFile))[entry % perFile], missing }));
}

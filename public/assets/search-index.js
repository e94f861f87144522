// Looks words up in the index that a `search:` template of Kairan makes; the guide's page on search tells its format.
// Nothing here touches the page, so that other pages, workers and tests can use it too.

const alike = { ß: "ss", ς: "σ", ı: "i", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

// Returns the same letters however they are written. The texts of the index were folded by the same steps.
export function fold(text) {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF\u{E0100}-\u{E01EF}]/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ßςıæœøłđ]/g, (letter) => alike[letter])
    .replace(/[ァ-ヶヽヾ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

// Of Chinese characters, kana and Hangul, any two that stand side by side are a term.
const dense =
  "\\u3005-\\u3007\\u3041-\\u3096\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u3105-\\u312F\\u31F0-\\u31FF" +
  "\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}";
const runPattern = new RegExp(
  `([${dense}]+)|(?![${dense}])[\\p{L}\\p{N}](?:(?![${dense}])[\\p{L}\\p{N}\\p{M}])*`, "gu");
const longestWord = 40;

// Returns the stretches of a folded text that terms are made of: dense ones, of the letters above, and words.
export function runs(folded) {
  return Array.from(folded.matchAll(runPattern), (match) => {
    const letters = [...match[0]];
    const isDense = match[1] !== undefined;
    return { letters: isDense ? letters : letters.slice(0, longestWord), isDense, end: match.index + match[0].length };
  });
}

// Returns the terms of a query, of which some are only the starts of terms. An entry must have all of them.
export function queryTerms(query) {
  const folded = fold(query);
  const terms = new Map();
  for (const { letters, isDense, end } of runs(folded)) {
    if (isDense && letters.length > 1) {
      for (let index = 1; index < letters.length; index++) terms.set(letters[index - 1] + letters[index], false);
    } else {
      // A single letter may stand before any other, and the last word may not be complete yet.
      terms.set(letters.join(""), isDense || (letters.length > 1 && end === folded.length));
    }
  }
  return Array.from(terms, ([text, isStart]) => ({ text, isStart }));
}

// Returns a query without its little words, such as the "how do I" of a question, unless it consists of nothing else.
// Without its question mark, its last word may be the start of a longer one, as in any other query.
export function telling(query, littleWords) {
  const little = new Set(littleWords.split(" "));
  const letters = (word) => runs(fold(word)).map((run) => run.letters.join("")).join("");
  const words = query.replace(/[?？]\s*$/, "").split(/\s+/);
  return words.filter((word) => !little.has(letters(word))).join(" ") || query;
}

// Puts entries first whose title has the query as it was typed.
export function titlesFirst(entries, query) {
  const folded = fold(query).trim();
  const rank = ({ title }) => (fold(title).includes(folded) ? 0 : 1);
  return entries.sort((first, second) => rank(first) - rank(second));
}

function hash(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash ^ (hash >>> 16)) >>> 0;
}

async function loadJSON(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

// Opens an index by the address of its head. `find` returns numbers of entries, `entries` what to show of them.
export function openIndex(address, load = loadJSON) {
  const files = new Map();
  let opened = null;

  // A load that failed is tried again the next time.
  function once(key, start) {
    if (!files.has(key)) files.set(key, start().catch((error) => { files.delete(key); throw error; }));
    return files.get(key);
  }

  // Every page asks for the head anew. Its version keeps parts of two publications apart in caches.
  async function open() {
    const head = await once("", () => load(address, { cache: "no-cache" }));
    const common = new Map(head.common.terms.map((term, number) => [term, number]));
    if (!opened) opened = { head, deep: new Set(head.deep), common };
    return opened;
  }

  function part({ head }, kind, number) {
    const name = head[kind].file.replace("#", number);
    const path = new URL(`${name}?v=${head.version}`, address).href;
    return once(path, () => load(path));
  }

  // Returns the key that decides on a term's file: its first letter, or two of a word, or more while these are deep.
  function groupKey({ deep }, term) {
    const letters = [...term];
    let count = new RegExp(`^[${dense}]`, "u").test(term) ? 1 : 2;
    while (count < letters.length && deep.has(letters.slice(0, count).join(""))) count++;
    return letters.slice(0, count).join("");
  }

  async function termsFile(index, term) {
    const number = hash(groupKey(index, term)) & (index.head.terms.files - 1);
    return new Map(Object.entries(await part(index, "terms", number)));
  }

  const commonFile = (index, term) => part(index, "common", index.common.get(term));

  // Returns the entries that have a term of a query, each with its weight.
  async function lookUp(index, { text, isStart }) {
    let lists;
    if (!isStart) {
      lists = [index.common.has(text) ? await commonFile(index, text) : (await termsFile(index, text)).get(text) ?? []];
    } else {
      const common = [...index.common.keys()].filter((term) => term.startsWith(text));
      const rare = [...(await termsFile(index, text))].filter(([term]) => term.startsWith(text));
      lists = [...rare.map(([, list]) => list), ...(await Promise.all(common.map((term) => commonFile(index, term))))];
    }
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

  // Returns the entries that have everything the query asks for, best first, or null if it asks for nothing.
  async function find(query) {
    let terms = queryTerms(query);
    if (terms.length === 0) return null;
    const index = await open();
    // A start that very many terms share is a term itself.
    terms = terms.map((term) =>
      term.isStart && index.deep.has(term.text) ? { text: term.text + "*", isStart: false } : term);
    // A term that a quarter of all entries have says little if the query has others too.
    const telling = terms.filter(({ text, isStart }) => isStart || !index.common.has(text));
    const lists = await Promise.all((telling.length > 0 ? telling : terms).map((term) => lookUp(index, term)));
    lists.sort((first, second) => first.size - second.size);
    const found = [];
    for (const entry of lists[0].keys()) {
      const weights = lists.map((list) => list.get(entry));
      if (weights.includes(undefined)) continue;
      found.push({ entry, weight: weights.reduce((sum, weight) => sum + weight) });
    }
    found.sort((first, second) => second.weight - first.weight || first.entry - second.entry);
    return found.map(({ entry }) => entry);
  }

  async function entries(numbers) {
    const index = await open();
    const { perFile } = index.head.entries;
    return Promise.all(numbers.map(async (number) => {
      const file = await part(index, "entries", Math.floor(number / perFile));
      return file[number % perFile];
    }));
  }

  return { find, entries };
}

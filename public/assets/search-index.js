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

// Returns the words of a query. A run of dense letters is one word, and an entry that has it has all of its terms.
export function queryWords(query) {
  const folded = fold(query);
  const words = new Map();
  for (const { letters, isDense, end } of runs(folded)) {
    const text = letters.join("");
    // A single letter may stand before any other, and the last word may not be complete yet.
    const isStart = letters.length === 1 ? isDense : !isDense && end === folded.length;
    const isPaired = isDense && letters.length > 1;
    const terms = isPaired ? letters.slice(1).map((letter, index) => letters[index] + letter) : [text];
    words.set(text, { text, isStart, terms });
  }
  return [...words.values()];
}

const endings = ["", "s", "es", "ed", "ing"];

// Returns the words that may be other forms of an English word, such as `city` of `cities` and `running` of `run`. It
// does not matter if some of them are no words.
export function otherForms(word) {
  const forms = new Set();
  if (!/^[a-z]{3,}$/.test(word)) return forms;
  for (const ending of endings.filter((ending) => word.endsWith(ending))) {
    const stem = word.slice(0, word.length - ending.length);
    for (const base of [stem, stem + "e", stem.replace(/i$/, "y"), stem.replace(/(.)\1$/, "$1")]) {
      if (base.length < 3) continue;
      for (const beginning of [base, base.replace(/e$/, ""), base.replace(/y$/, "i"), base + base.at(-1)]) {
        for (const ending of endings) forms.add(beginning + ending);
      }
    }
  }
  forms.delete(word);
  return forms;
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

// Opens an index by the address of its head.
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

  // Returns the lists of the terms that fit, each with whether it is of the word as it was asked for.
  async function listsOf(index, text, fits) {
    const common = [...index.common.keys()].filter(fits);
    // A term that is common stands in no other file.
    const rare = common.includes(text) ? [] : [...await termsFile(index, text)].filter(([term]) => fits(term));
    const lists = [...rare, ...await Promise.all(common.map(async (term) => [term, await commonFile(index, term)]))];
    return lists.map(([term, list]) => ({ list, isExact: term === text }));
  }

  // Returns the entries that have a term, each with its weight, which is twice that in the files if the word is in the
  // entry as it was asked for, and one less if another form of it is.
  async function lookUp(index, term, isStart) {
    // A start that very many terms share is a term itself.
    const isStarred = isStart && index.deep.has(term);
    const asked = isStarred ? term + "*" : term;
    const fits = isStart && !isStarred ? (text) => text.startsWith(term) : (text) => text === asked;
    const others = [...otherForms(term)].map((form) => listsOf(index, form, (text) => text === form));
    const [own, ...rest] = await Promise.all([listsOf(index, asked, fits), ...others]);
    const lists = [...own, ...rest.flat().map(({ list }) => ({ list, isExact: false }))];
    const weights = new Map();
    for (const { list, isExact } of lists) {
      let entry = 0;
      for (const number of list) {
        entry += Math.floor(number / 10);
        weights.set(entry, Math.max(weights.get(entry) ?? 0, (number % 10) * 2 - (isExact ? 0 : 1)));
      }
    }
    return weights;
  }

  // Returns the entries that have a word, each with its score. The fewer entries have a term, the more it tells.
  async function score(index, { terms, isStart }) {
    const lists = await Promise.all(terms.map((term) => lookUp(index, term, isStart)));
    const [shortest] = [...lists].sort((first, second) => first.size - second.size);
    const scores = new Map();
    for (const entry of shortest.keys()) {
      if (!lists.every((list) => list.has(entry))) continue;
      const rarity = (list) => 32 - Math.clz32(index.head.entries.count / list.size);
      scores.set(entry, lists.reduce((sum, list) => sum + list.get(entry) * rarity(list), 0));
    }
    return scores;
  }

  // Returns the entries that have the words of a query or at least a third of them, the best first, each with the words
  // that it lacks, for which it counts much less. Returns null for a query without words.
  async function find(query) {
    const words = queryWords(query);
    if (words.length === 0) return null;
    const index = await open();
    // A term that a quarter of all entries have says little if the query has others too.
    const telling = words.map((word) =>
      ({ ...word, terms: word.terms.filter((term) => word.isStart || !index.common.has(term)) }))
      .filter(({ terms }) => terms.length > 0);
    const asked = telling.length > 0 ? telling : words;
    const scores = await Promise.all(asked.map((word) => score(index, word)));
    const found = [];
    for (const entry of new Set(scores.flatMap((list) => [...list.keys()]))) {
      const missing = asked.filter((_, place) => !scores[place].has(entry)).map(({ text }) => text);
      if (missing.length * 3 > asked.length * 2) continue;
      const sum = scores.reduce((sum, list) => sum + (list.get(entry) ?? 0), 0);
      found.push({ entry, missing, score: sum * (asked.length - missing.length) ** 2 });
    }
    return found.sort((first, second) => second.score - first.score || first.entry - second.entry);
  }

  // Returns what to show of entries that were found.
  async function entries(found) {
    const index = await open();
    const { perFile } = index.head.entries;
    return Promise.all(found.map(async ({ entry, missing }) => {
      const file = await part(index, "entries", Math.floor(entry / perFile));
      return { ...file[entry % perFile], missing };
    }));
  }

  return { find, entries };
}

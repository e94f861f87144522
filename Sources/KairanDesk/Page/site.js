import { get } from "./api.js";

/** What is known of the board, and who wants to hear when it changes. */
let known = null;
const listeners = new Set();
const lists = new Map();

export const site = () => known;

export const collectionNamed = (name) => known?.collections.find((collection) => collection.name === name);

/** Calls a listener after each change; returns a function that ends this. */
export function watchSite(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** An address of the site as this device reaches it: a phone does so at another address of the computer. */
export function reached(address) {
  const url = new URL(address);
  url.hostname = location.hostname;
  return url.href;
}

export async function loadSite() {
  known = await get("site");
  for (const listener of [...listeners]) listener(known);
  return known;
}

/** The entries of a collection. They are asked for once for each build. */
export async function entriesOf(collection) {
  const kept = lists.get(collection);
  if (kept && kept.build === known?.build) return kept.entries;
  const answer = await get("entries", { collection });
  lists.set(collection, answer);
  return answer.entries;
}

/** Forgets the lists, because this page changed something and the next build may not be there yet. */
export function forgetLists() {
  lists.clear();
}

export const entryAddress = (collection, id) => `#/${collection}/${encodeURIComponent(id)}`;

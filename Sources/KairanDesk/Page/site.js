import { changeCount, get } from "./api.js";

let known = null;
const listeners = new Set();
const lists = new Map();

export const site = () => known;

export const collectionNamed = (name) => known?.collections.find((collection) => collection.name === name);

export function watchSite(listener) {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/**
 * An address of the site as this device reaches it, or null if it does not. A phone reaches it at another address of the
 * computer, and behind a proxy each server has an address of its own.
 */
export function reached(address) {
	const url = new URL(address);
	if (known.reach) return forwarded(url);
	url.hostname = location.hostname;
	return url.href;
}

function forwarded(url) {
	const server = known.reach.find(({ port }) => `${port}` === (url.port || "80"));
	if (!server) return null;
	const { port, address, key } = server;
	const origin = location.protocol === "https:" ? address : `http://${location.hostname}:${port}`;
	const path = url.pathname + url.search + url.hash;
	if (!origin || !key) return origin && origin + path;
	return `${origin}/.kairan/enter?${new URLSearchParams({ key, over: location.protocol, to: path })}`;
}

/** Tells whether the pages of the site can be seen from here. */
export const showsPages = () => reached(known.home) !== null;

export async function loadSite() {
	known = await get("site");
	for (const listener of [...listeners]) listener();
}

/**
 * The entries of a collection. They are asked for again after a build, and after this page changed something, as the
 * next build may not be there yet. `columns` are the fields whose values are listed too.
 */
export async function entriesOf(collection, columns = lists.get(collection)?.columns ?? []) {
	const state = `${known.build} ${changeCount()} ${columns}`;
	if (lists.get(collection)?.state !== state) {
		lists.set(collection, { state, columns, ...await get("entries", { collection, columns }) });
	}
	return lists.get(collection).entries;
}

/** The title of an entry, or its id while nobody has asked for the entries of its collection. */
export const titleOf = (collection, id) => lists.get(collection)?.entries.find((entry) => entry.id === id)?.title ?? id;

export const entryAddress = (collection, id) => `#/${collection}/${encodeURIComponent(id)}`;

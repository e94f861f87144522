/** A proxy may show the forms of several boards at one host, each at a path of its own. */
export const ownKey = (name) => location.pathname === "/" ? name : `${name} ${location.pathname}`;

const tokenKey = ownKey("kairan-token");

/** An answer that is not the one hoped for. Its status is 0 if the server is gone, which the status line says. */
class Refused extends Error {
	constructor(status, body) {
		super(body?.error ?? (status || ""));
		Object.assign(this, { status, body: body ?? {}, mistakes: body?.mistakes ?? [] });
	}
}

/** The server's refusal. Any other error is a mistake of this page, and goes on. */
export function refusal(error) {
	if (error instanceof Refused) return error;
	throw error;
}

/** Takes the token out of the address, so that nobody passes it on, and tells whether there was one. */
export function takeToken(hash = "#/") {
	const found = /^#token=([^&]+)/.exec(location.hash);
	if (!found) return false;
	localStorage.setItem(tokenKey, decodeURIComponent(found[1]));
	history.replaceState(null, "", location.pathname + location.search + hash);
	return true;
}

const token = () => localStorage.getItem(tokenKey) ?? "";

let onContact = () => {};

/** Tells a listener after each request how the server is: "there", "gone", or "locked" without a token. */
export function listenForContact(listener) {
	onContact = listener;
}

async function ask(path, query, options) {
	const address = `api/${path}?${new URLSearchParams(query)}`;
	const answer = await fetch(address, { ...options, headers: { "X-Kairan-Token": token() } }).catch(() => {
		onContact("gone");
		throw new Refused(0);
	});
	onContact(answer.status === 401 ? "locked" : "there");
	if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
	return answer;
}

export const get = async (name, query) => (await ask(name, query)).json();

let failures = 0;

/** Loads a part of the page that few visits need. A browser asks at the same address only once. */
export const load = (file) =>
	import(failures ? `${file}?${failures}` : file).catch(() => {
		failures += 1;
		onContact("gone");
		throw new Refused(0);
	});

let changes = 0;

export const changeCount = () => changes;

export async function post(name, body) {
	const answer = await ask(name, {}, { method: "POST", body: JSON.stringify(body) });
	if (name !== "check" && !body.check) changes += 1;
	return answer.json();
}

export const upload = async (query, body) => (await ask("upload", query, { method: "POST", body })).json();

/**
 * The address of a file that an entry names, or null if it cannot be shown. Without an entry the path begins with a slash,
 * which stands for `content/`.
 */
export async function fileAddress(entry, path) {
	const query = entry ? { collection: entry.collection, id: entry.id, path } : { path };
	const answer = await ask("file", query).catch(() => null);
	return answer && URL.createObjectURL(await answer.blob());
}

/**
 * Calls a listener with the number of each new build. A browser has six connections for each host, so only pages that
 * can be seen keep one.
 */
export function listenForBuilds(listener) {
	let source;
	const listen = () => {
		if (document.hidden || source) return;
		source = new EventSource(`api/events?${new URLSearchParams({ token: token() })}`);
		source.addEventListener("build", (event) => listener(Number(event.data)));
		source.onerror = () => {
			// A browser gives up for good when the server refuses; it tries again by itself when there is no answer.
			if (source?.readyState === EventSource.CLOSED) {
				source = undefined;
				setTimeout(listen, 3000);
			}
			get("site").catch(() => {});
		};
	};
	document.onvisibilitychange = () => {
		if (!document.hidden) return listen();
		source?.close();
		source = undefined;
	};
	listen();
}

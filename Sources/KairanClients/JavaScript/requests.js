// The part of a client that asks the server.

import { Failure } from "./failure.js";

const second = 1000;

export const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;

const escaped = (path) => path.split("/").map(encodeURIComponent).join("/");

export const addressOf = (path, folder) => new URL(escaped(path), folder);

// Gives up a request when nothing arrives for a while; a large file may take longer than that.
function patience(milliseconds, outer) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException("the server does not answer", "TimeoutError"));
  const leave = () => controller.abort(outer.reason);
  let timer = setTimeout(giveUp, milliseconds);
  outer?.addEventListener("abort", leave);
  if (outer?.aborted) leave();
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", leave);
  };
  const renew = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, milliseconds);
  };
  return { signal: controller.signal, renew, end };
}

// Returns the body of a response; undefined if it has more bytes than the limit.
async function bodyOf(response, limit, renew) {
  if (!response.body) {
    const data = new Uint8Array(await response.arrayBuffer());
    return data.length > limit ? undefined : data;
  }
  const reader = response.body.getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    renew();
    parts.push(part.value);
    length += part.value.length;
    if (length <= limit) continue;
    await reader.cancel();
    return undefined;
  }
  const data = new Uint8Array(length);
  for (let place = 0, index = 0; index < parts.length; place += parts[index++].length) data.set(parts[index], place);
  return data;
}

// Asks the server below an address, and leaves it alone for as long as it wants.
export class Requests {
  #address;
  #fetch;
  #restMonotonic = 0;
  #restWall = 0;
  #count = 0;
  #waiting = [];

  constructor(address, fetch) {
    this.#address = address;
    this.#fetch = fetch;
  }

  // The time until requests may be sent again, in milliseconds. The first clock is one that nobody sets, and the second
  // goes on while a device sleeps.
  get rest() {
    return Math.min(this.#restMonotonic - performance.now(), this.#restWall - Date.now());
  }

  // Requests a file, and returns its data and its ETag; no data if the server still has what has the tag, and empty ones if
  // they are longer than the limit. `version` is a part of the address, so that no cache answers with the file of another
  // publication.
  async request(path, options) {
    // Outside of browsers nothing else keeps a search from opening a hundred connections.
    if (this.#count === 6) await new Promise((resolve) => this.#waiting.push(resolve));
    else this.#count++;
    try {
      return await this.#ask(path, options);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#count--;
    }
  }

  async #ask(path, { tag = "", version = "", limit, signal: outer }) {
    if (this.rest > 0) throw new Failure("busy", { until: new Date(Date.now() + this.rest) });
    const url = addressOf(path, this.#address);
    if (version) url.searchParams.set("v", version);
    // A browser keeps what it loaded and sends the ETag by itself; with the header it would have to ask other hosts for leave.
    const headers = tag && !isBrowser ? { "If-None-Match": tag } : {};
    const { signal, renew, end } = patience(30 * second, outer);
    const send = this.#fetch ?? fetch;
    try {
      const response = await send(url, { headers, cache: version ? "default" : "no-cache", signal });
      const newTag = response.headers.get("ETag") ?? "";
      const isKnown = tag && (response.status === 304 || (response.status === 200 && newTag === tag));
      if (isKnown || response.status !== 200) response.body?.cancel().catch(() => {});
      if (isKnown) return [undefined, tag];
      if (response.status === 429 || response.status === 503) throw this.#busy(response.headers);
      if (response.status !== 200) throw new Failure("status", { path, status: response.status });
      return [(await bodyOf(response, limit, renew)) ?? new Uint8Array(), newTag];
    } finally {
      end();
    }
  }

  #busy(headers) {
    const asked = headers.get("Retry-After") ?? "";
    // The clock of the server counts, where it may be seen, as that of the device may be wrong.
    const now = Date.parse(headers.get("Date") ?? "") || Date.now();
    const seconds = Number.isNaN(Number(asked)) ? (Date.parse(asked) - now) / second : Number(asked);
    const rest = Math.min(Math.max(seconds || 60, 1), 86400) * second;
    [this.#restMonotonic, this.#restWall] = [performance.now() + rest, Date.now() + rest];
    return new Failure("busy", { until: new Date(this.#restWall) });
  }
}

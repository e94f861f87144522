// The part of a client that downloads publications and keeps the last good one.

import { manifestOf } from "./reading.js";
import { Failure } from "./failure.js";

export { Failure };

const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

// Keeps publications in the Cache Storage of a browser, or in memory where there is none or the page may not use it.
function defaultStorage(name) {
  const memory = new Map();
  const opened = (async () => {
    try {
      const cache = await caches.open(name);
      await cache.keys();
      return cache;
    } catch {
      return undefined;
    }
  })();
  const url = (key) => `https://client.invalid/${key}`;
  return {
    async get(key) {
      const cache = await opened;
      if (!cache) return memory.get(key);
      const found = await cache.match(url(key));
      return found && new Uint8Array(await found.arrayBuffer());
    },
    async put(key, data) {
      const cache = await opened;
      if (cache) await cache.put(url(key), new Response(data));
      else memory.set(key, data);
    },
    async delete(key) {
      const cache = await opened;
      if (cache) await cache.delete(url(key));
      else memory.delete(key);
    },
    async names() {
      const cache = await opened;
      return cache ? (await cache.keys()).map((request) => request.url.slice(url("").length)) : [...memory.keys()];
    },
  };
}

const escaped = (path) => path.split("/").map(encodeURIComponent).join("/");

async function sha256(data) {
  if (!globalThis.crypto?.subtle) throw new Error("a page can only check publications if it was loaded by https or from localhost");
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fits(file, data) {
  return data.length === file.size && (await sha256(data)) === file.sha256;
}

function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

function joined(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

// Gives up a request when nothing arrives for a while; a large file may take longer than that.
function patience(milliseconds) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new DOMException("the server does not answer", "TimeoutError"));
  let timer = setTimeout(giveUp, milliseconds);
  const end = () => clearTimeout(timer);
  const parts = new TransformStream({
    transform(part, rest) {
      end();
      timer = setTimeout(giveUp, milliseconds);
      rest.enqueue(part);
    },
  });
  return { signal: controller.signal, parts, end };
}

export class AnyStore extends EventTarget {
  #options;
  #storage;
  #opening;
  #current;
  // The manifest and its ETag, as they are kept.
  #manifest;
  #tag = "";
  // The manifest before, whose publication may have been handed out and still ask for its files.
  #previous;
  #bundle;
  #notBefore = 0;
  #updating;
  #loading = new Map();
  #requests = 0;
  #waiting = [];

  constructor(options) {
    super();
    const address = new URL(options.address);
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    this.#options = { keeping: () => false, ...options, address };
    this.#storage = options.storage ?? defaultStorage(`kairan ${address}`);
  }

  open() {
    return (this.#opening ??= this.#open()).then(() => this.#current);
  }

  update() {
    return (this.#updating ??= this.#bring().finally(() => (this.#updating = undefined)));
  }

  async keepUpdated(signal) {
    let wait = minute;
    while (!signal?.aborted) {
      let next = wait;
      try {
        const change = (await this.update()).manifest.nextChange?.getTime() ?? Date.now() + day;
        if (change > Date.now()) {
          // Not all apps have to ask in the same second.
          next = change - Date.now() + (1 + 29 * Math.random()) * second;
          wait = minute;
        }
      } catch {
        next = Math.max(next, this.#notBefore - Date.now());
      }
      if (next === wait) wait = Math.min(wait * 2, hour);
      await pause(Math.min(next, day), signal);
    }
  }

  async #open() {
    // Whatever is damaged, or was kept by an app that could read it, counts as absent.
    try {
      const saved = await this.#storage.get("publication");
      const kept = saved.subarray(64);
      if (new TextDecoder().decode(saved.subarray(0, 64)) !== (await sha256(kept))) throw new Failure("notThisAPI");
      const end = kept.indexOf(10, kept.indexOf(10) + 1);
      const [address, tag] = new TextDecoder().decode(kept.subarray(0, end)).split("\n");
      if (address !== String(this.#options.address)) throw new Failure("notThisAPI");
      const manifest = this.#manifestOf(kept.subarray(end + 1));
      [this.#current, this.#manifest, this.#tag] = [await this.#publication(manifest), manifest, tag];
    } catch {
      try {
        const manifest = await this.#bundledManifest();
        if (manifest) [this.#current, this.#manifest] = [await this.#publication(manifest), manifest];
      } catch {}
    }
  }

  async #publication(manifest) {
    const { files, publication } = this.#options;
    const all = await Promise.all(
      files.map(async (path) => {
        const file = manifest.files.get(path);
        if (!file) throw new Failure("missing", { path });
        const data = await this.#local(file);
        if (!data) throw new Failure("wrong", { path });
        return [path, data];
      }));
    const data = new Map(all);
    return publication(manifest, (path) => data.get(path), (path) => this.#data(path, manifest));
  }

  #manifestOf(data) {
    const { version, files } = this.#options;
    return manifestOf(data, version, [...files, "changelog.json", "openapi.json"]);
  }

  #bundledManifest() {
    return (this.#bundle ??= (async () => {
      try {
        return this.#manifestOf(await this.#bundled("manifest.json"));
      } catch {
        return undefined;
      }
    })());
  }

  async #bundled(path) {
    if (!this.#options.bundle) return undefined;
    const response = await fetch(new URL(escaped(path), this.#options.bundle));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  }

  async #kept(file) {
    const kept = await this.#storage.get(file.sha256);
    return kept && (await fits(file, kept)) ? kept : undefined;
  }

  // Returns a file that is on this device.
  async #local(file) {
    const kept = await this.#kept(file);
    if (kept) return kept;
    const isBundled = (await this.#bundledManifest())?.files.get(file.path)?.sha256 === file.sha256;
    if (!isBundled || !this.#options.files.includes(file.path)) return undefined;
    try {
      const bundled = await this.#bundled(file.path);
      return bundled && (await fits(file, bundled)) ? bundled : undefined;
    } catch {
      return undefined;
    }
  }

  async #bring() {
    await this.open();
    for (let attempt = 1; ; attempt++) {
      // A cache on the way may still have the last manifest; another address leads past it.
      const version = attempt === 1 ? "" : String(Date.now());
      const [data, tag] = await this.#request("manifest.json", { tag: this.#tag, version });
      const manifest = data ? this.#manifestOf(data) : this.#manifest;
      // A revision that goes back is more often an old copy in a cache than what is published.
      if (attempt === 1 && manifest.revision < this.#manifest?.revision) continue;
      try {
        return await this.#activate(manifest, tag);
      } catch (error) {
        // The manifest and the files are of different publications.
        if (attempt === 3 || (error.reason !== "wrong" && error.status !== 404)) throw error;
        await pause(second / 2);
      }
    }
  }

  // Brings what a publication has and the last one has not, and puts it in the place of the last one.
  async #activate(manifest, tag) {
    const { files, keeping } = this.#options;
    const last = this.#manifest;
    for (const path of files) if (!manifest.files.has(path)) throw new Failure("missing", { path });
    const needed = new Set(files);
    const wanted = [];
    for (const file of manifest.files.values()) {
      const before = last?.files.get(file.path);
      const isKept = needed.has(file.path) || keeping(file.path) || (before && (await this.#local(before)) !== undefined);
      if (isKept) wanted.push(file);
    }
    const missing = [];
    for (const file of wanted) if (!(await this.#kept(file))) missing.push(file);
    const isSame = last && last.data.length === manifest.data.length && last.data.every((byte, index) => byte === manifest.data[index]);
    if (isSame && !missing.length && tag === this.#tag) return this.#current;
    try {
      await this.#loadAll(missing);
      const current = await this.#publication(manifest);
      for (const file of wanted) if (!needed.has(file.path)) await this.#check(file, last?.files.get(file.path));
      // It begins with a hash of the rest, by which damage is noticed.
      const kept = joined(new TextEncoder().encode(`${this.#options.address}\n${tag}\n`), manifest.data);
      await this.#storage.put("publication", joined(new TextEncoder().encode(await sha256(kept)), kept));
      [this.#current, this.#manifest, this.#tag] = [current, manifest, tag];
      if (!isSame) this.#previous = last;
    } finally {
      await this.#remove([this.#manifest, this.#previous, manifest]);
    }
    if (!isSame) this.dispatchEvent(new CustomEvent("publication", { detail: this.#current }));
    return this.#current;
  }

  // Loads files, four at a time. After a failure no other is begun.
  async #loadAll(files) {
    const waiting = [...files];
    let failure;
    const work = async () => {
      for (let file = waiting.shift(); file && !failure; file = waiting.shift()) {
        try {
          await this.#load(file);
        } catch (error) {
          failure ??= error;
        }
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    if (failure) throw failure;
  }

  // Throws if this client could read a file of the last publication, but cannot read what took its place. A file that it
  // could not read before belongs to an endpoint that it does not know.
  async #check(file, before) {
    const { check } = this.#options;
    try {
      check(file.path, await this.#local(file));
    } catch (error) {
      const old = before && (await this.#local(before));
      if (!old) return;
      try {
        check(file.path, old);
      } catch {
        return;
      }
      throw error;
    }
  }

  // Removes the files of publications that nobody can use any more, or that this client refuses.
  async #remove(except) {
    try {
      for (const name of await this.#storage.names()) {
        if (/^[0-9a-f]{64}$/.test(name) && !except.some((manifest) => manifest?.hashes.has(name))) await this.#storage.delete(name);
      }
    } catch {
      // Files that stay take only space.
    }
  }

  async #data(path, manifest) {
    const file = manifest.files.get(path);
    return file && ((await this.#local(file)) ?? (await this.#load(file)));
  }

  #load(file) {
    const known = this.#loading.get(file.sha256);
    if (known) return known;
    const loading = this.#download(file).finally(() => this.#loading.delete(file.sha256));
    this.#loading.set(file.sha256, loading);
    return loading;
  }

  async #download(file) {
    const kept = await this.#kept(file);
    if (kept) return kept;
    const data = (await this.#local(file)) ?? (await this.#published(file));
    await this.#storage.put(file.sha256, data);
    return data;
  }

  async #published(file) {
    const hash = file.sha256.slice(0, 16);
    try {
      const [data] = await this.#request(file.path, { version: hash });
      if (await fits(file, data)) return data;
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    const copy = await this.#copy(file);
    if (copy) return copy;
    // A cache on the way may have kept what stood there before; another address leads past it.
    const [data] = await this.#request(file.path, { version: `${hash}-${Date.now()}` });
    if (!(await fits(file, data))) throw new Failure("wrong", { path: file.path });
    return data;
  }

  // Returns the file by its hash. A host has such copies while another publication takes the place of this one.
  async #copy(file) {
    const end = /\.[^./]*$/.exec(file.path)?.[0] ?? "";
    try {
      const [data] = await this.#request(`sha256/${file.sha256}${end}`, {});
      return (await fits(file, data)) ? data : undefined;
    } catch (error) {
      if (error.status !== 404) throw error;
      return undefined;
    }
  }

  // Requests a file. `version` is a part of the address, so that no cache answers with the file of another publication.
  async #request(path, options) {
    // Outside of browsers nothing else keeps a search from opening a hundred connections.
    if (this.#requests === 6) await new Promise((resolve) => this.#waiting.push(resolve));
    else this.#requests++;
    try {
      return await this.#ask(path, options);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#requests--;
    }
  }

  async #ask(path, { tag = "", version = "" }) {
    if (this.#notBefore > Date.now()) throw new Failure("busy", { until: new Date(this.#notBefore) });
    const url = new URL(escaped(path), this.#options.address);
    if (version) url.searchParams.set("v", version);
    // A browser keeps what it loaded and sends the ETag by itself; with the header it would have to ask other hosts for leave.
    const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;
    const headers = tag && !isBrowser ? { "If-None-Match": tag } : {};
    const { signal, parts, end } = patience(30 * second);
    try {
      const response = await fetch(url, { headers, cache: version ? "default" : "no-cache", signal });
      if (response.status === 304 && tag) return [undefined, tag];
      if (response.status === 429 || response.status === 503) {
        const asked = response.headers.get("Retry-After") ?? "";
        const seconds = Number.isNaN(Number(asked)) ? (Date.parse(asked) - Date.now()) / second : Number(asked);
        this.#notBefore = Date.now() + Math.min(Math.max(seconds || 60, 1), 86400) * second;
        throw new Failure("busy", { until: new Date(this.#notBefore) });
      }
      if (response.status !== 200) throw new Failure("status", { path, status: response.status });
      const data = await new Response(response.body?.pipeThrough(parts)).arrayBuffer();
      return [new Uint8Array(data), response.headers.get("ETag") ?? ""];
    } finally {
      end();
    }
  }
}

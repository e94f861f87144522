/// The types of a TypeScript client that are the same for all APIs.
let scriptTypes = #"""
    export const address: URL;
    /** The time zone of the site, in which its days begin. */
    export const timeZone: string;

    /** A date without a time, such as `2026-04-15`. Days are in order as texts. */
    export type Day = string;
    /** A time of day, such as `09:30`. */
    export type Time = string;
    /** A version such as `3.10`, which is newer than `3.9`. */
    export type Version = string;

    /** Returns the day that it is at the site at a moment. */
    export function dayOf(moment: Date): Day;
    /** Returns the moment at which a day begins at the site. */
    export function startOf(day: Day): Date;
    /** Returns a negative number if the first version is older, a positive one if it is newer, and otherwise 0. */
    export function compareVersions(one: Version, other: Version): number;
    /** Tells whether somebody who accepted an older version, or none, has to be asked again. */
    export function needsAgreement(current: Version, accepted?: Version | null): boolean;

    /** An entry and its distance in metres. */
    export interface Near<Entry> {
      readonly entry: Entry;
      readonly metres: number;
    }

    /** The list of all files of a publication. */
    export interface Manifest {
      /** It differs from that of every other publication, but does not always grow. */
      readonly revision: number;
      /** The next moment at which a file changes without an edit. */
      readonly nextChange: Date | null;
      readonly files: ReadonlyMap<string, { readonly path: string; readonly size: number; readonly sha256: string }>;
    }

    /** Where publications are kept. Names are short and safe for files. */
    export interface Storage {
      get(name: string): Promise<Uint8Array | undefined>;
      /** Writes all or nothing. */
      put(name: string, data: Uint8Array): Promise<void>;
      delete(name: string): Promise<void>;
      /** All names. */
      names(): Promise<string[]>;
    }

    /** Why a newer publication could not be brought, or a file could not be loaded. */
    export class Failure extends Error {
      /**
       * - `notThisAPI`: the answer is no manifest of this version: perhaps the page of a hotel's network
       * - `busy`: the server asks for patience until the moment in `until`
       * - `status`: the server answered with another status than 200, which is in `status`
       * - `wrong`: the file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
       *   publication, which the next `update()` brings
       * - `missing`: the publication lacks a file that this client needs
       * - `unreadable`: the file is right, but this client cannot read it
       */
      readonly reason: "notThisAPI" | "busy" | "status" | "wrong" | "missing" | "unreadable";
      readonly path?: string;
      readonly until?: Date;
      readonly status?: number;
    }

    /**
     * Brings what is published and keeps the last good publication on this device.
     *
     * A newer publication takes the place of the last one only when all of its files are here, have the hashes that the
     * manifest lists, and can be read by this client. Until then, and without a network, the last one stays.
     */
    export class Store extends EventTarget {
      constructor(options?: {
        /** Another address of the same version, such as that of `kairan serve`. */
        address?: URL;
        /** Where publications are kept; by default the browser's Cache Storage, or else only memory. */
        storage?: Storage;
        /**
         * Tells of the path of a file whether it is always loaded, besides those that every publication has. All other files are
         * loaded when they are asked for, and from then on kept up to date.
         */
        keeping?: (path: string) => boolean;
      });
      /** Returns the last good publication of this device, or else the one that came with the app. It uses no network. */
      open(): Promise<Publication | undefined>;
      /**
       * Asks once whether something newer is published, and brings it. Failures are a `Failure` or the error of the network;
       * the last good publication then stays.
       */
      update(): Promise<Publication>;
      /**
       * Updates now, and again whenever the manifest announces a change, until the signal is aborted. After a failure it waits a
       * minute, then two, and at most an hour. What is published without being announced comes with the next `update()`: call it
       * when the page is shown again.
       */
      keepUpdated(signal?: AbortSignal): Promise<void>;
      /** Each newer publication is told by a `publication` event, whose `detail` it is. */
      addEventListener(
        type: "publication", listener: (event: CustomEvent<Publication>) => void, options?: AddEventListenerOptions | boolean): void;
      addEventListener(
        type: string, listener: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean): void;
    }
    """#

/// The part of a JavaScript client that brings publications and keeps the last good one.
let javaScriptStore = #"""
    // Made by Kairan. It is the same for all APIs.

    import { manifestOf } from "./reading.js";
    import { Failure } from "./failure.js";

    export { Failure };

    const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

    // Keeps publications in the Cache Storage of a browser, or in memory where there is none.
    function defaultStorage(name) {
      if (!globalThis.caches) {
        const all = new Map();
        return {
          get: async (key) => all.get(key),
          put: async (key, data) => void all.set(key, data),
          delete: async (key) => void all.delete(key),
          names: async () => [...all.keys()],
        };
      }
      const cache = caches.open(`kairan-${name}`);
      const url = (key) => `https://client.invalid/${key}`;
      return {
        async get(key) {
          const found = await (await cache).match(url(key));
          return found && new Uint8Array(await found.arrayBuffer());
        },
        async put(key, data) {
          await (await cache).put(url(key), new Response(data));
        },
        async delete(key) {
          await (await cache).delete(url(key));
        },
        async names() {
          return (await (await cache).keys()).map((request) => request.url.slice(url("").length));
        },
      };
    }

    const escaped = (path) => path.split("/").map(encodeURIComponent).join("/");

    async function sha256(data) {
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
      #notBefore = 0;
      #updating;
      #loading = new Map();
      #requests = 0;
      #waiting = [];

      constructor(options) {
        super();
        this.#options = { keeping: () => false, ...options };
        this.#storage = options.storage ?? defaultStorage(options.name);
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
          const end = kept.indexOf(10);
          const manifest = manifestOf(kept.subarray(end + 1), this.#options.version);
          this.#current = await this.#publication(manifest);
          this.#manifest = manifest;
          this.#tag = new TextDecoder().decode(kept.subarray(0, end));
        } catch {
          try {
            const manifest = manifestOf(await this.#bundled("manifest.json"), this.#options.version);
            this.#current = await this.#publication(manifest);
            this.#manifest = manifest;
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

      async #bundled(path) {
        if (!this.#options.bundle) return undefined;
        const response = await fetch(new URL(escaped(path), this.#options.bundle));
        return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
      }

      async #local(file) {
        const kept = await this.#storage.get(file.sha256);
        if (kept && (await fits(file, kept))) return kept;
        try {
          const bundled = await this.#bundled(file.path);
          if (bundled && (await fits(file, bundled))) return bundled;
        } catch {}
        return undefined;
      }

      async #bring() {
        await this.open();
        for (let attempt = 1; ; attempt++) {
          // A cache on the way may still have the last manifest; another address leads past it.
          const version = attempt === 1 ? "" : String(Date.now());
          const [data, tag] = await this.#request("manifest.json", { tag: this.#tag, version });
          if (!data) return this.#current;
          const manifest = manifestOf(data, this.#options.version);
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
        const { files, keeping, check } = this.#options;
        const last = this.#manifest;
        for (const path of files) if (!manifest.files.has(path)) throw new Failure("missing", { path });
        const needed = new Set(files);
        const wanted = [];
        for (const file of manifest.files.values()) {
          const before = last?.files.get(file.path);
          const isKept = needed.has(file.path) || keeping(file.path) || (before && (await this.#local(before)) !== undefined);
          if (isKept) wanted.push(file);
        }
        const waiting = [];
        for (const file of wanted) if (!(await this.#local(file))) waiting.push(file);
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
        const current = await this.#publication(manifest);
        for (const file of wanted) if (!needed.has(file.path)) check(file.path, await this.#local(file));
        // It begins with a hash of the rest, by which damage is noticed.
        const kept = joined(new TextEncoder().encode(`${tag}\n`), manifest.data);
        await this.#storage.put("publication", joined(new TextEncoder().encode(await sha256(kept)), kept));
        [this.#current, this.#manifest, this.#tag] = [current, manifest, tag];
        const isSame = last && last.data.length === manifest.data.length && last.data.every((byte, index) => byte === manifest.data[index]);
        if (isSame) return current;
        // The last publication may have been handed out, and may still ask for its files.
        for (const name of await this.#storage.names()) {
          if (/^[0-9a-f]{64}$/.test(name) && !manifest.hashes.has(name) && !last?.hashes.has(name)) await this.#storage.delete(name);
        }
        this.dispatchEvent(new CustomEvent("publication", { detail: current }));
        return current;
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
        const here = await this.#local(file);
        if (here) return here;
        const [data] = await this.#request(file.path, { version: file.sha256 });
        if (!data || !(await fits(file, data))) throw new Failure("wrong", { path: file.path });
        await this.#storage.put(file.sha256, data);
        return data;
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
        if (version) url.searchParams.set("v", version.slice(0, 16));
        // A browser keeps what it loaded and sends the ETag by itself; with the header it would have to ask other hosts for leave.
        const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;
        const headers = tag && !isBrowser ? { "If-None-Match": tag } : {};
        const { signal, parts, end } = patience(30 * second);
        try {
          const response = await fetch(url, { headers, cache: version ? "default" : "no-cache", signal });
          if (response.status === 304 && tag) return [undefined, tag];
          if (response.status === 429 || response.status === 503) {
            const seconds = Number(response.headers.get("Retry-After") ?? 60);
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

    """#

let javaScriptFailure = #"""
    // Made by Kairan. It is the same for all APIs.

    const words = {
      notThisAPI: "the answer is no manifest of this version",
      busy: "the server is busy",
      status: "the server answered with another status than 200",
      wrong: "the file is not the one that the manifest lists",
      missing: "the file is not published",
      unreadable: "this client cannot read the file",
    };

    export class Failure extends Error {
      constructor(reason, { path, until, status, message } = {}) {
        super([path, words[reason], status, message].filter((part) => part !== undefined).join(": "));
        this.name = "Failure";
        Object.assign(this, { reason, path, until, status });
      }
    }

    """#

// The part of a client that downloads publications and keeps the last good one.

import { Failure } from "./failure.js";
import { manifestOf } from "./reading.js";
import { addressOf, Requests } from "./requests.js";
import { defaultStorage, savedOf, SharedStorage } from "./storage.js";

export { Failure };

const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
// The largest manifest and the largest file that a client reads, in bytes.
const maximalManifest = 16 << 20, maximalFile = 64 << 20;

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

// Waits for what several may wait for. It is given up when nobody waits any more.
async function outcome(shared, signal) {
  shared.waiting++;
  let leave;
  try {
    signal?.throwIfAborted();
    const left = new Promise((_, reject) => signal?.addEventListener("abort", (leave = () => reject(signal.reason))));
    return await Promise.race([shared.promise, left]);
  } finally {
    if (leave) signal.removeEventListener("abort", leave);
    if (--shared.waiting === 0) shared.giveUp();
  }
}

const isEqual = (one, other) => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

export class AnyStore extends EventTarget {
  #options;
  #storage;
  #requests;
  #opening;
  #current;
  // The manifest of the current publication.
  #manifest;
  // The current publication as it is saved; undefined if it is the one that came with the app.
  #saved;
  // The publication before, which may have been handed out and still ask for its files.
  #previous;
  // A publication that is being brought, or that was refused.
  #tried;
  // This is true if nothing is missing of the current publication.
  #isComplete = false;
  #bundle;
  #updating;
  #loading = new Map();

  constructor(options) {
    super();
    const address = new URL(options.address);
    if (!address.pathname.endsWith("/")) address.pathname += "/";
    this.#options = { ...options, address };
    const storage = options.storage ?? defaultStorage(`kairan ${address}`);
    this.#storage = new SharedStorage(storage, address, options.version, options.timeZone);
    this.#requests = new Requests(address, options.fetch);
  }

  // Returns an app on this device, with the device's random number.
  async app(version, platform = "web") {
    return { platform, version, device: await this.#storage.device() };
  }

  open() {
    return (this.#opening ??= this.#open()).then(() => this.#current);
  }

  async follow(listener, signal) {
    let isTold = false;
    const tell = (publication) => {
      isTold = true;
      listener(publication);
    };
    this.addEventListener("publication", (event) => tell(event.detail), { signal });
    const current = await this.open();
    if (current && !isTold && !signal?.aborted) tell(current);
  }

  async update(signal) {
    return await outcome((this.#updating ??= this.#begin()), signal);
  }

  #begin() {
    const controller = new AbortController();
    const end = () => {
      if (this.#updating === shared) this.#updating = undefined;
    };
    const shared = {
      waiting: 0,
      giveUp: () => {
        controller.abort();
        end();
      },
    };
    shared.promise = this.#bring(controller.signal).finally(end);
    shared.promise.catch((error) => {
      if (!controller.signal.aborted) this.#tell("failure", error);
    });
    return shared;
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async keepUpdated(signal) {
    let wait = minute;
    while (!signal?.aborted) {
      let next = wait;
      try {
        const change = (await this.update(signal)).manifest.nextChange?.getTime() ?? Date.now() + day;
        if (change > Date.now()) {
          // Not all apps have to ask in the same second.
          next = change - Date.now() + (1 + 29 * Math.random()) * second;
          wait = minute;
        }
      } catch {
        next = Math.max(next, this.#requests.rest);
      }
      if (next === wait) wait = Math.min(wait * 2, hour);
      await pause(Math.min(next, day), signal);
    }
  }

  async #open() {
    // Whatever is damaged, or was kept by an app that could read it, counts as absent.
    try {
      const saved = await this.#storage.saved();
      [this.#current, this.#manifest] = [await this.#publication(saved.manifest), saved.manifest];
      [this.#saved, this.#isComplete] = [saved, !this.#options.keeping];
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
    const report = (failure) => this.#tell("failure", failure);
    return publication(manifest, (path) => data.get(path), (path) => this.#data(path, manifest), report);
  }

  #manifestOf(data) {
    return manifestOf(data, this.#options.version, this.#options.timeZone);
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
    const response = await fetch(addressOf(path, this.#options.bundle));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  }

  // Returns a file that is on this device.
  async #local(file) {
    const kept = await this.#storage.kept(file);
    if (kept) return kept;
    const isBundled = (await this.#bundledManifest())?.files.get(file.path)?.sha256 === file.sha256;
    if (!isBundled || !this.#options.files.includes(file.path)) return undefined;
    try {
      const bundled = await this.#bundled(file.path);
      return bundled && (await this.#storage.fits(file, bundled, "bundled")) ? bundled : undefined;
    } catch {
      return undefined;
    }
  }

  async #bring(signal) {
    await this.open();
    for (let attempt = 1; ; attempt++) {
      // A cache on the way may still have the last manifest; another address leads past it.
      const version = attempt === 1 ? "" : String(Date.now());
      const known = this.#saved?.tag ?? "";
      const [data, tag] = await this.#requests.request("manifest.json", { tag: known, version, limit: maximalManifest, signal });
      const isSame = !data || (this.#manifest && isEqual(data, this.#manifest.data));
      // Nothing that takes longer with more files may be done if the publication is the same.
      if (isSame && tag === this.#saved?.tag && (await this.#hasAll())) return this.#current;
      const manifest = isSame ? this.#manifest : this.#manifestOf(data);
      // A revision that goes back is more often an old copy in a cache than what is published.
      if (attempt === 1 && manifest.revision < this.#manifest?.revision) continue;
      try {
        return await this.#activate(manifest, tag, isSame, signal);
      } catch (error) {
        // The manifest and the files are of different publications.
        if (attempt === 3 || (error.reason !== "wrong" && error.status !== 404)) throw error;
        await pause(second / 2, signal);
      }
    }
  }

  // Brings what a publication has and the last one has not, and puts it in the place of the last one.
  async #activate(manifest, tag, isSame, signal) {
    const last = this.#manifest;
    for (const path of this.#options.files) if (!manifest.files.has(path)) throw new Failure("missing", { path });
    const saved = await savedOf(manifest, tag, this.#options.address);
    [this.#tried, this.#isComplete] = [saved, false];
    const inUse = () => [this.#saved, this.#previous, this.#tried].filter((publication) => publication);
    try {
      await this.#storage.use(inUse());
      const [missing, others] = await this.#wanted(manifest, last);
      await this.#loadAll(missing, signal);
      const current = await this.#publication(manifest);
      for (const file of others) await this.#check(file, last?.files.get(file.path));
      signal.throwIfAborted();
      const previous = isSame ? this.#previous : this.#saved;
      await this.#storage.save(saved, previous ? [saved, previous] : [saved]);
      [this.#current, this.#manifest, this.#saved, this.#previous] = [current, manifest, saved, previous];
      [this.#tried, this.#isComplete] = [undefined, true];
    } finally {
      // The files of a publication that this client refuses would only take space.
      await this.#storage.removeUnused(inUse());
    }
    if (!isSame) this.#tell("publication", this.#current);
    return this.#current;
  }

  // Tells whether nothing is missing of the current publication. A store that is told to keep more files looks for them once.
  async #hasAll() {
    if (!this.#isComplete) this.#isComplete = (await this.#wanted(this.#manifest, this.#manifest))[0].length === 0;
    return this.#isComplete;
  }

  // Returns the files of a publication that have to be brought, and those whose content is new and that not every one has.
  async #wanted(manifest, last) {
    const { files, keeping } = this.#options;
    const [needed, names] = [new Set(files), await this.#storage.names()];
    const [missing, others] = [[], []];
    for (const file of manifest.files.values()) {
      if (needed.has(file.path)) {
        if (!(await this.#storage.kept(file))) missing.push(file);
        continue;
      }
      const before = last?.files.get(file.path);
      if (!keeping?.(file.path) && !(before && names.has(before.sha256))) continue;
      if (!names.has(file.sha256)) missing.push(file);
      if (before?.sha256 !== file.sha256) others.push(file);
    }
    return [missing, others];
  }

  // Loads files, four at a time. After a failure no other is begun.
  async #loadAll(files, signal) {
    const waiting = [...files];
    const all = files.reduce((sum, file) => sum + file.size, 0);
    let [failure, done] = [undefined, 0];
    if (files.length) this.#tell("progress", { done, all });
    const work = async () => {
      for (let file = waiting.shift(); file && !failure && !signal.aborted; file = waiting.shift()) {
        try {
          await this.#load(file);
          this.#tell("progress", { done: (done += file.size), all });
        } catch (error) {
          failure ??= error;
        }
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    if (failure) throw failure;
    signal.throwIfAborted();
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
    const kept = await this.#storage.kept(file);
    if (kept) return kept;
    const data = (await this.#local(file)) ?? (await this.#published(file));
    await this.#storage.keep(file, data);
    return data;
  }

  async #published(file) {
    const { path, size } = file;
    if (size < 0 || size > maximalFile) throw new Failure("unreadable", { path, message: "it is too large" });
    const hash = file.sha256.slice(0, 16);
    // A host has copies by their hashes while another publication takes the place of this one.
    const copy = `sha256/${file.sha256}${/\.[^./]*$/.exec(path)?.[0] ?? ""}`;
    for (const [place, version] of [[path, hash], [copy, ""]]) {
      try {
        const data = await this.#requested(file, place, version);
        if (data) return data;
      } catch (error) {
        if (error.status !== 404) throw error;
      }
    }
    // A cache on the way may have kept what stood there before; another address leads past it.
    const data = await this.#requested(file, path, `${hash}-${Date.now()}`);
    if (!data) throw new Failure("wrong", { path });
    return data;
  }

  // Returns nothing if the answer is not the file.
  async #requested(file, path, version) {
    const [data] = await this.#requests.request(path, { version, limit: file.size });
    return (await this.#storage.fits(file, data)) ? data : undefined;
  }
}

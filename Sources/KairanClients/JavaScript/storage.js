// The part of a client that keeps publications in a storage, which the tabs of a browser share.

import { Failure } from "./failure.js";
import { manifestOf } from "./reading.js";
import { isBrowser } from "./requests.js";

// Keeps publications in the Cache Storage of a browser, or in memory where there is none or the page may not use it.
export function defaultStorage(name) {
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
    lasts: opened.then((cache) => cache !== undefined),
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

export async function sha256(data) {
  if (!globalThis.crypto?.subtle) throw new Error("a page can only check publications if it was loaded by https or from localhost");
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function joined(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

// Returns a publication as it is saved: the hash of the rest, the address, the ETag, and the manifest.
export async function savedOf(manifest, tag, address) {
  const content = joined(new TextEncoder().encode(`${address}\n${tag}\n`), manifest.data);
  const hash = await sha256(content);
  return { manifest, tag, hash, data: joined(new TextEncoder().encode(hash), content) };
}

// Reads what was saved. It throws if that is damaged, or of another address.
async function savedIn(data, version, timeZone, address) {
  const content = data.subarray(64);
  const hash = await sha256(content);
  const end = content.indexOf(10, content.indexOf(10) + 1);
  const [first, tag] = new TextDecoder().decode(content.subarray(0, end)).split("\n");
  if (hashIn(data) !== hash || (address && address !== first)) throw new Failure("notThisAPI");
  return { manifest: manifestOf(content.subarray(end + 1), version, timeZone), tag, hash, data };
}

const hashIn = (data) => new TextDecoder().decode(data.subarray(0, 64));
// A name in a storage has at most 64 letters and digits.
const nameOf = (hash) => `uses${hash.slice(0, 60)}`;

// A storage that several tabs may share.
//
// `publication` is what was saved last, and each other file has its hash as its name. Names that begin with `uses` are
// those of publications that stores use. A store holds a lock with the name of each for as long as it uses it, from before it
// downloads the first file. The storage is changed under one more lock. So no file goes that a publication needs which was
// saved last, or which an open tab has or is about to have. Where there are no locks, each store needs a storage of its own.
// `device` has the random number of this device.
export class SharedStorage {
  #storage;
  #name;
  #address;
  #manifest;
  #locks;
  // Ends the lock of each publication in use.
  #held = new Map();
  // The places and hashes of files of which this store has seen that they are right.
  #verified = new Set();

  constructor(storage, address, version, timeZone) {
    this.#storage = storage;
    this.#address = String(address);
    this.#name = `kairan ${address}`;
    this.#manifest = [version, timeZone];
    this.#locks = (async () => {
      try {
        // Elsewhere a program would not end as long as it holds a lock.
        if (!isBrowser) return undefined;
        // A page that came into a frame without rights of its own may not ask for locks.
        await navigator.locks.query();
        return navigator.locks;
      } catch {
        return undefined;
      }
    })();
    // A browser does not keep a page with locks for its button Back.
    if (!("document" in globalThis)) return;
    addEventListener("pagehide", () => this.#held.forEach((end) => end?.()));
    addEventListener("pageshow", (event) => event.persisted && this.#held.forEach((_, name) => this.#hold(name)));
  }

  // Returns the publication that was saved last, which is in use from then on.
  async saved() {
    const data = await this.#storage.get("publication");
    const read = async (data) => savedIn(data, ...this.#manifest, this.#address);
    let saved;
    try {
      await this.#alone(async () => {
        const data = await this.#storage.get("publication");
        if (data) await this.#note([(saved = await read(data))]);
      });
    } catch {
      // A saved publication can be read even if nothing can be written.
    }
    return saved ?? read(data);
  }

  // Says which publications this store uses, before their files are there.
  use(publications) {
    return this.#alone(() => this.#note(publications));
  }

  // Saves a publication, whose files are all there, as the last one.
  save(publication, using) {
    return this.#alone(async () => {
      await this.#note(using);
      await this.#storage.put("publication", publication.data);
    });
  }

  // Removes the files that no publication in use needs.
  async removeUnused(publications) {
    try {
      await this.#alone(async () => {
        await this.#note(publications);
        const names = await this.names();
        const needed = await this.#needed(publications, names);
        for (const name of names) {
          if (/^([0-9a-f]{64}|uses[0-9a-f]{60})$/.test(name) && !needed.has(name)) await this.#storage.delete(name);
        }
      });
    } catch {
      // Files that stay take only space.
    }
  }

  async names() {
    try {
      return new Set(await this.#storage.names());
    } catch {
      // A storage may not know its names before it has any.
      return new Set();
    }
  }

  // Returns a file if it is there and the right one. Each is hashed once.
  async kept(file) {
    const data = await this.#storage.get(file.sha256);
    return data && (await this.fits(file, data, "kept")) ? data : undefined;
  }

  // Keeps a file that was found to be right.
  async keep(file, data) {
    await this.#storage.put(file.sha256, data);
    this.#verified.add(`kept ${file.sha256}`);
  }

  // Returns whether data are the file. What a place has is hashed once, and what comes from the network each time.
  async fits(file, data, place) {
    const key = place && `${place} ${file.sha256}`;
    if (data.length !== file.size || (!this.#verified.has(key) && (await sha256(data)) !== file.sha256)) return false;
    if (key) this.#verified.add(key);
    return true;
  }

  // Returns the random number of this device, which is made once; null if it cannot be kept.
  async device() {
    const known = async () => {
      const text = new TextDecoder().decode(await this.#storage.get("device"));
      return /^[0-9]{1,10}$/.test(text) ? Number(text) : null;
    };
    try {
      if ((await this.#storage.lasts) === false) return null;
      return (await known()) ?? (await this.#alone(async () => {
        const device = (await known()) ?? crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
        await this.#storage.put("device", new TextEncoder().encode(String(device)));
        return device;
      }));
    } catch {
      return null;
    }
  }

  // Does what no two stores may do at once. It never waits for the network.
  async #alone(work) {
    const locks = await this.#locks;
    return locks ? locks.request(this.#name, work) : work();
  }

  async #note(publications) {
    if (!(await this.#locks)) return;
    const wanted = new Set();
    for (const { hash, data } of publications) {
      const name = nameOf(hash);
      wanted.add(name);
      if (this.#held.has(name)) continue;
      await this.#storage.put(name, data);
      await this.#hold(name);
    }
    for (const [name, end] of this.#held) {
      if (wanted.has(name)) continue;
      end?.();
      this.#held.delete(name);
    }
  }

  // Resolves once the lock is held. All locks of such a name are shared, so nobody waits for one.
  async #hold(name) {
    const locks = await this.#locks;
    this.#held.set(name, undefined);
    await new Promise((resolve, reject) => {
      const hold = () => new Promise((end) => resolve(this.#held.set(name, end)));
      locks.request(`${this.#name} ${name}`, { mode: "shared" }, hold).catch(reject);
    });
  }

  // Returns the names of all that a publication in use needs.
  async #needed(own, names) {
    const needed = new Set();
    const need = ({ manifest, hash }) => {
      needed.add(nameOf(hash));
      for (const file of manifest.files.values()) needed.add(file.sha256);
    };
    own.forEach(need);
    const start = `${this.#name} `;
    const { held = [] } = (await (await this.#locks)?.query()) ?? {};
    for (const lock of held) {
      const name = lock.name.slice(start.length);
      if (!lock.name.startsWith(start) || needed.has(name)) continue;
      // Another store of this name has a storage of its own.
      if (names.has(name)) need(await savedIn(await this.#storage.get(name), ...this.#manifest));
    }
    // The tab that saved the last publication may be gone. What is damaged counts as absent.
    const last = await this.#storage.get("publication");
    if (last && !needed.has(nameOf(hashIn(last)))) await savedIn(last, ...this.#manifest).then(need, () => {});
    return needed;
  }
}

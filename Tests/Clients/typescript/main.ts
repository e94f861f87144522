import { dayOf, Failure, Publication, PublicationSource, startOf, Storage, Store } from "./client/BoardV1.js";

// Does with a store what scenario.py says on the standard input. Each answer ends with a line that has only a dot; a
// line that begins with 'told' can come at any time.

/** Keeps files in a folder. A file is written beside its place first, so nobody sees a half of it. */
class Folder implements Storage {
  constructor(private readonly path: string) {}

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      return await Deno.readFile(`${this.path}/${name}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  async put(name: string, data: Uint8Array): Promise<void> {
    await Deno.mkdir(this.path, { recursive: true });
    const file = await Deno.makeTempFile({ dir: this.path + "/.." });
    await Deno.writeFile(file, data);
    await Deno.rename(file, `${this.path}/${name}`);
  }

  async delete(name: string): Promise<void> {
    await Deno.remove(`${this.path}/${name}`);
  }

  async names(): Promise<string[]> {
    return (await Array.fromAsync(Deno.readDir(this.path))).map((entry) => entry.name);
  }
}

function say(line: string) {
  const bytes = new TextEncoder().encode(line + "\n");
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
}

function text(publication: Publication | undefined): string {
  if (!publication) return "none";
  const [counter, other] = [publication.state.counter, publication.board.counter];
  return `${publication.about.name} ${counter}` + (counter === other ? "" : ` contradicts ${other}`);
}

/** Returns what a task gives, or how it fails. */
async function outcome(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return [error.reason, error.status, error.path].filter((part) => part !== undefined).join(" ");
    // What the storage of this program throws.
    if (error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.AlreadyExists) return "unwritable";
    // What fetch throws if the network fails, and what reading the body of its answer throws.
    return error instanceof TypeError ? "network" : String(error);
  }
}

/** Does the same several times at once, and returns the outcomes. */
function together(count: string | undefined, work: () => Promise<string>): Promise<string[]> {
  return Promise.all(Array.from({ length: Number(count ?? 1) }, () => outcome(work)));
}

async function title(publication: Publication | undefined, id: string): Promise<string> {
  return (await publication?.itemsById(id))?.title ?? "none";
}

/** How often something was hashed since the last time that somebody asked. */
let hashes = 0;
const digest = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = (algorithm, data) => {
  hashes++;
  return digest(algorithm, data);
};

const address = new URL(Deno.args[0]);
const storage = new Folder(Deno.args[1]);
let store = new Store({ address, storage });
let started: Promise<string[]> = Promise.resolve([]);
let remembered: Publication | undefined;
let keeper: Promise<void> | undefined;
let leash = new AbortController();

async function obey([command, first, second, ...rest]: string[]): Promise<string[]> {
  switch (command) {
    case "open":
      store = new Store({ address, storage, keeping: (path) => first !== undefined && path.startsWith(first) });
      store.addEventListener("publication", (event) => say(`told ${text(event.detail)}`));
      store.addEventListener("progress", ({ detail: { done, all } }) => say(`progress ${done} of ${all}`));
      store.addEventListener("failure", async ({ detail: error }) => {
        const refused = error instanceof Failure && error.isRefusal ? "refused " : "";
        say(`failed ${refused}${await outcome(() => Promise.reject(error))}`);
      });
      return [text(await store.open())];
    case "follow":
      await store.follow((publication) => say(`told ${text(publication)}`));
      return [];
    case "inject":
      store = new Store({ address, storage, fetch: () => Promise.resolve(new Response("", { status: 418 })) });
      return [text(await store.open())];
    case "publication":
      return [text(await store.open())];
    case "update":
      return await together(first, async () => text(await store.update()));
    case "item":
      return await together(second, async () => await title(await store.open(), first));
    case "earlier":
      return await together(undefined, async () => await title(remembered, first));
    case "values":
      return [(await store.open())?.itemsByIdValues.join(" ") ?? "none"];
    case "hashed": {
      const count = hashes;
      hashes = 0;
      return [String(count)];
    }
    case "board":
      return [(await store.open())?.board.items.map((item) => item.id).join(" ") ?? "none"];
    case "fake": {
      const values: Partial<Publication> = {
        about: { name: "Made" },
        board: { counter: 1, items: [{ id: "a", title: "a made" }] },
        state: { counter: 1 },
        itemsByIdValues: ["a"],
        itemsById: (id: string) => Promise.resolve(id === "a" ? { id, title: "a made" } : undefined),
      };
      const made = values as Publication;
      const source: PublicationSource = {
        open: () => Promise.resolve(made),
        update: () => Promise.resolve(made),
        follow: (listener) => Promise.resolve(listener(made)),
        keepUpdated: () => Promise.resolve(),
      };
      const told: string[] = [];
      await source.follow((publication) => told.push(text(publication)));
      const same = (await source.open()) === made ? "the same" : "another";
      return [...told, text(await source.update()), await title(made, "a"), await title(made, "b"), made.itemsByIdValues.join(" "), same];
    }
    case "day": {
      const zone = (await store.open())?.timeZone;
      const day = dayOf(new Date(first), zone);
      return [`${zone}: ${day}, since ${startOf(day, zone).getTime() / 1000}`];
    }
    case "remember":
      remembered = await store.open();
      return [];
    case "start":
      started = obey([first, second, ...rest]);
      return [];
    case "finish":
      return await started;
    case "keep":
      leash = new AbortController();
      keeper = store.keepUpdated(leash.signal);
      return [];
    case "stop":
      leash.abort();
      await keeper;
      return [];
    default:
      return [`unknown: ${command}`];
  }
}

let rest = "";
for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    for (const answer of await obey(line.split(" "))) say(answer);
    say(".");
  }
}

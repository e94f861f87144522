// Two people with a browser each, who do what they are told line by line: `{ person, act, … }`. Each line is answered by
// one: `{ said, kind }`, or `{ conflicts }` if somebody is asked to choose first.
import { createInterface } from "node:readline";
import { pause } from "./browser.mjs";
import { openDesk } from "./desk.mjs";

const titleOfConflict = "Others changed the same";
const dialog = "document.querySelector('dialog[open]')";
const status = "document.querySelector('.status')";

/** Counts the requests that are not answered yet. */
const countRequests = `{
  globalThis.waitingFor = 0;
  const given = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    globalThis.waitingFor += 1;
    try {
      return await given(...request);
    } finally {
      globalThis.waitingFor -= 1;
    }
  };
}`;

class Person {
  constructor(desk) {
    this.desk = desk;
  }

  async begin() {
    this.tab = await this.desk.open("");
    await this.tab.evaluate(countRequests);
  }

  /** Waits until everything that was asked for is there and shown. */
  async idle() {
    const end = Date.now() + 30_000;
    for (let quiet = 0; quiet < 3; quiet += 1) {
      if (await this.tab.evaluate("globalThis.waitingFor") !== 0) quiet = -1;
      if (Date.now() > end) throw new Error(`never idle: ${await this.tab.evaluate("`${globalThis.waitingFor} ${location}`")}`);
      await pause(15);
    }
  }

  async go(hash, shown) {
    if (await this.tab.evaluate(`location.hash !== ${JSON.stringify(hash)}`)) {
      await this.tab.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    }
    await this.tab.until(shown);
    await this.idle();
  }

  goToEntry({ collection, id }) {
    return this.go(`#/${collection}/${id}`, `location.hash === "#/${collection}/${id}" && document.querySelector("form.fields")`);
  }

  async goToPublish() {
    // What others have sent is looked for whenever this view is opened.
    await this.go("#/", "document.querySelector('main h1')?.textContent === 'Board'");
    await this.go("#/publish", "[...document.querySelectorAll('main h2')].some((e) => e.textContent === 'Versions')");
  }

  has(name) {
    return this.tab.evaluate(`${this.desk.button(name)}?.checkVisibility() ?? false`);
  }

  /** Presses a button and waits for words, or for a conflict. */
  async press(name, words) {
    await this.tab.evaluate(`${status}.dataset.said = ""; ${status}.replaceChildren()`);
    await this.desk.press(this.tab, name);
    return this.answer(words);
  }

  async answer(words) {
    this.words = words;
    const end = `new RegExp(${JSON.stringify(words)}).test(${status}.dataset.said) || ${status}.dataset.kind === "bad"`;
    await this.tab.until(`${status}.dataset.said && (${end}) || ${dialog}?.querySelector("h2").textContent === "${titleOfConflict}"`);
    const conflicts = await this.tab.evaluate(`[...(${dialog}?.querySelectorAll("fieldset.conflict") ?? [])].map((field) =>
      [...field.querySelectorAll(".value")].map((value) => value.textContent))`);
    if (conflicts.length) return { conflicts };
    await this.idle();
    return this.tab.evaluate(`({ said: ${status}.dataset.said, kind: ${status}.dataset.kind })`);
  }

  /** Chooses a side for each conflict, or closes the question. */
  async settle({ sides }) {
    await this.tab.evaluate(`${status}.dataset.said = ""; ${status}.dataset.kind = ""; ${status}.replaceChildren()`);
    if (!sides) {
      await this.tab.evaluate(`${dialog}.querySelector(".actions button").click()`);
    } else {
      for (const [index, side] of sides.entries()) {
        const radio = `[...${dialog}.querySelectorAll('[name="join-${index}"]')][${side === "mine" ? 0 : 1}]`;
        await this.tab.evaluate(`${radio}.click()`);
      }
      await this.tab.evaluate(`${dialog}.querySelector(".actions button:last-child").click()`);
    }
    await this.tab.until(`${dialog} === null`);
    return this.answer(this.words);
  }

  async edit({ collection, id, field, text }) {
    await this.goToEntry({ collection, id });
    await this.desk.type(this.tab, `field-${field}`, text);
    return this.press("Save", "^Saved at");
  }

  async undo(entry) {
    await this.goToEntry(entry);
    return await this.has("Undo last save") ? this.press("Undo last save", "^Last save undone") : null;
  }

  /** Deletes an entry, and takes that back. */
  async remove(entry) {
    await this.goToEntry(entry);
    await this.tab.evaluate(`${status}.dataset.said = ""; ${status}.dataset.kind = ""; ${status}.replaceChildren()`);
    await this.desk.press(this.tab, "Delete");
    await this.tab.until(`${dialog} !== null`);
    await this.tab.evaluate(`${dialog}.querySelector("button.danger").click()`);
    const refused = `${status}.dataset.kind === "bad"`;
    await this.tab.until(`${status}.dataset.said.includes("moved to the trash") || ${refused} && ${dialog} !== null`);
    await this.idle();
    if (await this.tab.evaluate(refused)) {
      const said = await this.tab.evaluate(`${dialog}.querySelector(".dialog-body").textContent`);
      await this.tab.evaluate(`${dialog}.querySelector(".actions button").click()`);
      return { said, kind: "bad" };
    }
    // The button is in the line of the status itself.
    await this.desk.press(this.tab, "Undo");
    return this.answer("restored$");
  }

  async build() {
    await this.goToPublish();
    return this.press("Build the site", "^The site is built");
  }

  async version() {
    await this.goToPublish();
    return await this.has("Save a version") ? this.press("Save a version", "^The version is saved|^The versions of the others") : null;
  }

  async get() {
    await this.goToPublish();
    return await this.has("Get the others' versions") ? this.press("Get the others' versions", "^Got |^The versions of the others") : null;
  }

  async share() {
    await this.goToPublish();
    return this.press("Share versions (git push)", "^(?!Sharing)");
  }

  async ask({ name }) {
    await this.goToPublish();
    await this.desk.press(this.tab, "Ask for a look…");
    await this.tab.until(`${dialog} !== null`);
    if (await this.tab.evaluate(`${dialog}.querySelector("#look-name") === null`)) {
      await this.tab.evaluate(`${dialog}.querySelector(".actions button").click()`);
      return null;
    }
    await this.desk.type(this.tab, "look-name", name);
    await this.tab.evaluate(`${status}.dataset.said = ""; ${status}.replaceChildren()`);
    await this.tab.evaluate(`${dialog}.querySelector(".actions button:last-child").click()`);
    return this.answer("^Others are asked");
  }

  /** Opens what somebody asks for a look at; gives false if there is nothing. */
  async look() {
    await this.goToPublish();
    const link = "document.querySelector('a[href^=\"#/+review/\"]')";
    if (await this.tab.evaluate(`${link} === null`)) return false;
    await this.tab.evaluate(`${link}.click()`);
    await this.tab.until(`${this.desk.button("Send back…")} !== undefined`);
    await this.idle();
    return true;
  }

  async take() {
    return await this.look() ? this.press("Take it", "^Taken|^The versions of the others") : null;
  }

  async sendBack({ remark }) {
    if (!await this.look()) return null;
    await this.desk.press(this.tab, "Send back…");
    await this.desk.type(this.tab, "remark", remark);
    await this.tab.evaluate(`${dialog}.querySelector(".actions button:last-child").click()`);
    return this.answer("^Sent back");
  }

  /** Opens the forms again, which begin with what others have done. */
  async reopen() {
    await this.tab.evaluate("globalThis.isOld = true; location.reload()");
    await this.tab.until("!globalThis.isOld && document.querySelector('main h1')");
    await this.tab.evaluate(countRequests);
    await this.tab.until("performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/fetch'))");
    await this.idle();
    return null;
  }
}

export async function twoPeople(people) {
  const desks = [];
  try {
    for (const { address, folder } of people) desks.push(await openDesk(address, folder));
    const persons = desks.map((desk) => new Person(desk));
    for (const person of persons) await person.begin();
    console.log(JSON.stringify({ said: "ready" }));
    for await (const line of createInterface({ input: process.stdin })) {
      const { person, act, ...rest } = JSON.parse(line);
      const answer = await persons[person][act](rest).catch((error) => ({ error: String(error.stack).slice(0, 4000) }));
      console.log(JSON.stringify(answer ?? { said: "nothing" }));
    }
  } finally {
    for (const desk of desks) await desk.close();
  }
}

// Uses the page of `kairan edit` as people do.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { openBrowser, pause } from "./browser.mjs";

/** Opens the page at an address; `folder` is that of the board. */
export async function openDesk(address, folder) {
  // Names of this domain lead to a proxy of a test, whose certificate nobody has signed.
  const behindProxy = ["--ignore-certificate-errors", "--host-resolver-rules=MAP *.kairan.test 127.0.0.1"];
  const browser = await openBrowser(address.startsWith("https:") ? behindProxy : []);
  const text = (path) => readFileSync(`${folder}/${path}`, "utf8");
  const element = (id) => `document.getElementById("${id}")`;
  const button = (name) =>
    `[...document.querySelectorAll("button")].find((b) => (b.ariaLabel ?? b.textContent).trim() === "${name}" && !b.disabled)`;
  const open = async (hash, width = 1280, scheme = "light") => {
    const tab = await browser.page();
    const height = width < 600 ? 844 : 900;
    await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await tab.goTo(address);
    await tab.until("document.querySelector('main h1') && !location.hash.includes('token')");
    if (hash) await tab.evaluate(`location.hash = "#${hash}"`);
    if (hash.split("/").length > 2) await tab.until("document.querySelector('form.fields')");
    return tab;
  };
  const press = async (tab, name) => {
    await tab.until(`${button(name)} !== undefined`);
    await tab.evaluate(`${button(name)}.click()`);
  };
  // Texts are typed over what is there, as by a keyboard; other controls get their value and say so.
  const type = async (tab, id, value) => {
    await tab.until(`${element(id)} !== null`);
    await tab.evaluate(`${element(id)}.focus(); ${element(id)}.select()`);
    await tab.send("Input.insertText", { text: value });
  };
  const set = (tab, id, value) =>
    tab.evaluate(`(() => { const e = ${element(id)}; e.value = ${JSON.stringify(value)};
      for (const name of ["input", "change"]) e.dispatchEvent(new Event(name, { bubbles: true })); })()`);
  const click = (tab, id) => tab.evaluate(`${element(id)}.click()`);
  /** Gives the control of a field a file by an event, which is made of what the file is moved in. */
  const give = (event) => (tab, id, path, name) =>
    tab.evaluate(`(() => {
      const bytes = Uint8Array.from(atob("${readFileSync(path).toString("base64")}"), (c) => c.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], ${JSON.stringify(name)}));
      ${element(id)}.dispatchEvent(${event});
    })()`);
  const drop = give('new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })');
  const paste = give('new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })');
  /** Waits until a file has another text than before, and returns it. */
  const changed = async (path, old) => {
    for (let rounds = 1500; rounds > 0; rounds -= 1) {
      try {
        if (text(path) !== old) return text(path);
      } catch {
        // The file is still to come.
      }
      await pause(20);
    }
    throw new Error(`${path} never changed`);
  };
  const save = async (tab, path, old) => {
    await press(tab, "Save");
    return changed(path, old);
  };
  const saveKeys = async (tab) => {
    const keys = { key: "s", code: "KeyS", windowsVirtualKeyCode: 83, modifiers: 2 };
    for (const type of ["keyDown", "keyUp"]) await tab.send("Input.dispatchKeyEvent", { type, ...keys });
  };
  /** Returns what axe finds wrong on a page, as a line for each fault. */
  const faults = async (tab) => {
    const folder = execFileSync("python3", ["-c", "import axe_core_python as a; print(a.__path__[0])"]).toString().trim();
    await tab.evaluate(readFileSync(`${folder}/axe.min.js`, "utf8"));
    // The site's own page, in its frame, is not the page of the desk.
    const found = await tab.evaluate(`axe.run({ exclude: [["iframe"]] }, { iframes: false })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((n) => id + " " + n.html.slice(0, 200))))`);
    return found.join("\n");
  };
  return { faults, text, element, button, open, press, type, set, click, changed, save, saveKeys, drop, paste, close: browser.close };
}

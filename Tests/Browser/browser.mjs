// Drives a headless Chromium over its DevTools protocol, through a pipe.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a browser; `more` are further options of its command. */
export async function openBrowser(more = []) {
  const profile = mkdtempSync(join(tmpdir(), "kairan-browser-"));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
  const child = spawn("chromium", [...options, "--remote-debugging-pipe", `--user-data-dir=${profile}`, ...more, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  const [, , , commands, answers] = child.stdio;
  const waiting = new Map();
  const listeners = new Set();
  const failAll = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.on("error", failAll);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  ended.then(() => failAll(new Error("the browser ended")));
  commands.on("error", failAll);

  // Messages end with a zero.
  let rest = "";
  answers.setEncoding("utf8");
  answers.on("data", (text) => {
    const parts = (rest + text).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message));
      else if (message.id) resolve?.(message.result);
      else for (const listener of listeners) listener(message);
    }
  });

  let count = 0;
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      commands.write(JSON.stringify({ id: count, method, params, sessionId }) + "\0");
    });

  return {
    async page() {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      await send("Page.enable", {}, sessionId);
      return new Page((method, params) => send(method, params, sessionId), (listener) => {
        const own = (message) => message.sessionId === sessionId && listener(message);
        listeners.add(own);
        return () => listeners.delete(own);
      });
    },
    async close() {
      // With its children, which write to the profile to their end.
      process.kill(-child.pid, "SIGKILL");
      await ended;
      for (let rounds = 100; rounds > 0; rounds -= 1) {
        try {
          return rmSync(profile, { recursive: true, force: true });
        } catch {
          await pause(50);
        }
      }
    },
  };
}

class Page {
  constructor(send, listen) {
    this.send = send;
    this.listen = listen;
  }

  goTo(url) {
    return this.send("Page.navigate", { url });
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, returnByValue: true, awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true; while a page is loaded there is nothing to ask. */
  async until(expression) {
    const end = Date.now() + 60_000;
    let last;
    while (Date.now() < end) {
      try {
        last = await this.evaluate(expression);
        if (last) return last;
      } catch (error) {
        last = error;
      }
      await pause(20);
    }
    throw new Error(`never: ${expression} (${last})\n${await this.evaluate("document.documentElement.outerHTML")}`);
  }

  /** The moment of the page's next load event. */
  nextLoad() {
    return new Promise((resolve) => {
      const stop = this.listen((message) => {
        if (message.method !== "Page.loadEventFired") return;
        stop();
        resolve(performance.now());
      });
    });
  }

  async press(key) {
    const codes = { Tab: 9, Enter: 13, Escape: 27 };
    const event = { key, code: key, windowsVirtualKeyCode: codes[key], text: key === "Enter" ? "\r" : undefined };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }
}

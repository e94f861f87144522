#!/usr/bin/env node
// Measures how long kairan serve takes to show a save in the open page.
//
//     serve.mjs KAIRAN SITE ENTRY PAGE [ROUNDS]
//
// ENTRY is a Markdown file of the site, which is edited and put back; PAGE, below the base path, shows it. Each round
// measures two times: until the server says that there is news, and until the browser has painted the new text.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "../Tests/Browser/browser.mjs";

const [kairan, site, entry, page, rounds = "20"] = process.argv.slice(2);
const file = join(site, entry);
const original = readFileSync(file, "utf8");

const server = spawn(kairan, ["serve", site, "--port", "18080"], { stdio: ["ignore", "pipe", "inherit"] });
let output = "";
const address = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => {
    output += text;
    const found = output.match(/http:\S+/);
    if (found) resolve(found[0]);
  });
  server.on("exit", () => reject(new Error("the server ended")));
});
const url = new URL(page, address);

/** The moments at which news came. */
const news = [];
const query = new URLSearchParams({ page: url.pathname, build: String(Number.MAX_SAFE_INTEGER) });
const events = await fetch(new URL(`/.kairan/events?${query}`, address));
(async () => {
  for await (const chunk of events.body) {
    if (Buffer.from(chunk).includes('"reload":true')) news.push(performance.now());
  }
})().catch(() => {});

const browser = await openBrowser();
// What is done after a frame's own callbacks is done once the frame is painted.
const watch = `
  window.painted = {};
  const look = () => requestAnimationFrame(() => {
    const text = document.body?.textContent.match(/Round \\d+ of \\d+/)?.[0];
    if (text) setTimeout(() => (painted[text] ??= performance.timeOrigin + performance.now()));
    look();
  });
  look();`;
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
try {
  const tab = await browser.page();
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: watch });
  await tab.goTo(url.href);
  await tab.until("document.readyState === 'complete'");
  const [told, shown] = [[], []];
  for (let round = 0; round < Number(rounds) + 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    news.length = 0;
    const text = `Round ${round} of ${rounds}`;
    const start = performance.now();
    writeFileSync(file, original.replace(/^title: .*$/m, `title: ${text}`) + `\n${text}.\n`);
    const paint = await tab.until(`window.painted?.[${JSON.stringify(text)}]`);
    // The first two rounds only warm up.
    if (round < 2) continue;
    told.push(news[0] - start);
    shown.push(paint - performance.timeOrigin - start);
  }
  const row = (name, times) =>
    console.log(`${name}: median ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`);
  row("save to news", told);
  row("save to paint", shown);
  console.log(output.split("\n").slice(-6).join("\n"));
} finally {
  writeFileSync(file, original);
  await browser.close();
  server.kill("SIGINT");
}

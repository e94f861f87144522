// Opens the pages of a built site as people do, on phones and on screens, in light and dark.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { openBrowser } from "./browser.mjs";

const types = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml",
};

function files(folder, prefix = "") {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(folder, `${prefix}${entry.name}/`) : [prefix + entry.name]);
}

/** Returns a page of each kind: the first that each template has made, and the page of each version of the API. */
export function kinds(site) {
  const pages = files(join(site, "public")).filter((path) => path.endsWith(".html")).sort();
  const made = files(join(site, "templates")).filter((path) => path.endsWith(".html.mustache") && !/(^|\/)_/.test(path))
    .map((path) => {
      // The folder of a language has a code for its name, and any other name may stand for a value.
      const escaped = path.replace(/\.mustache$/, "").replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      const pattern = new RegExp(`^${escaped.replace(/\{locale\}/g, "[a-z]{2}").replace(/\{[a-zA-Z][^}]*\}/g, "[^/]+")}$`);
      return pages.find((page) => pattern.test(page));
    });
  return [...new Set([...made, ...pages.filter((page) => /^api\/[^/]+\/index\.html$/.test(page))])].filter(Boolean);
}

/** Opens a site, which is served at its own base path. */
export async function openSite(site) {
  const root = join(site, "public");
  const base = new URL(/^Sitemap: (.*)sitemap\.xml$/m.exec(readFileSync(join(root, "robots.txt"), "utf8"))[1]).pathname;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = join(root, path.slice(base.length));
    try {
      if (statSync(file).isDirectory()) file = join(file, "index.html");
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await openBrowser();
  const folder = execFileSync("python3", ["-c", "import axe_core_python as a; print(a.__path__[0])"]).toString().trim();
  const axe = readFileSync(`${folder}/axe.min.js`, "utf8");

  const tab = await browser.page();
  // A finished page writes nothing to the console, so every line there is a fault.
  let said = [];
  await tab.send("Runtime.enable");
  await tab.send("Log.enable");
  tab.listen(({ method, params }) => {
    if (method === "Runtime.consoleAPICalled") said.push(params.args.map(({ value }) => value).join(" "));
    if (method === "Runtime.exceptionThrown") said.push(params.exceptionDetails.text);
    if (method === "Log.entryAdded") said.push(`${params.entry.text} ${params.entry.url ?? ""}`);
  });
  const look = async (width, scheme) => {
    const height = width < 600 ? 844 : 900;
    await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    // Scripts of the page hear of another width before it is drawn.
    await tab.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  };
  const open = async (page) => {
    said = [];
    const load = tab.nextLoad();
    const path = page.replace(/index\.html$/, "").split("/").map(encodeURIComponent).join("/");
    await tab.goTo(`http://127.0.0.1:${server.address().port}${base}${path}`);
    await load;
    await tab.evaluate(axe);
  };
  /** Returns a line for braces that people see, for each picture that is missing, and for each text outside its box. */
  const seen = () =>
    tab.evaluate(`(() => {
      const found = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      // The page of a version shows the paths of its endpoints, which have names in braces.
      const hasPaths = /\\/api\\/[^/]+\\/$/.test(location.pathname);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (!text.data.trim() || parent.closest("script, style, noscript, code, pre, textarea, svg")) continue;
        if (!parent.checkVisibility({ opacityProperty: true })) continue;
        if (!hasPaths && /\\{\\{|\\}\\}|\\{[a-z][\\w.]*\\}/i.test(text.data)) found.push("braces: " + text.data.trim());
        const style = getComputedStyle(parent);
        // Inline boxes have no width of their own, and what is hidden or scrolls does not stand outside.
        const isBox = style.display !== "inline" && parent.clientWidth > 1 && style.overflowX === "visible";
        if (isBox && parent.scrollWidth > parent.clientWidth + 1) found.push("outside its box: " + text.data.trim());
      }
      for (const image of document.images) {
        if (image.complete && image.naturalWidth === 0 && image.currentSrc) found.push("missing: " + image.currentSrc);
      }
      return found;
    })()`);
  /** Returns a line for each fault that axe finds by these rules, and one if the page is wider than the window. */
  const judge = (rules = []) =>
    tab.evaluate(`axe.run(${JSON.stringify({ resultTypes: ["violations"], ...(rules.length ? { runOnly: rules } : {}) })}).then(({ violations }) => [
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => id + " " + target + " " + html.slice(0, 200))),
      ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["wider than the window"] : []),
    ])`);
  /** Returns the faults of the open page on a phone and on a screen, and on one of these in dark, which changes colours alone. */
  const faults = async (dark = 390) => {
    const found = [];
    const ofColours = ["color-contrast", "link-in-text-block"];
    for (const [width, scheme, rules] of [[390, "light", []], [1280, "light", []], [dark, "dark", ofColours]]) {
      await look(width, scheme);
      const told = [...await judge(rules), ...await seen()];
      found.push(...told.map((fault) => `${width} ${scheme}: ${fault}`));
    }
    return [...found, ...said.map((text) => `console: ${text}`)];
  };
  const close = async () => {
    server.close();
    await browser.close();
  };
  return { tab, open, look, faults, close };
}

const make = (tag, properties, ...parts) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...parts);
  return element;
};
const list = document.getElementById("list");
const [nav, side] = [list.closest("nav"), list.closest("details")];
const endpoints = [...document.querySelectorAll("main > section:has(h2 code)")];
const target = link => document.getElementById(decodeURIComponent(link.hash.slice(1)));

// Without a script all parts stay open, because not every browser's search looks into closed ones.
const isShort = details => details.matches(".keys") && details.querySelectorAll("tr, dt").length <= 12;
for (const details of document.querySelectorAll("main details, #list details")) details.open = isShort(details);
// The example and the code in each language share a name, so that a browser opens only one of them at a time.
document.querySelectorAll(".more").forEach((more, index) => {
  for (const details of more.children) details.name = `code-${index}`;
});
const showTarget = () => {
  const closed = document.querySelectorAll(":target > .keys:not([open])");
  for (const details of closed) details.open = true;
  // Until then, the page may have been too short to bring the section to the top.
  if (closed.length > 0) document.querySelector(":target").scrollIntoView();
};
addEventListener("hashchange", showTarget);
addEventListener("load", showTarget);
const printed = [...document.querySelectorAll(".keys, .example")];
let wereOpen = [];
addEventListener("beforeprint", () => {
  wereOpen = printed.map(details => details.open);
  for (const details of printed) details.open = true;
});
addEventListener("afterprint", () => wereOpen.forEach((isOpen, index) => { printed[index].open = isOpen; }));

// The side list is closed on a phone, and marks what is read on a screen.
const wide = matchMedia("(min-width: 56.25rem)");
(wide.onchange = () => { side.open = wide.matches; })();
list.addEventListener("click", event => {
  if (!wide.matches && event.target.closest("a")) side.open = false;
});
const links = new Map([...list.querySelectorAll("a")].reverse().map(link => [target(link), link]));
const mark = section => {
  const link = links.get(section);
  if (!link) return;
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  const top = link.offsetTop - nav.scrollTop;
  if (top < 0 || top > nav.clientHeight - 40) nav.scrollTop += top - nav.clientHeight / 2;
};
let seen;
// The section that was asked for counts although the next may be in the band already, as for a short one, and although it
// is further down, as the last ones cannot be scrolled to the top.
const markRead = () => {
  const asked = document.querySelector("main > :target");
  const isEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
  const isAtTop = asked && Math.abs(asked.getBoundingClientRect().top) < innerHeight / 10;
  mark(asked && (isEnd || isAtTop) ? asked : seen);
};
const reading = new IntersectionObserver(changes => {
  seen = changes.find(change => change.isIntersecting)?.target ?? seen;
  markRead();
}, { rootMargin: "-10% 0px -85% 0px" });
addEventListener("hashchange", () => mark(document.querySelector("main > :target")));
addEventListener("scrollend", markRead);
for (const section of links.keys()) reading.observe(section);

const field = make("input", { type: "search", placeholder: "Filter: path, words, key", ariaLabel: "Filter by path, words or key" });
const count = make("output");
side.before(field, count);
const texts = new Map(endpoints.map(section => {
  const parts = [...section.querySelectorAll("h2, p, th, td")].map(part => part.textContent);
  const types = [...list.querySelectorAll("a")].filter(link => target(link) == section).map(link => link.textContent);
  return [section, [...parts, ...types].join("\n").toLowerCase()];
}));
field.oninput = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of links.keys()) section.hidden = !words.every(word => texts.get(section)?.includes(word));
  for (const keys of document.querySelectorAll(".keys")) {
    const names = [...keys.querySelectorAll("th")].map(name => name.textContent.toLowerCase());
    keys.open = isShort(keys) || words.some(word => names.some(name => name.includes(word)));
  }
  for (const item of list.querySelectorAll("li")) {
    item.hidden = [...item.querySelectorAll("a")].every(link => target(link).hidden);
  }
  const found = endpoints.filter(section => !section.hidden).length;
  count.textContent = words.length ? `${found} of ${endpoints.length} endpoints` : "";
  if (wide.matches) scrollTo(0, Math.min(scrollY, document.querySelector("main").offsetTop));
};

for (const pre of document.querySelectorAll("pre")) {
  const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
  button.onclick = async () => {
    // The text is selected too, to be copied by hand if the page may not write to the clipboard.
    getSelection().selectAllChildren(pre);
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {}
  };
  const box = make("div", { className: "code" });
  pre.tabIndex = 0;
  pre.replaceWith(box);
  box.append(pre, button);
}

// A page that is opened from a disk asks the board's own address; any other asks the host that it comes from.
const base = document.querySelector("header code").textContent;
const root = location.protocol == "file:" ? base : new URL(".", location).href;
let listed;
const manifest = () => listed ??= fetch(root + "manifest.json").then(answer => answer.json()).then(({ files }) => files, () => []);
const size = bytes => bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`;

async function ask(url, output, hasValues) {
  const start = performance.now();
  output.replaceChildren("Loading …");
  const lines = [];
  let json = "";
  try {
    const answer = await fetch(url, { cache: "no-cache" });
    const bytes = await answer.arrayBuffer();
    const type = answer.headers.get("content-type") ?? "no type";
    const time = Math.round(performance.now() - start);
    lines.push([answer.status, answer.statusText, "·", type, "·", time, "ms ·", size(bytes.byteLength)].join(" "));
    if (answer.status == 404) {
      lines.push("There is no file at this address." + (hasValues ? " The fields suggest values that exist." : ""));
    } else if (!answer.ok) {
      lines.push("The server answers with an error instead of the file.");
    } else {
      const text = new TextDecoder().decode(bytes);
      try {
        const rows = JSON.stringify(JSON.parse(text), null, 2).split("\n");
        json = rows.slice(0, 40).join("\n") + (rows.length > 40 ? `\n… ${rows.length - 40} more lines` : "");
      } catch {
        lines.push("The answer is not JSON.");
        json = text.slice(0, 1000);
      }
    }
  } catch {
    lines.push(!navigator.onLine ? "This device is offline."
      : url.origin == location.origin ? "The server does not answer."
        : "The server does not answer, or does not let other pages read its files (CORS).");
  }
  output.replaceChildren(make("p", {}, make("a", { href: url }, url.href)), ...lines.map(line => make("p", {}, line)));
  if (json) output.append(make("pre", { tabIndex: 0 }, json));
}

for (const section of endpoints) {
  const path = section.querySelector("h2").textContent;
  const code = section.querySelector("pre");
  const names = [...path.matchAll(/{([^}]+)}/g)].map(match => match[1]);
  const parts = path.split(/{[^}]+}/).map(part => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("([^/]+)")}$`);
  const shown = pattern.exec(code.textContent.slice(`curl -sS '${base}`.length, -1));
  const output = make("output");
  const fields = names.map((name, index) => {
    const values = make("datalist", { id: `${section.id}?${name}` });
    const input = make("input", { required: true, value: shown?.[index + 1].replace(/^{.*}$/, "") ?? "" });
    input.setAttribute("list", values.id);
    // The manifest names all files, so the page need not.
    input.onfocus = async () => {
      const files = (await manifest()).filter(file => !file.endpoint || file.endpoint == path);
      const known = new Set(files.map(file => pattern.exec(file.path)?.[index + 1]).filter(Boolean));
      values.replaceChildren(...[...known].slice(0, 500).map(value => make("option", { value })));
    };
    return { name, input, label: make("label", {}, name, input, values) };
  });
  const form = make("form", {}, ...fields.map(field => field.label), make("button", {}, "Try it"), output);
  form.onsubmit = event => {
    event.preventDefault();
    const filled = fields.reduce((address, { name, input }) =>
      address.replace(`{${name}}`, () => encodeURIComponent(input.value.trim())), path);
    code.textContent = `curl -sS '${base}${filled.replaceAll("'", "%27")}'`;
    ask(new URL(root + filled), output, names.length > 0);
  };
  code.closest(".code").after(form);
}

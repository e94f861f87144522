import { h } from "./dom.js";
import { fileAddress } from "./api.js";
import { contentPath } from "./values.js";

/** Elements that can neither run anything nor reach beyond their place. */
const allowed = new Set(
  ("a abbr b blockquote br code del div dd dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark " +
    "ol p pre q rp rt ruby s small span strong sub sup table tbody td tfoot th thead tr u ul").split(" "),
);
const dropped = new Set(["script", "style", "template", "iframe", "object", "embed", "svg", "math", "form"]);
const attributes = new Set(["href", "src", "alt", "title", "lang", "dir", "colspan", "rowspan", "start", "align"]);

/** A text as the server renders it, in a tree of its own, so that styles do not mix and no script can run. */
export class Rendered {
  constructor(folder) {
    this.folder = folder;
    this.element = h("div.rendered");
    this.root = this.element.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [sheet()];
  }

  show(html) {
    const parsed = new DOMParser().parseFromString(html, "text/html");
    const body = document.createElement("div");
    body.append(...[...parsed.body.childNodes].flatMap(clean));
    this.root.replaceChildren(body);
    for (const image of body.querySelectorAll("img")) this.#load(image);
  }

  async #load(image) {
    const path = image.dataset.path;
    if (!path || /^[a-z]+:|^\/\//i.test(path)) return;
    const address = await fileAddress(contentPath(path, this.folder)).catch(() => null);
    if (address) image.src = address;
  }
}

function clean(node) {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const name = node.localName;
  if (dropped.has(name)) return [];
  const children = [...node.childNodes].flatMap(clean);
  if (!allowed.has(name)) return children;
  const copy = document.createElement(name);
  for (const attribute of node.attributes) if (attributes.has(attribute.name)) copyAttribute(copy, attribute);
  if (name === "input") {
    Object.assign(copy, { type: "checkbox", disabled: true, checked: node.hasAttribute("checked") });
  }
  copy.append(...children);
  return [copy];
}

function copyAttribute(copy, { name, value }) {
  if (name === "src") copy.dataset.path = value;
  else if (name !== "href") copy.setAttribute(name, value);
  else if (/^https?:/i.test(value)) Object.assign(copy, { href: value, target: "_blank", rel: "noopener noreferrer" });
  // Other links lead to pages that are not here; they only look like links.
  else copy.setAttribute("class", "link");
}

let shared = null;

function sheet() {
  if (shared) return shared;
  shared = new CSSStyleSheet();
  shared.replaceSync(`
    :host { overflow-wrap: anywhere; line-height: 1.6 }
    div > :first-child { margin-top: 0 }
    div > :last-child { margin-bottom: 0 }
    a, .link { color: var(--accent); text-decoration: underline }
    img { max-width: 100%; height: auto }
    h1, h2, h3, h4 { line-height: 1.3; margin: 1.2em 0 .4em; font-weight: 600 }
    h1 { font-size: 1.4em } h2 { font-size: 1.2em } h3, h4, h5, h6 { font-size: 1em }
    p, ul, ol, blockquote, pre, table { margin: .6em 0 }
    blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid var(--line); color: var(--quiet) }
    pre, code { font-family: ui-monospace, monospace; font-size: .92em }
    pre { overflow-x: auto; padding: .6em; background: var(--well) }
    table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: .3em .6em; text-align: start }
  `);
  return shared;
}

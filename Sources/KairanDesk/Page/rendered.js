import { h } from "./dom.js";
import { fileAddress } from "./api.js";
import { contentPath } from "./values.js";

/** Elements that could run something or reach beyond their place. The server writes none of them. */
const dropped =
  "script, style, link, meta, base, template, iframe, object, embed, svg, math, form, video, audio, dialog";
const attributes = new Set([
  "href",
  "src",
  "alt",
  "title",
  "lang",
  "dir",
  "colspan",
  "rowspan",
  "start",
  "align",
  "checked",
]);

/** A text as the server renders it, in a tree of its own, so that styles do not mix and no script can run. */
export class Rendered {
  constructor(folder) {
    this.folder = folder;
    this.element = h("div.rendered");
    this.root = this.element.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [sheet];
  }

  show(html) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    for (const element of body.querySelectorAll(dropped)) element.remove();
    for (const element of body.querySelectorAll("*")) this.#clean(element);
    const text = document.createElement("div");
    text.append(...body.childNodes);
    this.root.replaceChildren(text);
  }

  #clean(element) {
    const { localName, attributes: { href, src } } = element;
    for (const { name } of [...element.attributes]) if (!attributes.has(name)) element.removeAttribute(name);
    if (localName === "input") Object.assign(element, { type: "checkbox", disabled: true });
    element.removeAttribute("src");
    if (localName === "img" && src) this.#load(element, src.value);
    if (!href) return;
    // Other links lead to pages that are not here; they only look like links.
    if (/^https?:/i.test(href.value)) Object.assign(element, { target: "_blank", rel: "noopener noreferrer" });
    else element.removeAttribute("href");
  }

  async #load(image, path) {
    if (/^[a-z]+:|^\/\//i.test(path)) return;
    const address = await fileAddress(contentPath(path, this.folder)).catch(() => null);
    if (address) image.src = address;
  }
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { overflow-wrap: anywhere; line-height: 1.6 }
  div > :first-child { margin-top: 0 }
  div > :last-child { margin-bottom: 0 }
  a { color: var(--accent); text-decoration: underline }
  img { max-width: 100%; height: auto }
  h1, h2, h3, h4 { line-height: 1.3; margin: 1.2em 0 .4em; font-weight: 600 }
  h1 { font-size: 1.4em } h2 { font-size: 1.2em } h3, h4, h5, h6 { font-size: 1em }
  p, ul, ol, blockquote, pre, table { margin: .6em 0 }
  blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid var(--line); color: var(--quiet) }
  pre, code { font-family: ui-monospace, monospace; font-size: .92em }
  pre { overflow-x: auto; padding: .6em; background: var(--well) }
  table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: .3em .6em; text-align: start }
`);

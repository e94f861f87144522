import { h } from "./dom.js";
import { fileAddress } from "./api.js";

/** A text as the server renders it, which is without HTML of its own, in a tree apart, so that styles do not mix. */
export class Rendered {
	element = h("div.rendered");

	constructor(entry) {
		this.entry = entry;
		this.root = this.element.attachShadow({ mode: "open" });
		this.root.adoptedStyleSheets = [sheet];
	}

	show(html) {
		const { body } = new DOMParser().parseFromString(html, "text/html");
		for (const image of body.querySelectorAll("img")) this.#load(image, image.getAttribute("src"));
		for (const link of body.querySelectorAll("a")) {
			// Other links lead to pages that are not here; they only look like links.
			if (/^https?:/i.test(link.getAttribute("href"))) link.target = "_blank";
			else link.removeAttribute("href");
		}
		this.root.replaceChildren(...body.childNodes);
	}

	async #load(image, path) {
		image.removeAttribute("src");
		if (/^[a-z]+:|^\/\//i.test(path)) return;
		const address = await fileAddress(this.entry, path);
		if (address) image.src = address;
	}
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :first-child { margin-top: 0 }
  :last-child { margin-bottom: 0 }
  a { color: var(--accent); text-decoration: underline }
  img { max-width: 100% }
  h1, h2, h3 { font-size: 1.2em }
  table { border-collapse: collapse }
  td, th { border: 1px solid var(--line); padding: 4px 8px }
`);

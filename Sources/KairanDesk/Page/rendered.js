import { h } from "./dom.js";
import { fileAddress } from "./api.js";
import { reached, showsPages, site } from "./site.js";

/** A text as the server renders it, which is without HTML of its own, in a tree apart, so that styles do not mix. */
export class Rendered {
	element = h("div.rendered");
	pictures = {};

	constructor(entry) {
		this.entry = entry;
		this.root = this.element.attachShadow({ mode: "open" });
		this.root.adoptedStyleSheets = [sheet];
	}

	show(html) {
		const { body } = new DOMParser().parseFromString(html, "text/html");
		for (const image of body.querySelectorAll("img")) this.#load(image, image.getAttribute("src"));
		for (const link of body.querySelectorAll("a")) {
			const address = link.getAttribute("href");
			link.target = "_blank";
			if (address.startsWith("#")) link.onclick = () => this.#scroll(address.slice(1));
			else if (address.startsWith(site().home) && showsPages()) link.href = reached(address);
			// Nobody knows where others lead before mistakes are mended; they only look like links.
			else if (!/^https?:/i.test(address) || address.startsWith(site().home)) link.removeAttribute("href");
		}
		this.root.replaceChildren(...body.childNodes);
	}

	#scroll(id) {
		this.root.getElementById(decodeURIComponent(id))?.scrollIntoView();
		return false;
	}

	async #load(image, path) {
		image.removeAttribute("src");
		if (/^[a-z]+:|^\/\//i.test(path)) return;
		const address = await (this.pictures[path] ??= fileAddress(this.entry, decodeURIComponent(path)));
		if (address) image.src = address;
		else delete this.pictures[path];
	}
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
	:first-child { margin-top: 0 }
	:last-child { margin-bottom: 0 }
	a { color: var(--accent); text-decoration: underline }
	img { max-width: 100% }
	pre, table { display: block; overflow-x: auto }
	h1, h2, h3 { font-size: 1.2em }
	table { border-collapse: collapse }
	td, th { border: 1px solid var(--line); padding: 4px 8px }
`);

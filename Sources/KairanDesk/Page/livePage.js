import { fill, h, mainPart, select, t } from "./dom.js";
import { reached, showsPages } from "./site.js";

/** The page itself tells that it is shown. A proxy that asks people to sign in may show nothing in a frame. */
const longestWait = 5000;

/** The pages of an entry beside its form. They show what is typed there before anybody saves it. */
export class LivePage {
	element = h("aside.live", { ariaLabel: t("livePage"), hidden: true });
	/** Leads to the page from where there is no room beside the form. */
	link = this.#makeLink("a.button.small.page-link");
	/** The preview knows the form by it. */
	form = String(Math.random()).slice(2);
	pages = [];
	isTyped = false;
	#openLink = this.#makeLink("a");

	stand() {
		mainPart.className = "has-live";
		mainPart.append(this.element);
	}

	/** The preview itself shows what was saved. It is told when something was typed, and shows that at another address. */
	show(addresses, isTyped = false) {
		const isSame = this.pages.join() === addresses.join();
		if (isSame && (this.isTyped || !isTyped)) return isTyped && this.#tell();
		if (!isSame) this.#showPages(addresses);
		this.isTyped = isTyped;
		if (addresses.length && showsPages()) this.#open();
	}

	#showPages(addresses) {
		this.pages = addresses;
		this.element.hidden = !addresses.length;
		this.link.hidden = this.#openLink.hidden = !addresses.length || !showsPages();
		if (!showsPages()) return fill(this.element, h("p.live-note", t("pagesNotShownHere")));
		const pages = addresses;
		this.menu = select(pages.map((page) => [page, shortName(page)]), pages[0], {
			ariaLabel: t("pageChoice"),
			onchange: () => this.#open(),
		});
		const onload = () => {
			this.isLoaded = true;
			if (this.isLate) this.#tell();
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.note.hidden = this.isShown, longestWait);
		};
		this.note = h("p.live-note", { hidden: true }, t("frameIsEmpty"));
		this.frame = h("iframe", { title: t("livePage"), loading: "lazy", onload });
		const name = pages.length > 1 ? this.menu : h("span.quiet", shortName(pages[0] ?? ""));
		fill(this.element, h("div.live-head", h("span", t("livePage")), name, this.#openLink), this.note, this.frame);
	}

	#open() {
		const address = reached(this.menu.value + (this.isTyped ? `?typed=${this.form}` : ""));
		this.isLoaded = this.isLate = this.isShown = false;
		this.#listen();
		this.frame.src = this.link.href = this.#openLink.href = address;
	}

	#listen() {
		this.listening?.abort();
		this.listening = new AbortController();
		const { signal } = this.listening;
		addEventListener("message", ({ source, data }) => {
			if (source === this.frame.contentWindow && data === "kairan-shown") this.isShown = this.note.hidden = true;
		}, { signal });
	}

	#tell() {
		this.isLate = !this.isLoaded;
		if (this.isLoaded) this.frame.contentWindow.postMessage("kairan-typed", new URL(this.frame.src).origin);
	}

	#makeLink(kind) {
		return h(kind, { target: "_blank", hidden: true }, t("openPage"));
	}
}

const shortName = (page) => page && decodeURI(new URL(page).pathname);

import { fill, h, mainPart, select, t } from "./dom.js";
import { reached } from "./site.js";

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
		if (addresses.length) this.#open();
	}

	#showPages(addresses) {
		this.pages = addresses;
		this.element.hidden = this.link.hidden = this.#openLink.hidden = !addresses.length;
		const pages = addresses.map(reached);
		this.menu = select(pages.map((page) => [page, shortName(page)]), pages[0], {
			ariaLabel: t("pageChoice"),
			onchange: () => this.#open(),
		});
		const onload = () => {
			this.isLoaded = true;
			if (this.isLate) this.#tell();
		};
		this.frame = h("iframe", { title: t("livePage"), loading: "lazy", onload });
		const name = pages.length > 1 ? this.menu : h("span.quiet", shortName(pages[0] ?? ""));
		fill(this.element, h("div.live-head", h("span", t("livePage")), name, this.#openLink), this.frame);
	}

	#open() {
		const address = this.menu.value + (this.isTyped ? `?typed=${this.form}` : "");
		this.isLoaded = this.isLate = false;
		this.frame.src = this.link.href = this.#openLink.href = address;
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

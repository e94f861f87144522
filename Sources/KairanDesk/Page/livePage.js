import { fill, h, select, t } from "./dom.js";
import { reached } from "./site.js";

export class LivePage {
	element = h("aside.live", { ariaLabel: t("livePage") });

	show(addresses) {
		if (this.pages?.join() === addresses.join()) return;
		this.pages = addresses;
		this.element.hidden = !addresses.length;
		if (!addresses.length) return;
		const pages = addresses.map(reached);
		const frame = h("iframe", { src: pages[0], title: t("livePage"), loading: "lazy" });
		const link = h("a", { href: pages[0], target: "_blank" }, t("openPage"));
		const menu = select(pages.map((page) => [page, shortName(page)]), pages[0], {
			ariaLabel: t("pageChoice"),
			onchange: () => frame.src = link.href = menu.value,
		});
		const name = pages.length > 1 ? menu : h("span.quiet", shortName(pages[0]));
		fill(this.element, h("div.live-head", h("span", t("livePage")), name, link), frame);
	}
}

const shortName = (page) => decodeURI(new URL(page).pathname);

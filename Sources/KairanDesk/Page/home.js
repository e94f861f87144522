import { h, refill, showView, t } from "./dom.js";
import { badge } from "./frame.js";
import { formatDay } from "./language.js";
import { reached, showsPages, site, watchSite } from "./site.js";
import { isError } from "./values.js";

export function showHome() {
	const { title, language, home, today, timeZone } = site();
	const facts = h("div");
	const link = showsPages()
		? h("a.button", { href: reached(home), target: "_blank" }, t("openSite"))
		: h("p.quiet", t("pagesNotShownHere"));
	const day = t("todayIs", { day: formatDay(today, { dateStyle: "full" }), zone: timeZone });
	showView(h("div.view-head", h("h1", { lang: language }, title), link), h("p.quiet", day), facts);
	draw(facts);
	return watchSite(() => draw(facts));
}

function draw(element) {
	const { mistakes, collections } = site();
	const n = mistakes.filter(isError).length;
	refill(element, [
		n > 0 && h("p.notice.error", h("a", { href: "#/mistakes" }, t("summary_error", { n }))),
		h("h2", t("collections")),
		h("ul.collections", collections.map(collectionItem)),
	]);
}

function collectionItem({ name, label, count, drafts, trash, mistakes }) {
	const facts = [
		t("entriesCount", { n: count }),
		drafts > 0 && t("draftsCount", { n: drafts }),
		trash > 0 && t("trashCount", { n: trash }),
	];
	return h("li", [
		h("a.name", { href: `#/${name}` }, label),
		badge(mistakes),
		h("span.quiet.facts", facts.filter(Boolean).join(" · ")),
		h("a.button.small", { href: `#/${name}/+`, ariaLabel: t("newEntryIn", { name: label }) }, t("newEntry")),
	]);
}

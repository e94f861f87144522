import { h, refill, showView, t } from "./dom.js";
import { collectionNamed, entryAddress, site, watchSite } from "./site.js";
import { isError } from "./values.js";

export function showMistakes() {
	const list = h("div");
	const draw = () => {
		const { mistakes } = site();
		refill(list, mistakes.length ? mistakeGroups(mistakes) : h("p.notice.good", t("noMistakes")));
	};
	showView(h("h1", t("mistakes")), list);
	draw();
	return watchSite(draw);
}

export function mistakeGroups(mistakes) {
	const sorted = mistakes.toSorted((one, two) => isError(two) - isError(one));
	const groups = Map.groupBy(sorted, ({ collection }) => collectionNamed(collection));
	return [...groups].map(([collection, all]) =>
		h("section", h("h2", collection?.label ?? t("otherFiles")), h("ul.mistakes", all.map(mistakeItem)))
	);
}

export const mistakeWords = ({ severity, message, help }) => [
	h("strong.severity", t(severity)),
	h("span.message", message),
	help && h("span.help", help),
];

function mistakeItem(mistake) {
	const { collection, id, place } = mistake;
	const address = collection && id && `${entryAddress(collection, id)}?${new URLSearchParams({ place })}`;
	return h("li", { class: mistake.severity }, [
		address ? h("a", { href: address }, mistakeWords(mistake)) : h("div", mistakeWords(mistake)),
		h("span.quiet.place", place),
	]);
}

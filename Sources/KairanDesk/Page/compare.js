import { fill, h, radios, select, t } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { reached } from "./site.js";

export function comparePages(changes, first) {
	const frames = h("div.frames");
	const show = ({ published, address, kind }) => {
		const addresses = { published: kind !== "added" && published, coming: kind !== "removed" && address };
		fill(frames, Object.entries(addresses).map(frame));
	};
	const look = (side) => frames.dataset.side = side;
	const menu = select(changes.map(({ path }) => [path, path]), first.path, {
		ariaLabel: t("pageChoice"),
		onchange: () => show(changes[menu.selectedIndex]),
	});
	const sides = ["published", "coming"].map((side) => [side, t(`side_${side}`)]);
	show(first);
	look("coming");
	return openDialog(t("compare"), [menu, radios("side", sides, "coming", look), frames], { size: "full" });
}

/** Both frames are of other origins than this page, and nothing in them can lead it elsewhere. */
function frame([side, address]) {
	const title = t(`side_${side}`);
	const sandbox = "allow-scripts allow-same-origin allow-forms";
	return h(`section.${side}`, [
		h("h3", title),
		address ? h("iframe", { src: reached(address), title, sandbox }) : h("p.nothing", t(`none_${side}`)),
	]);
}

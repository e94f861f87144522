import { button, fill, h, select, showView, t } from "./dom.js";
import { fileAddress, get, post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { formatNumber } from "./language.js";
import { searched } from "./listFilters.js";
import { entryAddress, site, watchSite } from "./site.js";
import { say } from "./status.js";

const mostShown = 60;

export async function showPictures() {
	const list = h("div");
	const refresh = async () => {
		const { pictures } = await get("pictures");
		fill(list, pictures.length ? library(pictures, (picture) => details(picture, refresh)) : h("p", t("noPictures")));
	};
	await refresh();
	showView(h("h1", t("pictures")), list);
	return watchSite(() => refresh().catch(() => {}));
}

/** Lets somebody choose a picture that the site has already, and returns its path below `content/`. */
export async function choosePicture() {
	const { pictures } = await get("pictures");
	let chosen = null;
	const choose = ({ path }) =>
		button(t("choosePicture"), () => {
			chosen = path;
			dialog.querySelector(".actions button:last-child").click();
		}, "small", { ariaLabel: t("choosePictureNamed", { name: path }) });
	const dialogBody = h("div", pictures.length ? library(pictures, choose) : h("p", t("noPictures")));
	const closed = openDialog(t("pictures"), dialogBody, { size: "wide" });
	const dialog = dialogBody.closest("dialog");
	await closed;
	return chosen;
}

/** The pictures with a search and a choice of those that no entry shows; `more` makes what belongs to each. */
function library(pictures, more) {
	const entries = pictures.map((picture) => ({
		...picture,
		id: picture.path,
		title: picture.uses.map(({ title, words }) => [title, ...words].join(" ")).join(" "),
	}));
	const cards = h("ul.pictures");
	const count = h("p.quiet", { role: "status" });
	const watcher = new IntersectionObserver((seen) =>
		seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
			watcher.unobserve(target);
			loadPicture(target);
		})
	);
	const draw = () => {
		const isShown = { all: () => true, unused: ({ canRemove }) => canRemove, wordless: isWordless }[menu.value];
		const found = searched(entries, search.value).filter(isShown);
		watcher.disconnect();
		fill(cards, found.slice(0, mostShown).map((picture) => card(picture, more(picture))));
		for (const image of cards.querySelectorAll("img")) watcher.observe(image);
		const rest = found.length - mostShown;
		fill(count, [t("picturesCount", { n: found.length }), rest > 0 && ` · ${t("more", { n: rest })}`]);
	};
	const search = h("input", { type: "search", oninput: draw });
	const kinds = ["all", "unused", "wordless"].map((kind) => [kind, t(`pictures_${kind}`)]);
	const menu = select(kinds, "all", { onchange: draw });
	draw();
	const filters = h("div.filters", { role: "search" }, [
		h("label", h("span", t("search")), search),
		h("label", h("span", t("state")), menu),
	]);
	return [filters, count, cards];
}

const isWordless = ({ uses }) => uses.some(({ words }) => !words.length);

function card({ path, width, height }, more) {
	const image = h("img", { alt: "" });
	image.dataset.path = path;
	const size = width > 0 && ` · ${formatNumber(width)} × ${formatNumber(height)}`;
	return h("li", h("div.file-preview", image), h("div.path", path, h("span.quiet", size)), more);
}

async function loadPicture(image) {
	const address = await fileAddress(null, `/${image.dataset.path}`);
	image.onload = () => URL.revokeObjectURL(address);
	if (address) image.src = address;
}

function details({ path, uses, canRemove }, refresh) {
	const use = ({ collection, id, title, words }) =>
		h("li", [
			h("a", { href: entryAddress(collection, id), lang: site().language }, title),
			h("div.quiet", words.length ? words.map((text) => `“${text}”`).join(" ") : t("noWords")),
		]);
	const takeBack = async () => {
		try {
			await post("undo", { collection: "", id: path });
			say(t("restored", { title: path }), "good");
			await refresh();
		} catch (error) {
			say(refusal(error).message, "bad");
		}
	};
	const remove = async () => {
		const choices = [[t("remove"), "remove", "danger"]];
		if (!await openDialog(t("removePicture", { name: path }), h("p", t("removePictureText")), { choices })) return;
		try {
			await post("removePicture", { path });
			say(t("pictureRemoved", { name: path }), "good", button(t("takeBack"), takeBack, "small"));
			await refresh();
		} catch (error) {
			say(refusal(error).message, "bad");
		}
	};
	if (uses.length) return h("ul", uses.map(use));
	return canRemove && [
		h("p.quiet", t("usedNowhere")),
		button(t("remove"), remove, "small", { ariaLabel: t("removeNamed", { name: path }) }),
	];
}

import { button, fill, h, select, showView, t } from "./dom.js";
import { fileAddress, get, post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { formatNumber } from "./language.js";
import { searched } from "./listFilters.js";
import { entryAddress, site, watchSite } from "./site.js";
import { say } from "./status.js";

const mostShown = 60;

export async function showPictures() {
	const refresh = async () => show((await get("pictures")).pictures);
	const { parts, show } = library((picture) => details(picture, refresh));
	await refresh();
	showView(h("h1", t("pictures")), parts);
	return watchSite(() => refresh().catch(() => {}));
}

/** Lets somebody choose a picture that the site has already, and returns its path below `content/`. */
export async function choosePicture() {
	let chosen = null;
	const choose = ({ path }) =>
		button(t("choosePicture"), () => {
			chosen = path;
			dialog.querySelector(".actions button:last-child").click();
		}, "small", { ariaLabel: t("choosePictureNamed", { name: path }) });
	const { parts, show } = library(choose);
	show((await get("pictures")).pictures);
	const dialogBody = h("div", parts);
	const closed = openDialog(t("pictures"), dialogBody, { size: "wide" });
	const dialog = dialogBody.closest("dialog");
	await closed;
	return chosen;
}

/**
 * The pictures with a search and a choice of those that no entry shows; `more` makes what belongs to each. `show` takes
 * them as they are now; the search, the choice and what has the focus stay.
 */
function library(more) {
	let [entries, limit, cardOf] = [[], mostShown, new Map()];
	const cards = h("ul.pictures");
	const count = h("p.quiet", { role: "status" });
	const watcher = new IntersectionObserver((seen) =>
		seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => {
			watcher.unobserve(target);
			loadPicture(target);
		})
	);
	const makeCard = (picture) => {
		const made = card(picture, more(picture));
		watcher.observe(made.querySelector("img"));
		return made;
	};
	const draw = () => {
		const isShown = { all: () => true, unused: ({ canRemove }) => canRemove, wordless: isWordless }[menu.value];
		const found = searched(entries, search.value).filter(isShown);
		const shown = found.slice(0, limit).map((entry) => cardOf.get(entry.key));
		const rest = found.length - shown.length;
		fill(count, [t("picturesCount", { n: found.length }), rest > 0 && ` · ${t("more", { n: rest })}`]);
		showMore.hidden = rest <= 0;
		if (shown.length === cards.childElementCount && shown.every((each, index) => each === cards.children[index])) return;
		const focused = cards.contains(document.activeElement) && document.activeElement;
		fill(cards, shown);
		if (focused) (focused.isConnected ? focused : search).focus({ preventScroll: true });
	};
	const show = (pictures) => {
		entries = pictures.map((picture) => ({
			...picture,
			id: picture.path,
			key: JSON.stringify(picture),
			title: picture.uses.map(({ title, words }) => [title, ...words].join(" ")).join(" "),
		}));
		const old = cardOf;
		cardOf = new Map(pictures.map((picture, index) => {
			const { key } = entries[index];
			return [key, old.get(key) ?? makeCard(picture)];
		}));
		nothing.hidden = pictures.length > 0;
		filters.hidden = count.hidden = !nothing.hidden;
		draw();
	};
	// Enter would close the dialog in which a picture is chosen.
	const search = h("input", { type: "search", oninput: draw, onkeydown: ({ key }) => key !== "Enter" });
	const kinds = ["all", "unused", "wordless"].map((kind) => [kind, t(`pictures_${kind}`)]);
	const menu = select(kinds, "all", { onchange: draw });
	const filters = h("div.filters", { role: "search" }, [
		h("label", h("span", t("search")), search),
		h("label", h("span", t("state")), menu),
	]);
	const nothing = h("p", { hidden: true }, t("noPictures"));
	const showMore = button(t("showMore"), () => {
		const first = limit;
		limit += mostShown;
		draw();
		cards.children[first].querySelector("a, button")?.focus();
	});
	return { parts: [nothing, filters, count, cards, showMore], show };
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

import { button, fill, h, radios, refill, select, showView, t } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { formatNumber } from "./language.js";
import { mistakeGroups } from "./mistakes.js";
import { loadSite, reached, site, watchSite } from "./site.js";
import { say } from "./status.js";
import { versionsPart } from "./versions.js";

export async function showPublish() {
	const results = h("div", h("p.quiet", { role: "status" }, t("comparing")));
	const git = h("section");
	const done = h("p.notice.good", { role: "status", hidden: true });
	const build = button(t("build"), () => run(), "main");

	function showMistakes(mistakes) {
		refill(results, h("p.notice.error", t("mendFirst")), mistakeGroups(mistakes));
	}

	async function refresh() {
		// Who is writing what has changed goes on with it.
		const isShown = !site().isGit || git.contains(document.activeElement);
		await Promise.all([compare(), isShown || versionsPart(git)]);
	}

	async function compare() {
		const { changes, versions, drafts, mistakes } = await get("changes");
		build.disabled = mistakes.length > 0;
		if (mistakes.length) showMistakes(mistakes);
		else {
			refill(results, [
				h("h2", t("changesInPublic")),
				changes.length ? changeGroups(changes) : h("p.quiet", t("nothingToPublish")),
				versions.length > 0 && [h("h2", t("forApps")), versions.map(versionPart)],
				drafts.length > 0 && [h("h2", t("drafts")), drafts.map(draftPart)],
			]);
		}
	}

	async function run() {
		say(t("building"));
		build.disabled = true;
		try {
			const answer = await post("publish", {});
			say(t("published"), "good");
			done.hidden = false;
			fill(done, countsOf(answer), answer.warnings.map(({ message }) => h("p.warning", message)));
			await loadSite();
			await refresh();
		} catch (error) {
			build.disabled = false;
			const { status, mistakes, message } = refusal(error);
			say(!status || mistakes.length ? t("notPublished") : message, status ? "bad" : "");
			if (mistakes.length) showMistakes(mistakes);
		}
	}

	const head = h("div.view-head", h("h1", t("publish")), build);
	showView(head, h("p", t("publishText")), done, results, git);
	await refresh();
	// Others may have sent something since the forms were opened.
	if (site().isGit) post("fetch", {}).then(() => git.contains(document.activeElement) || versionsPart(git)).catch(refusal);
	return watchSite(() => refresh().catch(() => {}));
}

const mostShown = 200;

export function changeGroups(changes) {
	const [pages, others] = [true, false].map((isPage) => changes.filter(({ page }) => page === isPage));
	const compare = (change) => button(change.path, () => comparePages(pages, change), "link");
	return [changeGroup("pages", pages, compare), changeGroup("otherOutputs", others, ({ path }) => path)];
}

function changeGroup(name, all, control) {
	const item = (change) =>
		h("li", h(`span.kind.is-${change.kind}`, t(`kind_${change.kind}`)), h("span.path", control(change)));
	const title = t(name, { n: all.length });
	const list = [
		h("ul.changes", all.slice(0, mostShown).map(item)),
		all.length > mostShown && h("p.quiet", t("more", { n: all.length - mostShown })),
	];
	// Long lists of what nobody opens would hide what stands below them.
	const isLong = name !== "pages" && all.length > 10;
	return all.length > 0 && (isLong ? h("details", h("summary", title), list) : h("section", h("h3", title), list));
}

function countsOf(answer) {
	const kinds = ["added", "changed", "removed"].filter((kind) => answer[kind] > 0);
	return kinds.map((kind) => `${t(`kind_${kind}`)}: ${formatNumber(answer[kind])}`).join(", ") || t("nothingChanged");
}

export function versionPart({ name, changes }) {
	const items = changes.map(({ message, place, isBreaking }) =>
		h("li", { class: isBreaking ? "error" : "" }, [
			h("div", isBreaking && h("strong.severity", t("breaking")), message),
			h("span.quiet.place", place),
		])
	);
	return h("section", h("h3", name), h("ul.mistakes", items));
}

function draftPart(name) {
	return h("section.draft", [
		h("p", t("draftIs", { name })),
		h("div.actions", button(t("release", { name }), () => release(name))),
	]);
}

async function release(name) {
	const choices = [[t("releaseNow"), "release"]];
	const answer = await openDialog(t("releaseTitle", { name }), h("p", t("releaseText", { name })), { choices });
	if (answer !== "release") return;
	try {
		await post("release", { name });
		say(t("released", { name }), "good");
	} catch (error) {
		const { mistakes, message } = refusal(error);
		say(mistakes[0]?.message ?? message, "bad");
	}
}

function comparePages(changes, first) {
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
	const src = address && reached(address);
	const reason = address ? t("pagesNotShownHere") : t(`none_${side}`);
	return h(`section.${side}`, [
		h("h3", title),
		src ? h("iframe", { src, title, sandbox }) : h("p.nothing", reason),
	]);
}

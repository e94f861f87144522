import { fill, h, mainPart, showView, t } from "./dom.js";
import { get, listenForBuilds, load, refusal, takeToken } from "./api.js";
import { openDialog } from "./dialogs.js";
import { drawHeader, drawNavigation } from "./frame.js";
import { language, loadWords } from "./language.js";
import { collectionNamed, entryAddress, loadSite, site, watchSite } from "./site.js";
import { showAgain, startRouter } from "./router.js";
import { say, sayFirst, watchContact } from "./status.js";
import { showHome } from "./home.js";
import { showList } from "./list.js";
import { showEntry } from "./entry.js";
import { showMistakes } from "./mistakes.js";
import { beginWithOthers } from "./versions.js";

// Links to forms in the preview lead to this tab.
globalThis.name = "kairan-desk";

let endView = () => {};

async function viewFor({ parts: [name, id, more], query }) {
	if (!name) return showHome();
	const collection = collectionNamed(name);
	if (!collection && name === "publish") return (await load("./publish.js")).showPublish();
	if (!collection && name === "mistakes") return showMistakes();
	if (name === "+review") return (await load("./review.js")).showReview(id);
	if (name === "+pictures") return (await load("./pictures.js")).showPictures();
	if (name === "+month") return (await load("./month.js")).showMonth(id);
	if (!collection && id) return showParent(name, id);
	if (!collection) return showProblem(t("noPage"));
	if (!id) return showList(collection);
	if (id === "+") return (await load("./newEntry.js")).showNewEntry(collection);
	if (more === "history") return (await load("./history.js")).showHistory(collection, id);
	return showEntry(collection, id, query);
}

/** A record that is an entry is changed in the form of the entry that holds it. */
async function showParent(collection, id) {
	const entry = await get("entry", { collection, id });
	location.replace(entryAddress(entry.collection, entry.id));
}

let showing = Promise.resolve();
let wanted = 0;
/** The view could not be shown, because the server was not there or wanted another token. */
let isWaiting = false;

// A refusal that no view has told is told here.
globalThis.onunhandledrejection = ({ reason }) => {
	const { status, mistakes, message } = refusal(reason);
	const reasons = mistakes.map((mistake) => mistake.message).join("\n");
	say(status ? t("notDone") : "", "bad");
	if (status) openDialog(t("notDone"), h("p", reasons || message));
};

const skip = document.getElementById("skip");
skip.onclick = () => {
	mainPart.focus();
	return false;
};

/** Shows one view after the other, so that a slow one never takes the place of one that was asked for later. */
function show(route) {
	const number = ++wanted;
	showing = showing.then(() => number === wanted ? showNow(route) : undefined);
}

async function showNow(route) {
	endView();
	endView = () => {};
	isWaiting = false;
	for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close("");
	scrollTo(0, 0);
	sayFirst();
	drawFrame();
	mainPart.className = "";
	try {
		endView = await viewFor(route) ?? endView;
		focusHeading();
	} catch (error) {
		showFailure(error);
	}
}

/** A reader who cannot see the change of view hears its heading. */
function focusHeading() {
	const heading = mainPart.querySelector("h1");
	document.title = [heading?.textContent, site()?.title].filter(Boolean).join(" · ");
	if (mainPart.querySelector(":focus") || !heading) return;
	heading.tabIndex = -1;
	heading.focus({ preventScroll: true });
}

function showFailure(error) {
	const { status, message } = refusal(error);
	isWaiting = !status || status === 401;
	if (!status) return showProblem(t("noServer"), t("noServerText"));
	return status === 401 ? showProblem(t("noToken"), t("noTokenText")) : showProblem(t("notFound"), message);
}

function showProblem(title, text) {
	showView(h("h1", title), text && h("p", text));
	focusHeading();
}

function drawFrame() {
	document.documentElement.lang = language();
	fill(skip, t("skip"));
	drawHeader();
	drawNavigation();
}

async function returned() {
	if (!site()) return start();
	await loadSite();
	if (isWaiting) showAgain();
}

async function start() {
	takeToken();
	await loadWords();
	drawFrame();
	watchContact(returned);
	try {
		await loadSite();
	} catch (error) {
		return showFailure(error);
	}
	watchSite(drawNavigation);
	startRouter(show);
	let { build } = site();
	listenForBuilds((number) => {
		if (number !== build) loadSite().catch(() => {});
		build = number;
	});
	await beginWithOthers().catch(refusal);
}

await start();

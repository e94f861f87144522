import { fill, h } from "./dom.js";
import { listenForBuilds, refusal, takeToken } from "./api.js";
import { drawHeader, drawNavigation } from "./frame.js";
import { language, loadWords, t } from "./language.js";
import { collectionNamed, loadSite, site, watchSite } from "./site.js";
import { showAgain, startRouter } from "./router.js";
import { sayFirst, watchContact } from "./status.js";
import { showHome } from "./home.js";
import { showList } from "./list.js";
import { showEntry } from "./entry.js";
import { showHistory } from "./history.js";
import { showMistakes } from "./mistakes.js";
import { showNewEntry } from "./newEntry.js";
import { showPublish } from "./publish.js";

// Links to forms in the preview lead to this tab.
globalThis.name = "kairan-desk";

const main = document.getElementById("main");
/** Ends what the last view had begun. */
let endView = () => {};

function viewFor({ parts: [name, id, more], query }) {
  if (!name) return showHome(main);
  const collection = collectionNamed(name);
  if (!collection && name === "publish") return showPublish(main);
  if (!collection && name === "mistakes") return showMistakes(main);
  if (!collection) return showProblem(t("noPage"), t("noPageText"));
  if (!id) return showList(main, collection);
  if (id === "+") return showNewEntry(main, collection);
  if (more === "history") return showHistory(main, collection, id);
  return showEntry(main, collection, id, query);
}

/** The view that is being shown, and the number of the last one that somebody asked for. */
let showing = Promise.resolve();
let wanted = 0;
/** Tells whether the view could not be shown, because the server was not there or wanted another token. */
let isWaiting = false;

/** Shows one view after the other, so that a slow one never takes the place of one that was asked for later. */
function show(route) {
  const number = ++wanted;
  showing = showing.then(() => number === wanted ? showNow(route) : undefined);
}

async function showNow(route) {
  endView();
  endView = () => {};
  isWaiting = false;
  // A link in a dialog leads away from it too.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close("");
  scrollTo(0, 0);
  sayFirst();
  drawFrame();
  main.className = "";
  try {
    endView = await viewFor(route) ?? endView;
    focusHeading();
  } catch (error) {
    showFailure(error);
  }
}

/** A reader who cannot see the change of view hears its heading. */
function focusHeading() {
  const heading = main.querySelector("h1");
  document.title = [heading?.textContent, site()?.title].filter(Boolean).join(" · ");
  if (main.querySelector(":focus") || !heading) return;
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
  fill(main, h("div.view.narrow", h("h1", title), h("p", text)));
  focusHeading();
}

function drawFrame() {
  document.documentElement.lang = language();
  fill(document.getElementById("skip"), t("skip"));
  drawHeader(showAgain);
  drawNavigation();
}

/** The server is there again. */
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
}

await start();

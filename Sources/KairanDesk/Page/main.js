import { fill, h } from "./dom.js";
import { get, listenForBuilds, refusal, takeToken } from "./api.js";
import { drawHeader, drawNavigation } from "./frame.js";
import { language, loadWords, t } from "./language.js";
import { collectionNamed, forgetLists, loadSite, site, watchSite } from "./site.js";
import { parseHash, showAgain, startRouter } from "./router.js";
import { sayFirst, watchContact } from "./status.js";
import { showHome } from "./home.js";
import { showList } from "./list.js";
import { showEntry } from "./entry.js";

// Links to forms in the preview lead to this tab.
globalThis.name = "kairan-desk";

const main = document.getElementById("main");
/** Ends what the last view had begun. */
let endView = () => {};

/**
 * Loads a view that not everybody opens. A browser never asks again for a module that it could not get, so something
 * else is asked for first.
 */
async function loaded(name) {
  await get("site");
  return import(`./${name}.js`);
}

async function viewFor({ parts, query }) {
  const [name, id, more] = parts;
  if (!name) return showHome(main);
  if (name === "publish" && !collectionNamed(name)) return (await loaded("publish")).showPublish(main);
  if (name === "mistakes" && !collectionNamed(name)) return (await loaded("mistakes")).showMistakes(main);
  const collection = collectionNamed(name);
  if (!collection) return showProblem(t("noPage"), t("noPageText"));
  if (!id) return showList(main, collection);
  if (id === "+") return (await loaded("newEntry")).showNewEntry(main, collection);
  if (more === "history") return (await loaded("history")).showHistory(main, collection, id);
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
  return showing;
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
    const end = await viewFor(route);
    endView = end ?? endView;
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
  const { parts } = parseHash(location.hash);
  document.documentElement.lang = language();
  fill(document.getElementById("skip"), t("skip"));
  drawHeader(document.getElementById("header"), parts, showAgain);
  drawNavigation(document.getElementById("navigation"), parts);
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
  watchSite(() => drawNavigation(document.getElementById("navigation"), parseHash(location.hash).parts));
  startRouter(show);
  let build = site().build;
  listenForBuilds((number) => {
    if (number === build) return;
    build = number;
    forgetLists();
    loadSite().catch(() => {});
  });
}

await start();

import { button, fill, h, refill } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { comparePages } from "./compare.js";
import { gitPart } from "./git.js";
import { t } from "./language.js";
import { mistakeGroups } from "./mistakes.js";
import { loadSite, site, watchSite } from "./site.js";
import { say } from "./status.js";

/** Shows what visitors and apps will notice, and publishes it. */
export async function showPublish(main) {
  const results = h("div");
  const git = h("section");
  const done = h("p.notice.good", { role: "status", hidden: true });
  const build = button(t("build"), () => run(), { class: "main" });

  function showMistakes(mistakes) {
    refill(results, h("p.notice.error", t("mendFirst")), mistakeGroups(mistakes));
  }

  async function refresh() {
    const { changes, versions, mistakes } = await get("changes");
    build.disabled = mistakes.length > 0;
    if (mistakes.length) showMistakes(mistakes);
    else {
      refill(results, [
        h("h2", t("changesInPublic")),
        changes.length ? changeGroups(changes) : h("p.quiet", t("nothingToPublish")),
        versions.length > 0 && [h("h2", t("forApps")), versions.map(versionPart)],
      ]);
    }
    // Who is writing what has changed goes on with it.
    if (site().isGit && !git.contains(document.activeElement)) await gitPart(git);
  }

  async function run() {
    say(t("building"), "busy");
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

  fill(main, [
    h("div.view.narrow", [
      h("div.view-head", h("h1", t("publish")), build),
      ...[h("p", t("publishText")), done, results, git],
    ]),
  ]);
  await refresh();
  return watchSite(() => refresh().catch(() => {}));
}

/** Nobody reads more than these. */
const mostShown = 200;

/** Pages first, as they are what people look at. */
function changeGroups(changes) {
  const [pages, others] = [true, false].map((isPage) => changes.filter(({ page }) => page === isPage));
  const compare = (change) => button(change.path, () => comparePages(pages, change), { class: "link" });
  return [changeGroup("pages", pages, compare), changeGroup("otherOutputs", others, ({ path }) => path)];
}

function changeGroup(name, all, control) {
  const item = (change) =>
    h("li", h(`span.kind.is-${change.kind}`, t(`kind_${change.kind}`)), h("span.path", control(change)));
  return all.length > 0 && h("section", [
    h("h3", t(name, { n: all.length })),
    h("ul.changes", all.slice(0, mostShown).map(item)),
    all.length > mostShown && h("p.quiet", t("moreChanges", { n: all.length - mostShown })),
  ]);
}

/** How many files came, changed or went. */
function countsOf(answer) {
  const words = ["added", "changed", "removed"].filter((kind) => answer[kind] > 0)
    .map((kind) => t(`count_${kind}`, { n: answer[kind] }));
  return words.join(", ") || t("nothingChanged");
}

function versionPart({ name, changes }) {
  const items = changes.map(({ message, place, isBreaking }) =>
    h("li", { class: isBreaking ? "error" : "" }, [
      h("div", isBreaking && h("strong.severity", t("breaking")), message),
      h("span.quiet.place", place),
    ])
  );
  return h("section", h("h3", name), h("ul.mistakes", items));
}

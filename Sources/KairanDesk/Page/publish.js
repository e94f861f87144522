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
  const results = h("div.results");
  const git = h("section");
  const done = h("p.notice.good", { role: "status", hidden: true });
  const build = button(t("build"), () => run(), { class: "main" });

  function show({ changes, versions, mistakes }) {
    const errors = mistakes.filter((mistake) => mistake.severity === "error");
    build.disabled = errors.length > 0;
    refill(results, [
      mistakes.length > 0 && [
        h("p", { class: errors.length ? "notice error" : "notice warning" }, [
          t(errors.length ? "mendFirst" : "onlyWarnings"),
        ]),
        mistakeGroups(mistakes),
      ],
      !errors.length && h("h2", t("changesInPublic")),
      errors.length ? null : changes.length ? changeGroups(changes) : h("p.quiet", t("nothingToPublish")),
      versions.length > 0 && [h("h2", t("forApps")), versions.map(versionPart)],
    ]);
  }

  async function refresh() {
    show(await get("changes"));
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
      if (!status) return say(t("notPublished"));
      say(mistakes.length ? t("notPublished") : message, "bad");
      if (mistakes.length) show({ changes: [], versions: [], mistakes });
    }
  }

  fill(main, [
    h("div.view.narrow", [
      h("div.view-head", h("h1", t("publish")), build),
      h("p", t("publishText")),
      done,
      results,
      git,
    ]),
  ]);
  await refresh();
  return watchSite(() => refresh().catch(() => {}));
}

/** Nobody reads more than these. */
const mostShown = 200;

/** Pages first, as they are what people look at. */
function changeGroups(changes) {
  const pages = changes.filter(({ page }) => page);
  const compare = (change) => comparePages(pages, change);
  return [
    changeGroup("pages", pages, (change) => button(change.path, () => compare(change), { class: "link" })),
    changeGroup("otherOutputs", changes.filter(({ page }) => !page), ({ path }) => path),
  ];
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
function countsOf({ added, changed, removed }) {
  const counts = [["addedCount", added], ["changedCount", changed], ["removedCount", removed]];
  const words = counts.filter(([, n]) => n > 0).map(([name, n]) => t(name, { n }));
  return words.length ? words.join(", ") : t("nothingChanged");
}

function versionPart({ name, changes }) {
  return h("section", [
    h("h3", name),
    h("ul.mistakes", [
      changes.map(({ message, place, isBreaking }) =>
        h("li", { class: isBreaking ? "error" : "" }, [
          h("div", isBreaking && h("strong.severity", t("breaking")), h("span.message", message)),
          place && h("span.quiet.place", place),
        ])
      ),
    ]),
  ]);
}

import { button, h } from "./dom.js";
import { post, refusal } from "./api.js";
import { dropDraft } from "./drafts.js";
import { formatMoment, t } from "./language.js";
import { showAgain } from "./router.js";
import { entryAddress, loadSite, site } from "./site.js";
import { say } from "./status.js";

/** What has to be known before an entry is edited. `draft` is what was typed before and not saved. */
export function entryNotices(view, draft) {
  const { entry } = view;
  return [
    entry.canEdit && h("div.notice.warning", h("p", t("cannotEdit")), h("p", entry.canEdit)),
    entry.isTrash && h("div.notice", h("p", t("isTrash")), restoreButton(entry, showAgain)),
    entry.isDraft && h("p.notice", t("isDraft")),
    view.isStale && h("p.notice.warning", t("isStale")),
    draft && draftNotice(view, draft),
    entry.usedBy?.length > 0 && usedBy(entry.usedBy),
  ];
}

/** Takes an entry out of the trash. */
export function restoreButton({ collection, id, title }, then, properties) {
  return button(t("restore"), async () => {
    try {
      await post("restore", { collection, id });
    } catch (error) {
      return say(refusal(error).message || t("serverEnded"), "bad");
    }
    say(t("restored", { title }), "good");
    await loadSite();
    then();
  }, { class: "small", ...properties });
}

function draftNotice(view, draft) {
  const discard = () => {
    dropDraft(view.entry);
    view.drawNotices();
    view.focusFirst();
  };
  return h("div.notice", [
    h("p", t("draftFound", { time: formatMoment(draft.time) })),
    draft.hash !== view.entry.hash && h("p", t("draftIsOld")),
    h("div.actions", [
      button(t("takeUp"), () => view.takeUp(draft), { class: "small main" }),
      button(t("discard"), discard, { class: "small" }),
    ]),
  ]);
}

/** The entries that refer to an entry. */
export function usedBy(entries, open = false) {
  const links = entries.map(({ collection, id, title }) =>
    h("li", h("a", { href: entryAddress(collection, id), lang: site().language }, title || id))
  );
  return h("details.used-by", { open }, h("summary", t("usedBy", { n: entries.length })), h("ul", links));
}

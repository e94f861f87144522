import { button, h } from "./dom.js";
import { post } from "./api.js";
import { dropDraft } from "./drafts.js";
import { formatMoment, t } from "./language.js";
import { showAgain } from "./router.js";
import { entryAddress, forgetLists, loadSite, site } from "./site.js";

/** What has to be known before an entry is edited. `draft` is what was typed before and not saved. */
export function entryNotices(view, draft) {
  const { entry } = view;
  return [
    entry.canEdit && h("div.notice.warning", h("p", t("cannotEdit")), h("p", entry.canEdit)),
    entry.isTrash && trashNotice(view),
    entry.isDraft && h("p.notice", t("isDraft")),
    view.isStale && h("p.notice.warning", t("isStale")),
    draft && draftNotice(view, draft),
    entry.usedBy?.length > 0 && usedBy(entry.usedBy),
  ];
}

function trashNotice(view) {
  const restore = async () => {
    try {
      await post("restore", { collection: view.collection.name, id: view.entry.id });
    } catch (error) {
      return view.failed(error);
    }
    forgetLists();
    await loadSite();
    showAgain();
  };
  return h("div.notice", h("p", t("isTrash")), button(t("restore"), restore, { class: "small" }));
}

function draftNotice(view, draft) {
  const discard = () => {
    dropDraft(view.collection.name, view.entry.id);
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

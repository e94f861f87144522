import { button, h } from "./dom.js";
import { post, refusal } from "./api.js";
import { openDialog, tell } from "./dialogs.js";
import { usedBy } from "./entryNotices.js";
import { t } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, forgetLists, loadSite, reached, site } from "./site.js";
import { sayNext } from "./status.js";

/** What can be done with an entry besides editing it. What is unsaved is saved first. */
export function entryActions(view) {
  const { collection, entry } = view;
  const whenSaved = (action) => async () => await view.store() && await action(view).catch(explain);
  return h("div.entry-actions", [
    !entry.canEdit && [
      button(t("duplicate"), whenSaved(duplicate), { class: "small" }),
      button(t("rename"), whenSaved(rename), { class: "small" }),
      !entry.isTrash && button(t("delete"), () => remove(view).catch(explain), { class: "small" }),
    ],
    site().isGit &&
    h("a.button.small", { href: `${entryAddress(collection.name, entry.id)}/history` }, t("history")),
    entry.pages.length > 0 &&
    h("a.button.small.page-link", { href: reached(entry.pages[0]), target: "_blank", rel: "noopener" }, [
      t("openPage"),
    ]),
  ]);
}

/** Says why something could not be done. */
function explain(error) {
  const { status, mistakes, message } = refusal(error);
  if (status) tell(t("notDone"), mistakes.map((mistake) => mistake.message).join("\n") || message);
}

/** Leads to where something is now. The view of where it was has to end before it hears of the change. */
async function changed(address, words) {
  forgetLists();
  sayNext(words ?? "");
  goTo(address);
  await loadSite();
}

/** Asks for an id; what the server has against it is said beside it. */
async function askForID({ title, text, action, proposal, send }) {
  const error = h("p.bad", { role: "alert", id: "id-error" });
  const input = h("input", {
    id: "new-id",
    value: proposal,
    autocomplete: "off",
    spellcheck: false,
    required: true,
    "aria-describedby": "id-error",
  });
  let result = null;
  const answer = await openDialog({
    title,
    body: [text, h("label", { htmlFor: "new-id" }, t("id")), input, h("p.hint", t("idHint")), error],
    actions: [{ text: t("cancel") }, { text: action, value: "do", isMain: true }],
    onAction: async () => {
      try {
        result = await send(input.value.trim());
      } catch (problem) {
        const { mistakes, message } = refusal(problem);
        error.textContent = mistakes[0]?.message ?? (message || t("serverEnded"));
        input.setAttribute("aria-invalid", "true");
        return false;
      }
    },
  });
  return answer ? result : null;
}

async function duplicate({ collection, entry }) {
  const { id } = await post("propose", { collection: collection.name, title: entry.title || entry.id });
  const made = await askForID({
    title: t("duplicateTitle", { title: entry.title }),
    proposal: id,
    action: t("duplicate"),
    send: (to) => post("duplicate", { collection: collection.name, id: entry.id, to }),
  });
  if (made) await changed(entryAddress(collection.name, made.id));
}

async function rename({ collection, entry }) {
  const made = await askForID({
    title: t("renameTitle", { title: entry.title }),
    text: h("p", t("renameText")),
    proposal: entry.id,
    action: t("rename"),
    send: (to) => post("rename", { collection: collection.name, id: entry.id, to }),
  });
  if (!made) return;
  await changed(entryAddress(collection.name, made.id), t("renamed"));
}

async function remove(view) {
  const { collection, entry } = view;
  const request = { collection: collection.name, id: entry.id };
  const found = await post("delete", { ...request, check: true });
  const title = entry.title || entry.id;
  if (found.usedBy.length) return explainUse(title, found.usedBy);
  const answer = await openDialog({
    title: t("deleteTitle", { title }),
    body: h("p", t("deleteText")),
    actions: [{ text: t("cancel") }, { text: t("delete"), value: "delete", isMain: true, isDanger: true }],
  });
  if (!answer) return;
  await post("delete", request);
  view.discard();
  await changed(`#/${collection.name}`, t("deleted", { title }));
}

/** What is in the trash cannot be referred to, so those who do have to be changed before. */
function explainUse(title, users) {
  return openDialog({
    title: t("deleteUsed", { title }),
    body: [h("p", t("deleteUsedText")), usedBy(users, true)],
    actions: [{ text: t("close"), value: "ok", isMain: true }],
  });
}

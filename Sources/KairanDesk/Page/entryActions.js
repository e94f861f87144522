import { button, h } from "./dom.js";
import { post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { usedBy } from "./entryNotices.js";
import { t } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, loadSite, reached, site } from "./site.js";
import { sayNext } from "./status.js";

/** What can be done with an entry besides editing it. */
export function entryActions(view) {
  const { entry } = view;
  const control = (name, action) => button(t(name), () => action(view).catch(explain), { class: "small" });
  return h("div.entry-actions", [
    !entry.canEdit && [
      control("duplicate", duplicate),
      control("rename", rename),
      !entry.isTrash && control("delete", remove),
    ],
    site().isGit && h("a.button.small", { href: `${entryAddress(entry.collection, entry.id)}/history` }, t("history")),
    entry.pages.length > 0 &&
    h("a.button.small.page-link", { href: reached(entry.pages[0]), target: "_blank" }, t("openPage")),
  ]);
}

/** Says why something could not be done. */
function explain(error) {
  const { status, mistakes, message } = refusal(error);
  const reasons = mistakes.map((mistake) => mistake.message).join("\n");
  if (status) openDialog(t("notDone"), h("p", reasons || message));
}

/** Leads to where something is now. The view of where it was has to end before it hears of the change. */
async function changed(address, words = "") {
  sayNext(words);
  goTo(address);
  await loadSite();
}

/** Gives an entry or its copy another id. What is unsaved is saved first. */
async function giveID(view, action, proposal, text) {
  if (!await view.store()) return;
  const { collection, id, title } = view.entry;
  const error = h("p.bad", { role: "alert", id: "id-error" });
  const input = h("input", {
    ...{ id: "new-id", value: await proposal(view.entry), autocomplete: "off", spellcheck: false, required: true },
    "aria-describedby": "id-error",
  });
  let made;
  const onAction = async () => {
    try {
      made = await post(action, { collection, id, to: input.value.trim() });
    } catch (problem) {
      const { mistakes, message } = refusal(problem);
      error.textContent = mistakes[0]?.message ?? (message || t("serverEnded"));
      input.setAttribute("aria-invalid", "true");
      return false;
    }
  };
  const body = [text, h("label", { htmlFor: "new-id" }, t("id")), input, h("p.hint", t("idHint")), error];
  const actions = [[t("cancel")], [t(action), "do"]];
  await openDialog(t(`title_${action}`, { title }), body, { actions, onAction });
  return made && entryAddress(collection, made.id);
}

async function duplicate(view) {
  const proposal = async ({ collection, id, title }) =>
    (await post("propose", { collection, title: title || id, check: true })).id;
  const address = await giveID(view, "duplicate", proposal);
  if (address) await changed(address);
}

async function rename(view) {
  const address = await giveID(view, "rename", ({ id }) => id, h("p", t("renameText")));
  if (address) await changed(address, t("renamed"));
}

async function remove(view) {
  const { collection, id } = view.entry;
  const title = view.entry.title || id;
  const found = await post("delete", { collection, id, check: true });
  // What is in the trash cannot be referred to, so those who do have to be changed before.
  if (found.usedBy.length) {
    return openDialog(t("deleteUsed", { title }), [h("p", t("deleteUsedText")), usedBy(found.usedBy, true)]);
  }
  const actions = [[t("cancel")], [t("delete"), "delete", "danger"]];
  if (!await openDialog(t("deleteTitle", { title }), h("p", t("deleteText")), { actions })) return;
  await post("delete", { collection, id });
  view.discard();
  await changed(`#/${collection}`, t("deleted", { title }));
}

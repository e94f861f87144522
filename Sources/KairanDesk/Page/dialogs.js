import { button, freshID, h } from "./dom.js";
import { t } from "./language.js";

/**
 * Opens a dialog and gives the value that it was closed with, "" if it was only closed. `actions` are
 * `{ text, value, isMain, isDanger }`; `body` are nodes; `size` is "wide" or "full"; `onAction(value)` may keep it open by
 * returning false.
 */
export function openDialog({ title, body, actions, size = "", onAction }) {
  const id = freshID("dialog");
  const dialog = h("dialog", { class: size, "aria-labelledby": id });
  const act = async (value) => {
    if (onAction && await onAction(value) === false) return;
    dialog.close(value);
  };
  const buttons = actions.map((action) =>
    button(action.text, action.value ? () => act(action.value) : () => dialog.close(""), {
      class: action.isDanger ? "danger" : action.isMain ? "main" : "",
      autofocus: action.isMain && !body,
    })
  );
  const form = h("form", {
    method: "dialog",
    onsubmit: (event) => {
      event.preventDefault();
      const main = actions.find((action) => action.isMain);
      if (main) act(main.value);
    },
  }, [
    h("h2", { id }, title),
    h("div.dialog-body", body),
    h("div.actions", buttons),
  ]);
  // Enter in a field stands for the main action, which needs a button of this type.
  const main = buttons[actions.findIndex((action) => action.isMain)];
  if (main) form.append(h("input", { type: "submit", hidden: true, value: main.textContent }));
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

export function leaveQuestion() {
  return openDialog({
    title: t("leaveTitle"),
    body: h("p", t("leaveText")),
    actions: [
      { text: t("stay") },
      { text: t("leaveUnsaved"), value: "discard", isDanger: true },
      { text: t("save"), value: "save", isMain: true },
    ],
  });
}

/** Says a sentence that has to be read. */
export function tell(title, text) {
  return openDialog({ title, body: h("p", text), actions: [{ text: t("close"), value: "ok", isMain: true }] });
}

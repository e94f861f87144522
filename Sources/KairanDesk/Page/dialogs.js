import { button, h, isComposing, t } from "./dom.js";

/**
 * Opens a dialog and gives the value that it was closed with, "" if it was only closed. `choices` are `[text, value,
 * class]`, and Enter in a field stands for the last; `size` is "wide" or "full"; `onAction` may keep it open by
 * returning false.
 */
export function openDialog(title, body, { choices, size = "", onAction = () => {} } = {}) {
	const actions = choices ? [[t("cancel")], ...choices] : [[t("close"), "ok"]];
	const act = async () => await onAction() !== false && dialog.close(actions.at(-1)[1]);
	const buttons = actions.map(([text, value = "", kind = ""], index) =>
		index === actions.length - 1
			? h("button", { class: kind || "main" }, text)
			: button(text, () => dialog.close(value), kind)
	);
	const onsubmit = () => {
		act();
		return false;
	};
	const onkeydown = (event) => !(event.key === "Enter" && isComposing(event));
	const dialog = h("dialog", { class: size, ariaLabel: title, onkeydown }, [
		h("form", { onsubmit }, h("h2", title), h("div.dialog-body", body), h("div.actions", buttons)),
	]);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.onclose = () => {
			dialog.remove();
			resolve(dialog.returnValue);
		};
	});
}

export const leaveQuestion = () =>
	openDialog(t("leaveTitle"), null, {
		choices: [[t("leaveUnsaved"), "discard", "danger"], [t("save"), "save"]],
	});

import { button, h, labelled, t } from "./dom.js";
import { post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { goTo, showAgain } from "./router.js";
import { entryAddress, loadSite, site } from "./site.js";
import { say, sayNext } from "./status.js";

export function entryActions(view) {
	const { entry } = view;
	const control = (name, action) => button(t(name), () => action(view, name), "small");
	return h("div.entry-actions", [
		!entry.canEdit && !entry.keptAt && [
			control("duplicate", giveID),
			control("rename", giveID),
			!entry.isTrash && control("delete", remove),
		],
		historyLink(entry),
		view.live.link,
	]);
}

export const historyLink = ({ collection, id }) =>
	site().isGit && h("a.button.small", { href: `${entryAddress(collection, id)}/history` }, t("history"));

/** Leads to where something is now. The view of where it was has to end before it hears of the change. */
export async function leadTo(address, words, action) {
	sayNext(words, action);
	goTo(address);
	await loadSite();
}

async function giveID(view, action) {
	if (!await view.store()) return;
	const { collection, id, title } = view.entry;
	const isCopy = action === "duplicate";
	const proposed = isCopy ? await post("propose", { collection, title, check: true }) : { id };
	const error = h("p.bad", { role: "alert", id: "id-error" });
	const input = h("input", {
		...{ id: "new-id", value: proposed.id, autocomplete: "off", spellcheck: false, required: true },
		"aria-describedby": "id-error",
	});
	let made;
	const onAction = async () => {
		try {
			made = await post(action, { collection, id, to: input.value.trim() });
		} catch (problem) {
			const { mistakes, message } = refusal(problem);
			error.textContent = mistakes[0]?.message ?? (message || t("serverEnded"));
			input.ariaInvalid = true;
			return false;
		}
	};
	const body = [!isCopy && h("p", t("renameText")), labelled(t("id"), input), h("p.hint", t("idHint")), error];
	await openDialog(t(`title_${action}`, { title }), body, { choices: [[t(action), "do"]], onAction });
	if (made) await leadTo(entryAddress(collection, made.id), isCopy ? "" : t("renamed"));
}

async function remove(view) {
	const { collection, id, title } = view.entry;
	const { usedBy, neededBy, addsColumn } = await post("delete", { collection, id, check: true });
	// Nothing can refer to the trash, and some entries must refer to something.
	if (neededBy.length) {
		return openDialog(t("deleteUsed", { title }), [h("p", t("deleteUsedText")), users(neededBy, true)]);
	}
	const unlink = usedBy.length > 0;
	const text = [h("p", t("deleteText")), addsColumn && h("p", t("deleteColumn"))];
	const body = [text, unlink && [h("p", t("unlinkText")), users(usedBy, true)]];
	const choices = [[t(unlink ? "unlink" : "delete"), "delete", "danger"]];
	if (!await openDialog(t("deleteTitle", { title }), body, { choices })) return;
	await post("delete", { collection, id, unlink });
	view.discard();
	const takeBack = async () => {
		await post("undo", { collection, id });
		await leadTo(entryAddress(collection, id), t("restored", { title }));
	};
	await leadTo(`#/${collection}`, t("deleted", { title }), button(t("takeBack"), takeBack, "small"));
}

export function entryNotices({ entry, isStale, isGone }) {
	return [
		isGone && h("p.notice.error", t("isGone")),
		entry.canEdit && h("div.notice.warning", h("p", t("cannotEdit")), h("p", entry.canEdit)),
		entry.keptAt && h("p.notice", t("keptAt", { address: entry.keptAt })),
		entry.isTrash && h("div.notice", h("p", t("isTrash")), restoreButton(entry, showAgain)),
		entry.isDraft && h("p.notice", t("isDraft")),
		isStale && h("p.notice.warning", t("isStale")),
		entry.usedBy.length > 0 && users(entry.usedBy),
	];
}

export const restoreButton = ({ collection, id, title }, then, properties) =>
	button(
		t("restore"),
		async () => {
			await post("restore", { collection, id });
			say(t("restored", { title }), "good");
			await loadSite();
			then();
		},
		"small",
		properties,
	);

function users(entries, open = false) {
	const links = entries.map(({ collection, id, title }) =>
		h("li", h("a", { href: entryAddress(collection, id), lang: site().language }, title))
	);
	return h("details.used-by", { open }, h("summary", t("usedBy", { n: entries.length })), h("ul", links));
}

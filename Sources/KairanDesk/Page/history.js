import { button, crumb, fill, h, showView, t } from "./dom.js";
import { get, post } from "./api.js";
import { dropDraft, keepDraft } from "./drafts.js";
import { leadTo } from "./entryActions.js";
import { formatMoment } from "./language.js";
import { goTo } from "./router.js";
import { entryAddress, site } from "./site.js";
import { changesBetween } from "./values.js";

export async function showHistory(collection, id) {
	const query = { collection: collection.name, id };
	const [entry, { versions }] = await Promise.all([get("entry", query), get("history", query)]);
	const link = h("a", { href: entryAddress(collection.name, id) }, id);
	const items = versions.map((version) => versionItem(version, entry, query));
	const list = items.length ? h("ol.versions", items) : h("p", t("noHistory"));
	showView(crumb(collection, " / ", link), h("h1", t("historyOf", { title: entry.title })), list);
}

function versionItem({ commit, subject, date, author }, entry, query) {
	const ontoggle = async () => {
		if (details.childElementCount > 1) return;
		const { lines, values, canRestore } = await get("version", { ...query, commit });
		const isSame = lines.every(({ kind }) => kind === " ");
		const { collection, id, title, hash, canEdit } = entry;
		const address = entryAddress(collection, id);
		const use = async () => {
			if (canRestore) {
				// No form can take the values, so the file is written as it was.
				const { isThere } = await post("mend", { collection, id, hash, commit });
				dropDraft(entry);
				return leadTo(isThere ? address : `#/${collection}`, t("restored", { title }));
			}
			keepDraft(entry, changesBetween(entry.values, values));
			goTo(address);
		};
		const canUse = canRestore || values && !canEdit;
		const useIt = canUse && button(t(canRestore ? "restore" : "putIntoForm"), use, "small");
		fill(details, details.firstChild, isSame ? h("p", t("noDifferences")) : [differences(lines), useIt]);
	};
	const details = h("details", { ontoggle }, h("summary", t("showDifferences")));
	return h("li", [
		h("strong", { lang: site().language }, subject),
		h("div.quiet", `${formatMoment(date)} · ${author}`),
		details,
	]);
}

/** A reader who cannot see colours has the signs. */
function differences(lines) {
	const tags = { "+": "ins", "-": "del" };
	return h("pre.differences", { tabIndex: 0, role: "group", ariaLabel: t("showDifferences") }, [
		lines.map(({ kind, text }) => h(tags[kind] ?? "span", `${kind} ${text}\n`)),
	]);
}

import { h, radios, t } from "./dom.js";
import { refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { entriesOf } from "./site.js";
import { changesBetween, isSame } from "./values.js";
import { valueWords } from "./valueWords.js";

const collectionsIn = ({ collection, parts = [] }) => collection ?? parts.flatMap(collectionsIn);

/**
 * Shows what both have changed, field by field, and gives the changes to make to the other's version; null if nothing
 * is to be saved. What only one of the two changed needs no choice.
 */
export async function settleConflict({ fields }, form, theirs) {
	const mine = form.changes;
	const others = changesBetween(form.loaded, theirs.values);
	const chosen = { ...mine };
	const choice = (field) => {
		const { name, label } = field;
		const choose = (side) => {
			if (side === "mine") chosen[name] = mine[name];
			else delete chosen[name];
		};
		const sides = Object.entries({ mine: mine[name], theirs: others[name] }).map(([side, value]) => {
			const words = h("span.value", valueWords(field, value) || t("none"));
			return [side, h("span", h("span.quiet", t(`side_${side}`)), words)];
		});
		return h("fieldset.conflict", h("legend", label), radios(`conflict-${name}`, sides, "mine", choose));
	};
	const isBoth = ({ name }) => name in mine && name in others && !isSame(mine[name], others[name]);
	const disputed = fields.filter(isBoth);
	await Promise.all(disputed.flatMap(collectionsIn).map(entriesOf)).catch(refusal);
	const taken = fields.filter((field) => field.name in others && !isBoth(field)).map(({ label }) => label);
	const body = [
		h("p", t(disputed.length ? "conflictText" : "conflictNone")),
		disputed.map(choice),
		taken.length > 0 && h("p.quiet", t("conflictTaken", { names: taken.join(", ") })),
	];
	return await openDialog(t("conflictTitle"), body, { choices: [[t("save"), "save"]], size: "wide" }) ? chosen : null;
}

import { fill, h, radios, select, t } from "./dom.js";
import { post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { Form } from "./form.js";
import { mistakeGroups } from "./mistakes.js";

/** Asks for a field and a value for many entries, and returns how many were changed; null if somebody closed it. */
export async function changeTogether(collection, ids) {
	const fields = collection.fields.filter(({ together }) => together);
	const part = h("div");
	const error = h("div", { role: "alert" });
	let [field, form, how, changed] = [];
	const show = (name) => {
		field = fields.find((each) => each.name === name);
		how = hasElements(field) ? "add" : "replace";
		const entry = { collection: collection.name, id: "", values: {}, mistakes: [] };
		const own = { ...collection, fields: [{ ...field, required: false, default: null }], idField: null };
		form = new Form({ collection: own, entry, values: {}, onChange: () => fill(error), onAsk: () => {} });
		const ways = [...hasElements(field) ? ["add", "remove"] : [], "replace", ...field.required ? [] : ["clear"]];
		const choose = (way) => {
			how = way;
			form.element.hidden = way === "clear";
			fill(error);
		};
		fill(part, radios("how", ways.map((way) => [way, t(`together_${way}`)]), how, choose), form.element);
	};
	const menu = select(fields.map(({ name, label }) => [name, label]), fields[0]?.name, {
		...{ id: "together-field", onchange: () => show(menu.value) },
	});
	if (fields.length) show(menu.value);
	const onAction = async () => {
		try {
			const value = how === "clear" ? null : form.values[field.name] ?? null;
			// Nobody empties a field in many entries by leaving it as it was here.
			if (how !== "clear" && isNothing(value)) return fill(error, h("p.bad", t("fillIn"))) && false;
			const { entries } = await post("changeAll", { collection: collection.name, ids, field: field.name, how, value });
			changed = entries;
		} catch (problem) {
			const { mistakes, message } = refusal(problem);
			fill(error, mistakes.length ? mistakeGroups(mistakes) : h("p.bad", message || t("serverEnded")));
			return false;
		}
	};
	const body = [h("div.field", h("label", { htmlFor: menu.id }, t("field")), menu), part, error];
	const choices = [[t("changeSelected"), "do"]];
	await openDialog(t("changeTitle", { n: ids.length }), body, { choices, onAction, size: "wide" });
	return changed ?? null;
}

const isNothing = (value) => value === null || value === "" || Array.isArray(value) && value.every(isNothing);

/** Elements that are texts can be added to each list, and taken out of it. */
const hasElements = ({ type, parts = [] }) =>
	type === "list" && !["record", "oneOf", "list", "keyed", "window", "schedule", "point"].includes(parts[0]?.type);

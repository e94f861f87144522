import { fill, h, setAttribute, t } from "./dom.js";
import { kindOf } from "./fields.js";
import { formatDay } from "./language.js";
import { mistakeWords } from "./mistakes.js";
import { site } from "./site.js";
import { controlID, isError, isText, pathKey } from "./values.js";
import { valueWords } from "./valueWords.js";

export const fieldRow = (form, field, place) => new FieldRow(form, field, place).element;

/**
 * A field with its label, its control, what is said about it, and its mistakes.
 *
 * The control gets the row as its slot: `field`, `path`, `id`, `label`, `value`, `change(value)`, `redraw(value)` and
 * `form`. It may set `onHTML(text)` to hear what the server makes of its value.
 */
class FieldRow {
	element = h("div");

	constructor(form, field, { path, value, change, label = field.label }) {
		Object.assign(this, { form, field, path, label, id: controlID(path) });
		this.change = (next) => {
			this.value = next;
			this.counter?.show(next);
			change(next);
		};
		form.rows.set(pathKey(path), this);
		this.redraw(value);
	}

	redraw(value) {
		const { element, field, form, id, label, path } = this;
		const kind = kindOf(field, value);
		const limits = field.localized ? [] : limitWords(field);
		const hint = field.help && h("p.hint", { id: `${id}-hint` }, field.help);
		const below = limits.length > 0 && h("p.limits", { id: `${id}-limits` }, limits.join(" · "));
		const counter = counterFor(field, `${id}-count`);
		const describedBy = [hint, below, counter?.element].filter(Boolean).map((part) => part.id).join(" ");
		Object.assign(this, { value, counter, describedBy, list: h("ul.field-mistakes", { id: `${id}-mistakes` }) });
		counter?.show(value);
		if (value && ["markdown", "schedule"].includes(field.type)) form.onAsk(path);
		element.className = `field kind-${field.type}`;
		const title = [label, field.required && h("span.required", ` ${t("required")}`)];
		const head = kind.isGroup ? h("legend", title) : h("label", { htmlFor: id }, title);
		const days = field.type === "schedule" && this.#nextDays();
		const parts = [head, hint, kind.make(this), days, h("div.below", below, counter?.element), this.list];
		fill(element, kind.isGroup ? h("fieldset", parts) : parts);
		this.#markControls([]);
	}

	#nextDays() {
		const element = h("p.next-days");
		this.onDays = (all) => {
			const options = { weekday: "short", month: "short", day: "numeric" };
			const days = all.slice(0, 6).map((day) => formatDay(day, options)).join(" · ");
			fill(element, days ? t("nextDays", { days }) : t("noNextDays"));
		};
		return element;
	}

	showMistakes(mistakes) {
		const said = JSON.stringify(mistakes);
		if (this.list.dataset.said === said) return;
		this.list.dataset.said = said;
		const item = (mistake) =>
			h("li", { class: mistake.severity }, mistakeWords(mistake), this.form.remedies(mistake));
		fill(this.list, mistakes.map(item));
		this.#markControls(mistakes);
	}

	/** Tells those who hear the page which control is wrong, and why. */
	#markControls(mistakes) {
		const { element, id, list, describedBy } = this;
		for (const control of element.querySelectorAll("[aria-invalid]")) control.ariaInvalid = null;
		const main = element.querySelector(`#${CSS.escape(id)}, fieldset`);
		if (main) {
			setAttribute(main, "aria-describedby", mistakes.length ? `${describedBy} ${list.id}`.trim() : describedBy);
		}
		for (const { path } of mistakes.filter(isError)) {
			const control = document.getElementById(controlID(path)) ?? main;
			if (control?.matches("input, select, textarea")) control.ariaInvalid = true;
		}
	}
}

/** Characters are counted as people do. */
function counterFor(field, id) {
	const limit = Number(field.limits?.maximum);
	if (!limit || field.localized || !["text", "markdown"].includes(field.type)) return null;
	const element = h("span.counter", { id });
	const show = (value) => {
		const n = isText(value) ? [...new Intl.Segmenter().segment(value)].length : 0;
		element.classList.toggle("bad", n > limit);
		fill(element, t("counter", { n, limit }));
	};
	return { element, show };
}

const usualSchemes = "https,http,mailto,tel";

function limitWords(field) {
	const { type, limits = {}, example, default: usual } = field;
	const { minimum, maximum, hosts = [], schemes = [] } = limits;
	const counted = (name, words) => limits[name] && t(words, { n: Number(limits[name]) });
	const limit = minimum ? t(maximum ? "between" : "atLeast", limits) : maximum && t("atMost", limits);
	// The most characters are said by the counter.
	const size = type === "list" ? limit && t("elementLimit", { limit }) : limit;
	return [
		type === "text" ? counted("minimum", "charactersAtLeast") : size,
		limits.matches && t("mustMatch", { pattern: limits.matches }),
		counted("kilobytes", "atMostKilobytes"),
		counted("width", "atMostWide"),
		counted("height", "atMostHigh"),
		counted("neededWidth", "bestWide"),
		hosts.length && t("onlyHosts", { hosts: hosts.join(", ") }),
		schemes.length && schemes.join() !== usualSchemes && t("onlySchemes", { schemes: schemes.join(", ") }),
		field.unique && t("isUnique"),
		example && t("forExample", { example }),
		["dateTime", "window"].includes(type) && t("timeZoneIs", { zone: site().timeZone }),
		isText(usual) && !["choice", "boolean"].includes(type) && t("ifLeftOut", { value: valueWords(field, usual) }),
	].filter(Boolean);
}

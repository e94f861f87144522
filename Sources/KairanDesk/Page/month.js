import { button, fill, h, showView, t } from "./dom.js";
import { get } from "./api.js";
import { addMonths, monthOf, weekdays } from "./days.js";
import { formatDay } from "./language.js";
import { goTo } from "./router.js";
import { collectionNamed, entryAddress, site, watchSite } from "./site.js";
import { say } from "./status.js";

/** The words of the button that led here; it keeps the focus, so that somebody can go on. */
let stepped = null;

/** Shows which entries are shown or take place when: a row for each, and a column for each day of the month. */
export async function showMonth(given) {
	const { today } = site();
	const month = /^\d{4}-\d{2}$/.test(given ?? "") ? given : today.slice(0, 7);
	const days = monthOf(`${month}-01`);
	const step = (sign, words, count) => {
		const act = () => {
			stepped = words;
			goTo(`#/+month/${addMonths(days[0], count).slice(0, 7)}`);
		};
		return button(sign, act, "icon", { ariaLabel: t(words) });
	};
	const parts = h("div");
	const refresh = async () => {
		const { collections } = await get("month", { month });
		fill(parts, collections.length ? collections.map((each) => group(each, days)) : h("p.quiet", t("monthEmpty")));
	};
	await refresh();
	const title = h("h1", formatDay(days[0], { year: "numeric", month: "long" }));
	const [before, after] = [step("‹", "monthBefore", -1), step("›", "monthAfter", 1)];
	const steps = h("div.actions", before, h("a.button.small", { href: "#/+month" }, t("thisMonth")), after);
	showView(h("div.view-head", title, steps), h("p", t("monthText")), parts);
	if (stepped) {
		(stepped === "monthBefore" ? before : after).focus();
		// The heading, which is read aloud in other views, is not reached.
		say(title.textContent);
		stepped = null;
	}
	return watchSite(() => refresh().catch(() => {}));
}

function group({ name, entries }, days) {
	const { today } = site();
	const marks = days.map((day, index) =>
		h("span", {
			class: [day === today && "is-today", isWeekend(day) && "is-weekend"].filter(Boolean).join(" "),
			style: `grid-column: ${index + 1}`,
		}, index % 5 === 0 && `${index + 1}`)
	);
	const row = ({ id, title, state, spans }) =>
		h("li", { class: `state-${state}` }, [
			h("a", { href: entryAddress(name, id), lang: site().language }, title),
			h("span.quiet", spans.map((span) => spanWords(span, days)).join(", ")),
			h("div.month-days", { ariaHidden: true }, spans.map(bar)),
		]);
	return h("section", [
		h("h2", collectionNamed(name)?.label ?? name),
		h("div.month", { style: `--days: ${days.length}` }, [
			h("div.month-days.month-marks", { ariaHidden: true }, marks),
			h("ul", entries.map(row)),
		]),
	]);
}

const bar = ([first, last]) => h("span.bar", { style: `grid-column: ${first} / ${last + 1}` });

/** A span that begins before the month, or goes on after it, is told as far as the month goes. */
function spanWords([first, last], days) {
	const [from, until] = [days[first - 1], days[last - 1]].map((day) => formatDay(day, { day: "numeric", month: "short" }));
	return first === last ? from : `${from} – ${until}`;
}

const isWeekend = (day) => ["sat", "sun"].includes(weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]);

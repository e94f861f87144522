import { button, fill, h, showView, t } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { formatMoment } from "./language.js";
import { mistakeGroups } from "./mistakes.js";
import { changeGroups, versionPart } from "./publish.js";
import { goTo } from "./router.js";
import { loadSite } from "./site.js";
import { say, sayNext } from "./status.js";
import { authorFields, join } from "./versions.js";

/** Shows changes that somebody asks for a look at, and what readers and apps would notice of them. */
export async function showReview(name) {
	showView(h("h1", t("reviews")), h("p.quiet", { role: "status" }, t("comparing")));
	const { review, files, others, author, changes, versions, mistakes } = await get("review", { name });
	const whose = author ? null : authorFields();
	const actions = [
		button(t("sendBack"), () => sendBack(review, whose)),
		!others.length && button(t("take"), () => take(review, whose), "main"),
	];
	showView(h("div.view-head", h("h1", review.title), h("div.actions", actions)), [
		h("ol.versions", review.versions.map(versionItem)),
		others.length > 0 && [h("p.notice.error", t("reviewOthers")), h("ul.paths", others.map((file) => h("li", file)))],
		whose?.element,
		h("details", h("summary", t("filesCount", { n: files.length })), h("ul.paths", files.map((file) => h("li", file)))),
		mistakes.length > 0 && [h("p.notice.error", t("reviewMistakes")), mistakeGroups(mistakes)],
		h("h2", t("changesInPublic")),
		changes.length ? changeGroups(changes) : h("p.quiet", t("nothingToPublish")),
		versions.length > 0 && [h("h2", t("forApps")), versions.map(versionPart)],
	]);
}

const versionItem = ({ author, date, subject, text, isRemark }) =>
	h("li", { class: isRemark ? "notice warning" : "" }, [
		h("div", isRemark && h("strong", t("remark"), " "), subject),
		text && h("p", text),
		h("div.quiet", `${author} · ${formatMoment(date)}`),
	]);

async function take({ name, tip }, whose) {
	try {
		if (!await join({ review: name, tip, ...whose?.values() }, "taken")) return;
		sayNext(t("takenText"));
		goTo("#/publish");
		await loadSite();
	} catch (error) {
		say(refusal(error).message, "bad");
	}
}

async function sendBack({ name, tip }, whose) {
	const input = h("textarea.growing", { id: "remark", rows: 3 });
	const error = h("p.bad", { role: "alert" });
	const onAction = async () => {
		try {
			await post("returnReview", { name, tip, remark: input.value, ...whose?.values() });
		} catch (problem) {
			fill(error, refusal(problem).message || t("serverEnded"));
			return false;
		}
	};
	const body = [h("div.field", h("label", { htmlFor: input.id }, t("remarkLabel")), input), error];
	const answer = await openDialog(t("sendBackTitle"), body, { choices: [[t("sendBackNow"), "send"]], onAction });
	if (answer !== "send") return;
	sayNext(t("sentBackDone"));
	goTo("#/publish");
}

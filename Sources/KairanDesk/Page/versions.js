import { button, fill, h, radios, t } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { openDialog } from "./dialogs.js";
import { site } from "./site.js";
import { say } from "./status.js";

const names = (people) => people.join(", ");

/** Shows what is not in a version yet, and the versions of others. */
export async function versionsPart(element) {
	const { branch, files, message, others, author, reviews } = await get("git");
	const again = () => versionsPart(element);
	fill(element, [
		h("h2", t("versions")),
		branch ? h("p.quiet", t("branchIs", { branch })) : branchPart(again),
		others?.count > 0 && othersPart(others, again),
		files.length ? commitPart(files, message, author, again) : h("p", t("nothingToCommit")),
		!others && branch && h("p.quiet", t("noRemote")),
		others && h("div.actions", [
			button(t("push"), () => share(branch, again)),
			button(t("askForLook"), () => askForLook(files, author, again)),
		]),
		reviews.length > 0 && [h("h2", t("reviews")), h("ul.changes", reviews.map((each) => reviewItem(each, again)))],
	]);
}

function othersPart({ count, by }, again) {
	return h("section.notice", [
		h("p", t("othersHave", { n: count, names: names(by) })),
		h("div.actions", button(t("getOthers"), async () => {
			if (await getOthers()) await again();
		})),
	]);
}

function branchPart(again) {
	const input = h("input", { id: "branch-name", value: "edits" });
	const start = async () => {
		await post("branch", { name: input.value });
		await again();
	};
	return h("section.notice", [
		h("p", t("noBranch")),
		field(t("branchName"), input),
		h("div.actions", button(t("startBranch"), start)),
	]);
}

function commitPart(files, message, author, again) {
	const input = h("textarea.growing", { id: "commit-message", rows: 2, value: message });
	const whose = author ? null : authorFields();
	const commit = async () => {
		say(t("saving"));
		if (!await getOthers({ isFirst: true })) return;
		await post("commit", { message: input.value, ...whose?.values() });
		say(t("committed"), "good");
		await again();
	};
	return [
		h("details", h("summary", t("filesCount", { n: files.length })), h("ul.paths", files.map((file) => h("li", file)))),
		field(t("commitMessage"), input),
		whose?.element,
		h("div.actions", button(t("commit"), commit, "main")),
	];
}

const field = (label, control) => h("div.field", h("label", { htmlFor: control.id }, label), control);

/** Asks for the name and address under which versions are made, if git's settings have none. */
export function authorFields() {
	const name = h("input", { id: "author", autocomplete: "name" });
	const email = h("input", { id: "email", type: "email", autocomplete: "email" });
	return {
		element: h("div", h("p.quiet", t("whoText")), field(t("authorName"), name), field(t("authorEmail"), email)),
		values: () => ({ author: name.value, email: email.value }),
	};
}

/** Those who asked for a look learn what was remarked; all others are led to what they are asked to look at. */
function reviewItem({ name, tip, by, title, isHere, isOwn, isReturned, versions }, again) {
	const words = h("span.quiet", names(by));
	const address = `#/+review/${encodeURIComponent(name)}`;
	if (!isHere) return h("li", h("a", { href: address }, title), " ", words, isReturned && [" ", t("isReturned")]);
	if (!isOwn) return h("li", title, " ", words, " ", t("isTaken"));
	const { author, subject, text } = versions.find(({ isRemark }) => isRemark) ?? {};
	const remark = isReturned && h("p.notice.warning", t("sentBack", { name: author }), h("br"), [subject, text].join("\n"));
	const withdraw = async () => {
		try {
			await post("withdrawReview", { name, tip });
		} catch (error) {
			say(refusal(error).message, "bad");
		}
		await again();
	};
	return h("li", title, " ", words, isReturned ? remark : [" ", t("isWaiting")], [
		" ",
		button(t("withdraw"), withdraw, "small", { ariaLabel: t("withdrawNamed", { name: title }) }),
	]);
}

/** Sends what is saved to a branch below `review/`, where others find it in their forms. */
async function askForLook(files, author, again) {
	if (files.length) return openDialog(t("askForLook"), h("p", t("saveFirst")));
	// Git allows all letters in names, but not every sign.
	const name = `${site().today}-${author || "changes"}`.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, "-");
	const input = h("input", { id: "look-name", value: name });
	const body = [
		h("p", t("askText")),
		field(t("branchName"), input),
	];
	if (!await openDialog(t("askForLook"), body, { choices: [[t("askForLook"), "ask"]] })) return;
	say(t("sharing"));
	try {
		await sendForLook(`review/${input.value.trim()}`);
	} catch (error) {
		say(refusal(error).message, "bad");
	}
	await again();
}

async function sendForLook(branch) {
	const answer = await post("offer", { name: branch });
	say(t("askedForLook"), "good");
	// Whoever sends to a copy of their own is not seen by the forms of others.
	if (answer.isCopy) await openDialog(t("askedForLook"), h("p", requestLink(answer)));
}

const requestLink = ({ address }) =>
	address ? h("a", { href: address, target: "_blank", rel: "noopener" }, t("openRequest")) : t("offeredText");

async function share(branch, again) {
	say(t("sharing"));
	try {
		await post("push", {});
		say(t("pushed"), "good");
	} catch (error) {
		const { status, body, message } = refusal(error);
		if (body.others) say(t("wasQuicker", { names: names(body.others.by) }), "bad");
		else if (body.canOffer) await offer(branch, message);
		else if (status) throw error;
	}
	await again();
}

/** Who may not change the branch sends the versions to one of their own. */
async function offer(branch, reason) {
	const input = h("input", { id: "offer-name", value: `review/${branch}-edits` });
	const body = [
		h("p", reason), h("p", t("offerText")),
		field(t("branchName"), input),
	];
	if (!await openDialog(t("notShared"), body, { choices: [[t("offer"), "offer"]] })) return;
	const answer = await post("offer", { name: input.value });
	say(t("offered", { branch: answer.branch }), "good");
	await openDialog(t("offered", { branch: answer.branch }), h("p", requestLink(answer)));
}

/**
 * Gets the versions of others, and asks for each value that both changed. Gives false if somebody does not want to
 * settle that now. A network that is not there keeps nobody from saving.
 */
export async function getOthers({ isFirst = false } = {}) {
	const { problem } = await post("fetch", {});
	if (problem && !isFirst) say(problem, "bad");
	return join({}, "gotOthers");
}

/** Joins versions of others, those of a review if `request` names one. */
export async function join(request, done) {
	let choices = {};
	while (choices) {
		const { joined, by, conflicts, needsPublishing } = await post("join", { ...request, choices });
		if (!conflicts.length) {
			if (joined) say(t(done, { n: joined, names: names(by) }), "good");
			if (needsPublishing) await publishAgain();
			return true;
		}
		choices = await settle(conflicts, names(by), choices);
	}
	say(t("othersWait"), "bad");
	return false;
}

/** The others' publication has taken the place of what was published here, so what is here has to be published again. */
async function publishAgain() {
	try {
		await post("publish", {});
	} catch (error) {
		const { mistakes, message } = refusal(error);
		say(mistakes.length ? t("mendFirst") : message, "bad");
	}
}

async function settle(conflicts, by, known) {
	const chosen = { ...known };
	const choice = ({ key, path, place, ...values }, index) => {
		const sides = ["mine", "theirs"].map((side) => {
			const words = h("span.value", values[side] ?? t("gone"));
			return [side, h("span", h("span.quiet", t(`side_${side}`)), words)];
		});
		chosen[key] = "mine";
		const steps = place.map((step) => step || t("theText"));
		const legend = [path.replace(/^.*content\//, ""), ...steps].join(" › ");
		const choose = (side) => chosen[key] = side;
		return h("fieldset.conflict", h("legend", legend), radios(`join-${index}`, sides, "mine", choose));
	};
	const body = [h("p", t("joinText", { names: by })), conflicts.map(choice)];
	const answer = await openDialog(t("joinTitle"), body, { choices: [[t("joinNow"), "join"]], size: "wide" });
	return answer ? chosen : null;
}

/** When the forms open, they begin with what others have done. What both changed is asked for only at "Publish". */
export async function beginWithOthers() {
	if (!site().isGit) return;
	const { others } = await post("fetch", {});
	if (!others?.count) return;
	const { joined, by, conflicts, needsPublishing } = await post("join", { choices: {} });
	if (conflicts.length) return say(t("othersDiffer", { names: names(by) }), "bad");
	if (joined) say(t("gotOthers", { n: joined, names: names(by) }), "good");
	if (needsPublishing) await publishAgain();
}

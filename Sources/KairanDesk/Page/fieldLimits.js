import { t } from "./language.js";
import { site } from "./site.js";
import { isText } from "./values.js";
import { valueWords } from "./valueWords.js";

const usualSchemes = "https,http,mailto,tel";

export function limitWords(field) {
	const { type, limits = {}, example, default: usual } = field;
	const { minimum, maximum, hosts = [], schemes = [] } = limits;
	const counted = (name, words) => limits[name] && t(words, { n: Number(limits[name]) });
	const words = type === "list" ? "elements" : "";
	return [
		minimum && maximum && t(words ? "elementsBetween" : "between", { minimum, maximum }),
		minimum && !maximum && t(words ? "elementsAtLeast" : "atLeast", { minimum, n: Number(minimum) }),
		!minimum && maximum && t(words ? "elementsAtMost" : "atMost", { maximum, n: Number(maximum) }),
		// The most is said by the counter.
		counted("minimumLength", "charactersAtLeast"),
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

import { t } from "./language.js";
import { site } from "./site.js";
import { isText } from "./values.js";
import { valueWords } from "./valueWords.js";

/** These are clearer with an example. */
const withExample = ["duration", "version", "phone"];
const withTime = ["dateTime", "window"];

/** What may stand in a field, in a few words of the reader's language. */
export function limitWords(field) {
  const limits = field.limits ?? {};
  return [
    range(field, limits),
    // The most is said by the counter.
    limits.minimumLength && t("charactersAtLeast", { n: Number(limits.minimumLength) }),
    limits.kilobytes && t("atMostKilobytes", { n: Number(limits.kilobytes) }),
    limits.width && t("atMostWide", { n: Number(limits.width) }),
    limits.height && t("atMostHigh", { n: Number(limits.height) }),
    limits.neededWidth && t("bestWide", { n: Number(limits.neededWidth) }),
    limits.hosts?.length && t("onlyHosts", { hosts: limits.hosts.join(", ") }),
    limits.schemes?.length && !isUsual(limits.schemes) && t("onlySchemes", { schemes: limits.schemes.join(", ") }),
    field.unique && t("isUnique"),
    withExample.includes(field.type) && field.example && t("forExample", { example: field.example }),
    withTime.includes(field.type) && t("timeZoneIs", { zone: site()?.timeZone }),
    isText(field.default) && !["choice", "boolean"].includes(field.type) &&
    t("ifLeftOut", { value: valueWords(field, field.default) }),
  ].filter(Boolean);
}

const isUsual = (schemes) => schemes.join() === "https,http,mailto,tel";

function range(field, { minimum, maximum }) {
  const n = Number(maximum ?? minimum);
  if (field.type === "list") {
    if (minimum && maximum) return t("elementsBetween", { least: minimum, n });
    return minimum ? t("elementsAtLeast", { n }) : maximum && t("elementsAtMost", { n });
  }
  if (minimum && maximum) return t("between", { minimum, maximum });
  return minimum ? t("atLeast", { minimum }) : maximum && t("atMost", { maximum });
}

import { button, fill, h } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { t } from "./language.js";
import { say } from "./status.js";

/** Saves versions with git, and sends them only when somebody says so. */
export async function gitPart(element) {
  const { branch, files, message, canPush } = await get("git");
  const again = () => gitPart(element);
  fill(element, [
    h("h2", t("versions")),
    h("p.quiet", t("branchIs", { branch })),
    files.length ? commitPart(files, message, again) : h("p", t("nothingToCommit")),
    canPush && h("div.actions", button(t("push"), () => push(again))),
  ]);
}

function commitPart(files, message, again) {
  const input = h("textarea.growing", { id: "commit-message", rows: 2, value: message });
  const save = async () => {
    try {
      await post("commit", { message: input.value });
      say(t("committed"), "good");
      await again();
    } catch (error) {
      fail(error);
    }
  };
  return [
    h("details", h("summary", t("filesCount", { n: files.length })), h("ul.paths", files.map((file) => h("li", file)))),
    h("div.field", h("label", { htmlFor: "commit-message" }, t("commitMessage")), input),
    h("div.actions", button(t("commit"), save, { class: "main" })),
  ];
}

async function push(again) {
  say(t("pushing"), "busy");
  try {
    await post("push", {});
    say(t("pushed"), "good");
    await again();
  } catch (error) {
    fail(error);
  }
}

const fail = (error) => say(refusal(error).message, "bad");

import { button, fill, h } from "./dom.js";
import { get, post, refusal } from "./api.js";
import { t } from "./language.js";
import { say } from "./status.js";

/** Saves versions with git, and sends them only when somebody says so. */
export async function gitPart(element) {
  const { branch, files, message, canPush } = await get("git");
  const input = h("textarea.growing", { id: "commit-message", rows: 2, value: message });
  const act = async (name, body, words) => {
    say(t(name === "push" ? "pushing" : "saving"), "busy");
    try {
      await post(name, body);
      say(t(words), "good");
      await gitPart(element);
    } catch (error) {
      say(refusal(error).message, "bad");
    }
  };
  const commit = button(t("commit"), () => act("commit", { message: input.value }, "committed"), { class: "main" });
  const list = h("ul.paths", files.map((file) => h("li", file)));
  fill(element, [
    h("h2", t("versions")),
    h("p.quiet", t("branchIs", { branch })),
    !files.length ? h("p", t("nothingToCommit")) : [
      h("details", h("summary", t("filesCount", { n: files.length })), list),
      h("div.field", h("label", { htmlFor: input.id }, t("commitMessage")), input),
      h("div.actions", commit),
    ],
    canPush && h("div.actions", button(t("push"), () => act("push", {}, "pushed"))),
  ]);
}

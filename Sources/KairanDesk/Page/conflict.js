import { h } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { t } from "./language.js";
import { changesBetween, isSame } from "./values.js";
import { valueWords } from "./valueWords.js";

/**
 * Shows what both have changed, field by field, and gives the changes to make to the other's version; null if nothing
 * is to be saved. What only one of the two changed needs no choice.
 */
export async function settleConflict(collection, form, theirs) {
  const mine = form.changes;
  const others = changesBetween(form.loaded, theirs.values);
  const both = Object.keys(mine).filter((name) => name in others && !isSame(mine[name], others[name]));
  const chosen = Object.fromEntries(both.map((name) => [name, "mine"]));
  const fields = collection.fields.filter(({ name }) => both.includes(name));
  const taken = collection.fields.filter(({ name }) => name in others && !both.includes(name));
  const answer = await openDialog({
    title: t("conflictTitle"),
    size: "wide",
    body: [
      h("p", t(fields.length ? "conflictText" : "conflictNone")),
      fields.map((field) => choice(field, mine[field.name], others[field.name], (side) => chosen[field.name] = side)),
      taken.length > 0 && h("p.quiet", t("conflictTaken", { names: taken.map(({ label }) => label).join(", ") })),
    ],
    actions: [{ text: t("cancel") }, { text: t("saveChosen"), value: "save", isMain: true }],
  });
  if (answer !== "save") return null;
  return Object.fromEntries(Object.entries(mine).filter(([name]) => chosen[name] !== "theirs"));
}

function choice(field, mine, theirs, choose) {
  const side = (name, value) => {
    const input = h("input", {
      ...{ type: "radio", name: `conflict-${field.name}`, checked: name === "mine" },
      onchange: () => choose(name),
    });
    const text = valueWords(field, value);
    return h("label.side", [
      h("span.radio", input, t(name)),
      h("span", { class: text ? "value" : "value quiet" }, text || t("none")),
    ]);
  };
  return h("fieldset.conflict", [
    h("legend", field.label),
    h("div.sides", side("mine", mine), side("theirs", theirs)),
  ]);
}

import { h, t } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { changesBetween, isSame } from "./values.js";
import { valueWords } from "./valueWords.js";

/**
 * Shows what both have changed, field by field, and gives the changes to make to the other's version; null if nothing
 * is to be saved. What only one of the two changed needs no choice.
 */
export async function settleConflict({ fields }, form, theirs) {
  const mine = form.changes;
  const others = changesBetween(form.loaded, theirs.values);
  const isBoth = ({ name }) => name in mine && name in others && !isSame(mine[name], others[name]);
  const disputed = fields.filter(isBoth);
  const taken = fields.filter((field) => field.name in others && !isBoth(field)).map(({ label }) => label);
  const body = [
    h("p", t(disputed.length ? "conflictText" : "conflictNone")),
    disputed.map((field) => choice(field, { mine: mine[field.name], theirs: others[field.name] })),
    taken.length > 0 && h("p.quiet", t("conflictTaken", { names: taken.join(", ") })),
  ];
  const chosen = { ...mine };
  const actions = [[t("cancel")], [t("save"), "save"]];
  const answer = await openDialog(t("conflictTitle"), body, { actions, size: "wide" });
  return answer ? chosen : null;

  function choice(field, sides) {
    const { name, label } = field;
    const choose = (side) => {
      if (side === "mine") chosen[name] = mine[name];
      else delete chosen[name];
    };
    const side = ([key, value]) => {
      const onchange = () => choose(key);
      const input = h("input", { type: "radio", name: `conflict-${name}`, checked: key === "mine", onchange });
      const text = valueWords(field, value);
      return h(
        "label.side",
        h("span.radio", input, t(`side_${key}`)),
        h(text ? "span.value" : "span.value.quiet", text || t("none")),
      );
    };
    return h("fieldset.conflict", h("legend", label), h("div.sides", Object.entries(sides).map(side)));
  }
}

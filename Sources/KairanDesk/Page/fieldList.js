import { button, dragMark, fill, h, removeButton } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { t } from "./language.js";
import { makeSortable } from "./sortable.js";

/** The elements of a list, which can be added, taken away, and moved by buttons or by dragging. */
export const kind = {
  isGroup: true,
  understands: (value) => Array.isArray(value),
  make(slot) {
    const items = h("ol.items");
    const element = slot.field.parts[0];
    let values = slot.value ?? [];

    function change(next) {
      values = next;
      slot.change(next.length || slot.field.required ? next : null);
    }

    function draw() {
      fill(items, values.map(item));
    }

    function item(value, index) {
      const label = t("elementNumber", { n: index + 1 });
      const row = fieldRow(slot.form, { ...element, required: false }, {
        ...{ path: [...slot.path, `${index}`], value, label },
        change: (next) => change(values.with(index, next)),
      });
      return h("li", [
        h("span.drag", { title: t("drag") }, dragMark()),
        h("div.item", row),
        h("div.item-actions", [
          moveButton("↑", "moveUp", index, index - 1),
          moveButton("↓", "moveDown", index, index + 1),
          removeButton(label, () => remove(index)),
        ]),
      ]);
    }

    const moveButton = (sign, words, from, to) =>
      button(sign, () => {
        move(from, to);
        // The same button of the moved element, so that it can be moved on.
        const own = items.children[to].querySelectorAll(".item-actions button");
        const wanted = own[words === "moveUp" ? 0 : 1];
        (wanted.disabled ? own[words === "moveUp" ? 1 : 0] : wanted).focus();
      }, {
        class: "icon",
        disabled: to < 0 || to >= values.length,
        "aria-label": t(words, { n: from + 1 }),
      });

    function move(from, to) {
      const next = values.toSpliced(from, 1);
      change(next.toSpliced(to, 0, values[from]));
      draw();
    }

    function remove(index) {
      change(values.toSpliced(index, 1));
      draw();
      (items.children[index]?.querySelector("input, select, textarea, button") ?? add).focus();
    }

    const add = button(t("addElement"), () => {
      change([...values, null]);
      draw();
      items.lastElementChild.querySelector("input, select, textarea")?.focus();
    }, { class: "small", "aria-label": t("addTo", { name: slot.field.label }) });

    draw();
    makeSortable(items, move);
    return h("div.list-field", items, add);
  },
};

import { h } from "./dom.js";
import { fieldRow } from "./fieldRow.js";
import { compact, isRecord } from "./values.js";

/** The parts of a record, in a frame of its own. Members that are not declared stay as they are. */
export const record = {
  isGroup: true,
  understands: isRecord,
  make(slot) {
    const rows = (slot.field.parts ?? []).map((part) =>
      fieldRow(slot.form, part, {
        path: [...slot.path, part.name],
        value: slot.value?.[part.name] ?? null,
        change: (value) => slot.change(compact({ ...slot.value, [part.name]: value })),
      })
    );
    return h("div.record", rows);
  },
};

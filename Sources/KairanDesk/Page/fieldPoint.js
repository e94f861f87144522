import { fill, h, labelled, svg } from "./dom.js";
import { t } from "./language.js";
import { degreesOf, pointIn } from "./points.js";
import { entriesOf } from "./site.js";
import { compact, controlID, isRecord, isText, pathKey } from "./values.js";

const keys = ["latitude", "longitude"];

/** A place on the map, by two numbers; what is copied from a map is understood in either of them. */
export const kind = {
  isGroup: true,
  understands: (value) =>
    isText(value) ? pointIn(value) !== null : isRecord(value) && Object.keys(value).every((key) => keys.includes(key)),
  make(slot) {
    // A file that has the point as one text keeps it like that.
    const isOneText = isText(slot.value);
    let value = isOneText ? pointIn(slot.value) : slot.value ?? {};
    const map = h("div.map");
    const inputs = {};
    const change = (next) => {
      value = next;
      const isWhole = value.latitude && value.longitude;
      slot.change(isOneText && isWhole ? `${value.latitude}, ${value.longitude}` : compact(value));
      drawMap(map, slot, value);
    };
    const take = (found) => {
      for (const key of keys) inputs[key].value = found[key];
      change(found);
    };
    const parts = keys.map((key) => {
      const id = controlID([...slot.path, key]);
      inputs[key] = h("input", {
        ...{ id, type: "text", inputMode: "decimal", autocomplete: "off", value: value[key] ?? "" },
        onpaste: (event) => {
          const found = pointIn(event.clipboardData.getData("text"));
          if (!found) return;
          event.preventDefault();
          take(found);
        },
        oninput: () => {
          const found = pointIn(inputs[key].value);
          if (found) take(found);
          else change({ ...value, [key]: inputs[key].value.trim() || null });
        },
      });
      return labelled(t(key), inputs[key]);
    });
    drawMap(map, slot, value);
    return h("div.point", h("div.ends", parts), h("p.hint", t("pointHint")), map);
  },
};

/** The point among those of the other entries, which shows at a glance that it is far off. */
async function drawMap(element, slot, value) {
  const { collection, entry } = slot.form;
  const entries = await entriesOf(collection.name).catch(() => []);
  const name = pathKey(slot.path);
  const others = entries.filter(({ id }) => id !== entry.id).map(({ points }) => degreesOf(points?.[name])).filter(
    Boolean,
  );
  const own = degreesOf(value);
  fill(element, others.length && own ? drawing(others, own) : null);
}

function drawing(others, own) {
  const all = [...others, own];
  const [north, south] = [Math.max, Math.min].map((end) => end(...all.map((each) => each.latitude)));
  const [east, west] = [Math.max, Math.min].map((end) => end(...all.map((each) => each.longitude)));
  // Degrees of longitude are shorter the farther they are from the equator.
  const ratio = Math.cos(((north + south) / 2) * Math.PI / 180);
  const size = Math.max((east - west) * ratio, north - south, 0.002);
  const middle = { latitude: (north + south) / 2, longitude: (east + west) / 2 };
  const dot = (each, radius, name) =>
    svg("circle", {
      cx: 100 + (each.longitude - middle.longitude) * ratio / size * 180,
      cy: 60 - (each.latitude - middle.latitude) / size * 100,
      r: radius,
      class: name,
    });
  return svg("svg", { viewBox: "0 0 200 120", role: "img", "aria-label": t("mapLabel", { n: others.length }) }, [
    others.map((each) => dot(each, 2.5, "other")),
    dot(own, 5, "own"),
  ]);
}

import { fill, h, labelled, t } from "./dom.js";
import { degreesOf, pointIn } from "./points.js";
import { entriesOf } from "./site.js";
import { compact, controlID, hasParts, isText, pathKey } from "./values.js";

const keys = ["latitude", "longitude"];

/** What is copied from a map is understood in either field. */
export const kind = {
	isGroup: true,
	understands: (value) =>
		isText(value) ? pointIn(value) !== null : hasParts(value, { latitude: isText, longitude: isText }),
	make(slot) {
		// A file that has the point as one text keeps it like that.
		const isOneText = isText(slot.value);
		let value = isOneText ? pointIn(slot.value) : slot.value ?? {};
		const map = h("div");
		const inputs = keys.map((key) =>
			h("input", {
				...{ id: controlID([...slot.path, key]), inputMode: "decimal", autocomplete: "off", value: value[key] ?? "" },
				oninput: ({ data, target }) => {
					const found = pointIn(data ?? "") ?? pointIn(target.value);
					if (found) take(found);
					else change({ ...value, [key]: target.value.trim() || null });
				},
			})
		);
		const take = (found) => {
			inputs.forEach((input, index) => input.value = found[keys[index]]);
			change(found);
		};
		const change = (next) => {
			value = next;
			const { latitude, longitude } = value;
			slot.change(isOneText && latitude && longitude ? `${latitude}, ${longitude}` : compact(value));
			drawMap(map, slot, value);
		};
		drawMap(map, slot, value);
		const ends = inputs.map((input, index) => labelled(t(keys[index]), input));
		return h("div.point", h("div.ends", ends), h("p.hint", t("pointHint")), map);
	},
};

/** The point among those of the other entries, which shows at a glance that it is far off. */
async function drawMap(element, { form, path }, value) {
	const entries = await entriesOf(form.collection.name).catch(() => []);
	const others = entries.filter(({ id }) => id !== form.entry.id).map(({ points }) =>
		degreesOf(points?.[pathKey(path)])
	).filter(Boolean);
	const own = degreesOf(value);
	fill(element, others.length > 0 && own && drawing([...others, own]));
}

/** The last of the points is the entry's own. */
function drawing(points) {
	const [north, south] = [Math.max, Math.min].map((end) => end(...points.map(({ latitude }) => latitude)));
	const [east, west] = [Math.max, Math.min].map((end) => end(...points.map(({ longitude }) => longitude)));
	// Degrees of longitude are shorter the farther they are from the equator.
	const ratio = Math.cos((north + south) / 2 * Math.PI / 180);
	const size = Math.max((east - west) * ratio, north - south, 0.002);
	const dots = points.map(({ latitude, longitude }) => {
		const [x, y] = [(longitude - (east + west) / 2) * ratio, (north + south) / 2 - latitude];
		return h("span", { style: `left: ${50 + x / size * 50}%; top: ${50 + y / size * 80}%` });
	});
	return h("div.map", { role: "img", "aria-label": t("mapLabel", { n: points.length - 1 }) }, dots);
}

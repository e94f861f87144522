import { fill, h, labelled, t } from "./dom.js";
import { entriesOf } from "./site.js";
import { compact, controlID, hasParts, isText, pathKey } from "./values.js";

const keys = ["latitude", "longitude"];

export const point = {
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
				oninput: ({ data, target }) => takeFrom(data ?? "") || change({ ...value, [key]: target.value.trim() || null }),
				onchange: ({ target }) => takeFrom(target.value),
			})
		);
		const takeFrom = (text) => {
			const found = pointIn(text);
			if (found) take(found);
			return found;
		};
		const take = (found) => {
			inputs.forEach((input, index) => input.value = found[keys[index]]);
			change(found);
		};
		const change = (next) => {
			value = next;
			const { latitude, longitude } = value;
			slot.change(isOneText && latitude && longitude ? `${latitude}, ${longitude}` : compact(value));
			drawMap(map, slot, value, take);
		};
		drawMap(map, slot, value, take);
		const ends = inputs.map((input, index) => labelled(t(keys[index]), input));
		return h("div.point", h("div.ends", ends), h("p.hint", t("pointHint")), map);
	},
};

/** The point among those of the other entries, which shows at a glance that it is far off. */
async function drawMap(element, { form, path }, value, take) {
	const entries = await entriesOf(form.collection.name).catch(() => []);
	const others = entries.filter(({ id }) => id !== form.entry.id).map(({ points }) =>
		degreesOf(points?.[pathKey(path)])
	).filter(Boolean);
	// With thousands of dots it would be slow to type.
	const step = Math.ceil(others.length / 500);
	const shown = others.filter((_, index) => index % step === 0);
	fill(element, shown.length > 0 && drawing(shown, degreesOf(value), take));
}

function drawing(others, own, take) {
	const points = own ? [...others, own] : others;
	const [[north, south], [east, west]] = keys.map((key) => {
		const degrees = points.map((point) => point[key]);
		return [Math.max(...degrees), Math.min(...degrees)];
	});
	const [middle, center] = [(north + south) / 2, (east + west) / 2];
	// Degrees of longitude are shorter the farther they are from the equator.
	const ratio = Math.cos(middle * Math.PI / 180);
	const size = Math.max((east - west) * ratio, north - south, 0.002);
	const dots = points.map((point) => {
		const [x, y] = [(point.longitude - center) * ratio / size, (middle - point.latitude) / size];
		return h("span", { className: point === own ? "own" : "", style: `left: ${50 + x * 50}%; top: ${50 + y * 80}%` });
	});
	const onclick = ({ offsetX, offsetY, currentTarget: { clientWidth, clientHeight } }) => {
		const [x, y] = [(offsetX / clientWidth - 0.5) * 2, (offsetY / clientHeight - 0.5) / 0.8];
		const [latitude, longitude] = [middle - y * size, center + x * size / ratio].map((degrees) => degrees.toFixed(5));
		take({ latitude, longitude });
	};
	return h("div.map", { role: "img", title: t("mapLabel"), onclick }, dots);
}

/** Points as people copy them from maps. */
const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const patterns = [
	// Google Maps: the place itself, then the middle of the map.
	`!3d${number}!4d${number}`,
	`@${number},${number}`,
	`[?&](?:q|query|ll|center|destination)=${number}(?:,|%2C)\\s*\\+?${number}`,
	// OpenStreetMap.
	`mlat=${number}&mlon=${number}`,
	`#map=\\d+/${number}/${number}`,
	`^geo:${number},${number}`,
	`^\\s*\\(?${number}\\s*°?\\s*[,;\\s]\\s*${number}\\s*°?\\)?\\s*$`,
].map((pattern) => new RegExp(pattern, "i"));

function pointIn(text) {
	const points = patterns.map((pattern) => pattern.exec(text)).filter(Boolean)
		.map(([, latitude, longitude]) => ({ latitude, longitude }));
	return points.find(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ?? null;
}

function degreesOf(value) {
	const point = typeof value === "string" ? pointIn(value) : value;
	const [latitude, longitude] = [parseFloat(point?.latitude), parseFloat(point?.longitude)];
	return Number.isNaN(latitude + longitude) ? null : { latitude, longitude };
}

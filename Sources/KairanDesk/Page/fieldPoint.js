import { fill, h, labelled, t } from "./dom.js";
import { PointMap } from "./pointMap.js";
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
		const note = h("p.hint", { role: "status" });
		const takeFrom = (text) => {
			const found = pointIn(text);
			if (found) take(found);
			fill(note, !found && isShortLink(text) && t("shortLink"));
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
		return h("div.point", h("div.ends", ends), h("p.hint", t("pointHint")), note, map);
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
	element.map ??= new PointMap(take);
	element.map.show(shown, degreesOf(value));
	if (!element.firstChild) element.append(element.map.element);
}

/** Points as people copy them from maps. */
const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const patterns = [
	// Google Maps: the place itself, then the middle of the map.
	`!3d${number}!4d${number}`,
	`@${number},${number}`,
	`[?&](?:q|query|ll|sll|center|daddr|destination|coordinate|pin|cp)=(?:loc:)?${number}[,~][\\s+]*${number}`,
	`/maps/search/${number},[\\s+]*${number}`,
	// KakaoMap, in which a name comes first.
	`/link/(?:map|to|roadview)/(?:[^/,]*,)?${number},${number}`,
	// OpenStreetMap.
	`mlat=${number}&mlon=${number}`,
	`#map=\\d+/${number}/${number}`,
	`^geo:(?!0,0(?![.\\d]))${number},${number}`,
	`^\\s*\\(?${number}\\s*°?\\s*[,;\\s]\\s*${number}\\s*°?\\)?\\s*$`,
].map((pattern) => new RegExp(pattern, "i"));

/** Links that a phone's Share button makes, and in which only the map's own server finds the place. */
const shortHosts = [
	...["maps.app.goo.gl", "goo.gl/maps", "naver.me", "kko.to", "kko.kakao.com", "maps.apple/p", "osm.org/go"],
	"openstreetmap.org/go",
];

/** Apps put the name of the place before the link. */
const isShortLink = (text) => {
	const words = text.toLowerCase().split(/[\s/]*https?:\/\/(?:www\.)?|\s+/);
	return words.some((word) => shortHosts.some((host) => word.startsWith(`${host}/`)));
};

/** Degrees with minutes and seconds, as `35°39'29.1"N 139°42'02.3"E` or 北緯35度39分29.1秒 東経139度42分2.3秒. */
const angle = [
	String.raw`(\d{1,3}(?:\.\d+)?)\s*(?:[°º度도]\s*)?`,
	String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*['′’分분]\s*)?`,
	String.raw`(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”초秒]|'')\s*)?`,
].join("");
const angles = [
	{ pattern: `${angle}([NS])[\\s,;+]*${angle}([EW])`, parts: [[1, 4], [5, 8]], sides: [4, 8] },
	{ pattern: `\\b([NS])\\s*${angle}[\\s,;+]*([EW])\\s*${angle}`, parts: [[2, 5], [6, 9]], sides: [1, 5] },
	{ pattern: `([北南북남])[緯위]\\s*${angle}[\\s,、]*([東西동서])[経경]\\s*${angle}`, parts: [[2, 5], [6, 9]], sides: [1, 5] },
].map((each) => ({ ...each, pattern: new RegExp(each.pattern, "i") }));

function angleIn(text) {
	const degrees = ([whole, minutes = 0, seconds = 0], side) => {
		const value = Number((Number(whole) + minutes / 60 + seconds / 3600).toFixed(6));
		return `${/[SW南西남서]/i.test(side) ? "-" : ""}${value}`;
	};
	for (const { pattern, parts, sides } of angles) {
		const found = pattern.exec(text);
		if (!found) continue;
		const [latitude, longitude] = parts.map((part, index) => degrees(found.slice(...part), found[sides[index]]));
		return { latitude, longitude };
	}
	return null;
}

/** Links have their signs as `%C2%B0`. */
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function pointIn(written) {
	const text = decoded(written);
	const angle = angleIn(text);
	const points = patterns.map((pattern) => pattern.exec(text)).filter(Boolean)
		.map(([, latitude, longitude]) => ({ latitude, longitude }));
	if (angle) points.unshift(angle);
	return points.find(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ?? null;
}

function degreesOf(value) {
	const point = typeof value === "string" ? pointIn(value) : value;
	const [latitude, longitude] = [parseFloat(point?.latitude), parseFloat(point?.longitude)];
	return Number.isNaN(latitude + longitude) ? null : { latitude, longitude };
}

/** Reads points as people copy them from maps. */

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

export function pointIn(text) {
	const points = patterns.map((pattern) => pattern.exec(text)).filter(Boolean)
		.map(([, latitude, longitude]) => ({ latitude, longitude }));
	return points.find(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ?? null;
}

export function degreesOf(value) {
	const point = typeof value === "string" ? pointIn(value) : value;
	const [latitude, longitude] = [parseFloat(point?.latitude), parseFloat(point?.longitude)];
	return Number.isNaN(latitude + longitude) ? null : { latitude, longitude };
}

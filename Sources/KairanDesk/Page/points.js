/** Reads points as people copy them from maps. */

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const patterns = [
  // Google Maps: the place itself, then the middle of the map.
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`@${number},${number}`),
  new RegExp(`[?&](?:q|query|ll|center|destination)=${number}(?:,|%2C)\\s*\\+?${number}`, "i"),
  // OpenStreetMap.
  new RegExp(`mlat=${number}&mlon=${number}`),
  new RegExp(`#map=\\d+/${number}/${number}`),
  new RegExp(`^geo:${number},${number}`),
  new RegExp(`^\\s*\\(?${number}\\s*°?\\s*[,;\\s]\\s*${number}\\s*°?\\)?\\s*$`),
];

/** The point in a text or a link, or null. Degrees stay as they are written. */
export function pointIn(text) {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found && Math.abs(found[1]) <= 90 && Math.abs(found[2]) <= 180) {
      return { latitude: found[1], longitude: found[2] };
    }
  }
  return null;
}

/** A point of a file as two numbers, or null. */
export function degreesOf(value) {
  const point = typeof value === "string" ? pointIn(value) : value;
  const [latitude, longitude] = [parseFloat(point?.latitude), parseFloat(point?.longitude)];
  return Number.isNaN(latitude) || Number.isNaN(longitude) ? null : { latitude, longitude };
}

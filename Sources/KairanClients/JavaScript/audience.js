// The part of a client that decides on the device for which apps something is.

import { compareVersions, moment, number, orNull, list, text } from "./reading.js";

const readers = { platforms: orNull(list(text)), versions: orNull(text), share: number, from: orNull(moment), seed: text };

// Reads an audience. Parts that the client does not know stay, as they exclude its app.
export function audience(value, place) {
  const known = Object.entries(readers).map(([key, reader]) => [key, reader(value?.[key], `${place}.${key}`)]);
  const others = Object.entries(value).filter(([key, part]) => !Object.hasOwn(readers, key) && part !== null);
  return Object.fromEntries([...known, ...others]);
}

// Returns whether it is for an app. What has no audience is for all.
export function isFor(audience, app, moment = new Date()) {
  if (audience == null) return true;
  const { platforms, versions, from } = audience;
  return (
    Object.keys(audience).every((key) => Object.hasOwn(readers, key)) && (platforms?.includes(app.platform) ?? true) &&
    (from == null || from <= moment) && (versions == null || holds(versions, app.version)) && has(audience, app.device)
  );
}

// Tells whether a device is in the share. Each has a place among ten thousand, so a share that grows keeps those that it had.
const has = ({ share, seed }, device) =>
  share >= 100 || (device != null && murmur3(new TextEncoder().encode(`${seed}/${device}`)) % 10000 < Math.round(share * 100));

// One to four numbers, perhaps with a suffix such as `-beta.2`. What follows a `+` is not compared.
const version = /^[0-9]{1,15}(\.[0-9]{1,15}){0,3}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+.*)?$/;

const comparisons = {
  ">=": (order) => order >= 0, "<=": (order) => order <= 0, ">": (order) => order > 0, "<": (order) => order < 0,
  "=": (order) => order === 0,
};

// Returns whether all comparisons of a range such as `>=1.4.0 <2.0.0` hold for a version. One that cannot be read holds for
// none.
export function holds(range, own) {
  if (!version.test(own)) return false;
  return range.split(" ").filter((word) => word).every((word) => {
    const [, sign, other] = /^([<>=]*)(.*)$/.exec(word);
    return Object.hasOwn(comparisons, sign) && version.test(other) && comparisons[sign](compareVersions(own, other));
  });
}

const rotated = (number, bits) => (number << bits) | (number >>> (32 - bits));

// MurmurHash3 of 32 bits with the seed 0.
export function murmur3(bytes) {
  let hash = 0;
  for (let start = 0; start < bytes.length; start += 4) {
    const block = bytes.subarray(start, start + 4);
    const word = block.reduceRight((word, byte) => (word << 8) | byte, 0);
    hash ^= Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    if (block.length === 4) hash = Math.imul(rotated(hash, 13), 5) + 0xe6546b64;
  }
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

// The part of a client that reads JSON into the types of the client.

import { Failure } from "./failure.js";

class Unfit extends Error {}

function fail(value, place, what) {
  throw new Unfit(`${place} is not ${what}: ${String(JSON.stringify(value)).slice(0, 200)}`);
}

const parse = (data) => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));

// Why records are left out of the file that is being read.
let leftOut = [];

// Reads a file by one of several readers, and reports the records that are left out.
export function readAny(readers, path, data, report) {
  let failure;
  for (const reader of readers) {
    try {
      leftOut = [];
      const value = reader(parse(data), "");
      for (const message of leftOut) report?.(new Failure("leftOut", { path, message }));
      return value;
    } catch (error) {
      failure = error;
    }
  }
  if (failure) throw new Failure("unreadable", { path, message: failure.message });
}

export const read = (reader, path, load, report) => readAny([reader], path, load(path), report);

export function text(value, place) {
  return typeof value === "string" ? value : fail(value, place, "a text");
}

export function boolean(value, place) {
  return typeof value === "boolean" ? value : fail(value, place, "true or false");
}

export function number(value, place) {
  return typeof value === "number" ? value : fail(value, place, "a number");
}

export function integer(value, place) {
  return Number.isInteger(value) ? value : fail(value, place, "a whole number");
}

export function int32(value, place) {
  return Number.isInteger(value) && value === (value | 0) ? value : fail(value, place, "a number of 32 bits");
}

export function day(value, place) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text(value, place)) ? value : fail(value, place, "a date");
}

export function time(value, place) {
  return /^\d{2}:\d{2}(:\d{2})?$/.test(text(value, place)) ? value : fail(value, place, "a time");
}

export function moment(value, place) {
  const date = new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text(value, place)) ? value : NaN);
  return Number.isNaN(date.getTime()) ? fail(value, place, "a date and time") : date;
}

// `about:invalid` stands for an address that cannot be read, since no other value may be lost for it.
export function address(value, place) {
  const written = text(value, place);
  return URL.canParse(written) ? new URL(written) : new URL("about:invalid");
}

export const anything = (value) => value ?? null;

export const orNull = (reader) => (value, place) => (value === undefined || value === null ? null : reader(value, place));

export const list = (reader) => (value, place) =>
  Array.isArray(value) ? value.map((element, index) => reader(element, `${place}[${index}]`)) : fail(value, place, "an array");

// Reads the objects of a list that can be read. If none can, the list is unreadable as a whole.
export const lenientList = (reader) => (value, place) => {
  const failures = [];
  const found = list((element, place) => {
    try {
      return [reader(element, place)];
    } catch (error) {
      failures.push(error);
      return [];
    }
  })(value, place).flat();
  if (failures.length && !found.length) throw failures[0];
  leftOut.push(...failures.map((error) => error.message));
  return found;
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const map = (reader) => (value, place) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, element]) => [key, reader(element, `${place}.${key}`)]))
    : fail(value, place, "an object");

// Members that the client does not know are left out.
export function record(value, place, members) {
  if (!isObject(value)) fail(value, place, "an object");
  return Object.fromEntries(
    members.map(([key, reader]) => [key, reader(Object.hasOwn(value, key) ? value[key] : undefined, `${place}.${key}`)]));
}

export function tuple(value, place, readers) {
  if (!Array.isArray(value)) fail(value, place, "an array");
  return readers.map((reader, index) => reader(value[index], `${place}[${index}]`));
}

export function oneOf(value, place, readers) {
  for (const reader of readers.slice(0, -1)) {
    try {
      return reader(value, place);
    } catch {}
  }
  return readers[readers.length - 1](value, place);
}

function isTimeZone(name) {
  try {
    return typeof name === "string" && Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

// Reads the list of all files of a publication. `timeZone` counts if the manifest names none that this device knows.
export function manifestOf(data, version, timeZone) {
  try {
    const json = parse(data);
    const files = new Map(
      list((file, place) => {
        const [path, sha256, { endpoint }] = [text(file.path, place), text(file.sha256, place), file];
        // A hash is a name in the storage, so it may be nothing else.
        if (!/^[0-9a-f]{64}$/.test(sha256)) fail(sha256, place, "a hash");
        return [path, { path, size: integer(file.size, place), sha256, endpoint }];
      })(json.files, ".files"));
    if (json.version !== version) fail(json.version, ".version", version);
    return {
      revision: integer(json.revision, ".revision"),
      nextChange: orNull(moment)(json.nextChange, ".nextChange"),
      timeZone: isTimeZone(json.timeZone) ? json.timeZone : timeZone,
      files,
      data,
      // Returns the values of the only parameter in the path of an endpoint, such as `items/{id}.json`, for which there is a file.
      values: (endpoint) => {
        const [start, end] = endpoint.split(/\{.*\}/);
        return [...files.values()]
          .filter((file) => (file.endpoint ?? endpoint) === endpoint)
          .filter(({ path }) => path.length > start.length + end.length && path.startsWith(start) && path.endsWith(end))
          .map(({ path }) => path.slice(start.length, path.length - end.length))
          .filter((value) => !value.includes("/"))
          .sort();
      },
    };
  } catch {
    throw new Failure("notThisAPI");
  }
}

const parts = (version) => {
  // Build metadata after a `+` does not count in comparisons (semver.org, 10).
  const [numbers, suffix] = version.split("+")[0].split(/-(.*)/s);
  return [numbers.split(".").map(Number), suffix ? suffix.split(".") : []];
};

export function compareVersions(one, other) {
  const [[first, firstSuffix], [second, secondSuffix]] = [parts(one), parts(other)];
  for (let index = 0; index < Math.max(first.length, second.length); index++) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0);
    if (difference) return difference;
  }
  if (!firstSuffix.length || !secondSuffix.length) return secondSuffix.length - firstSuffix.length;
  for (let index = 0; index < Math.min(firstSuffix.length, secondSuffix.length); index++) {
    const [left, right] = [firstSuffix[index], secondSuffix[index]];
    if (left === right) continue;
    const [isNumber, isOtherNumber] = [left, right].map((word) => /^\d+$/.test(word));
    if (isNumber && isOtherNumber) return Number(left) - Number(right);
    return isNumber || (!isOtherNumber && left < right) ? -1 : 1;
  }
  return firstSuffix.length - secondSuffix.length;
}

export const needsAgreement = (current, accepted) => accepted == null || compareVersions(accepted, current) < 0;

const clock = (moment, timeZone) => {
  const words = new Intl.DateTimeFormat("en-US", {
    timeZone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
    hour: "2-digit", minute: "2-digit", second: "2-digit",
  }).formatToParts(moment);
  return Object.fromEntries(words.map((word) => [word.type, word.value]));
};

export function dayOf(moment, timeZone) {
  const { year, month, day } = clock(moment, timeZone);
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

export function startOf(day, timeZone) {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let moment = wanted;
  // The offset at the first guess may be that of the other side of a change of the clocks.
  for (let round = 0; round < 2; round++) {
    const { hour, minute, second } = clock(new Date(moment), timeZone);
    const local = Date.parse(`${dayOf(new Date(moment), timeZone)}T${hour}:${minute}:${second}Z`);
    moment += wanted - local;
  }
  return new Date(moment);
}

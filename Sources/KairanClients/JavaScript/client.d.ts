export const address: URL;
/** The time zone in which the days of the site began when this client was made. A publication says in which they begin now. */
export const timeZone: string;

/** A date without a time, such as `2026-04-15`. They sort by date as strings. */
export type Day = string;
/** A time of day, such as `09:30`. */
export type Time = string;
/** A version such as `3.10`, which is newer than `3.9`. */
export type Version = string;

/** Returns the day of the site's calendar on which a moment falls. Give it the time zone of the publication. */
export function dayOf(moment: Date, zone?: string): Day;
/** Returns the moment at which a day begins at the site. Give it the time zone of the publication. */
export function startOf(day: Day, zone?: string): Date;
/** Returns a negative number if the first version is older, a positive one if it is newer, and otherwise 0. */
export function compareVersions(one: Version, other: Version): number;
/** Returns true if a user who accepted an older version, or none, has to be asked. */
export function needsAgreement(current: Version, accepted?: Version | null): boolean;

/** An entry and its distance in metres. */
export interface Near<Entry> {
  readonly entry: Entry;
  readonly metres: number;
}

/** The list of all files of a publication. */
export interface Manifest {
  /** It normally grows when a file changes, but can be lower after a backup was restored. */
  readonly revision: number;
  /** The next moment at which a file may change although nobody edits anything. */
  readonly nextChange: Date | null;
  /** The time zone in which the site's days begin, or the one of this client if the device does not know that. */
  readonly timeZone: string;
  readonly files: ReadonlyMap<string, { readonly path: string; readonly size: number; readonly sha256: string }>;
}

/** It keeps publications. Names have at most 64 letters and digits, so they can be names of files. */
export interface Storage {
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes all of the data or none of it. */
  put(name: string, data: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
  /** All names. */
  names(): Promise<string[]>;
}

/** Why a publication or a file could not be downloaded. */
export class Failure extends Error {
  /**
   * - `notThisAPI`: the answer is not the manifest of this version; it may be the sign-in page of a public network
   * - `busy`: the server is busy; the store sends no request before `until`
   * - `status`: the server answered with another status than 200, which is in `status`
   * - `wrong`: the file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
   *   publication, which the next `update()` downloads
   * - `missing`: the publication lacks a file that this client needs
   * - `unreadable`: the file is right, but this client cannot read it
   * - `leftOut`: this client cannot read a record of a lenient endpoint; the publication has all the others
   */
  readonly reason: "notThisAPI" | "busy" | "status" | "wrong" | "missing" | "unreadable" | "leftOut";
  readonly path?: string;
  readonly until?: Date;
  readonly status?: number;
  /** Tells whether something is published that this client cannot use, so that all of its apps keep what they have. */
  readonly isRefusal: boolean;
}

/** A source of publications. It is a `Store` in an app, and may be anything else in its tests and previews. */
export interface PublicationSource {
  open(): Promise<Publication | undefined>;
  update(signal?: AbortSignal): Promise<Publication>;
  follow(listener: (publication: Publication) => void, signal?: AbortSignal): Promise<void>;
  keepUpdated(signal?: AbortSignal): Promise<void>;
}

/**
 * Downloads what is published, and keeps the last good publication on this device.
 *
 * A new publication replaces the last one only after all of its files are downloaded, have the hashes that the
 * manifest lists, and can be read by this client. Until then, and without a network, the last one stays.
 */
export class Store extends EventTarget implements PublicationSource {
  constructor(options?: {
    /** Another address of the same version, such as that of `kairan serve`. */
    address?: URL;
    /**
     * The place where publications are kept; by default the browser's Cache Storage, or else only memory. The tabs of a browser may
     * share it, as it has Web Locks (`navigator.locks`); elsewhere each store needs its own.
     */
    storage?: Storage;
    /**
     * Returns true for the paths of more files that every update downloads, besides those that every publication has. All other files are
     * loaded when they are asked for, and from then on kept up to date.
     */
    keeping?: (path: string) => boolean;
    /** Sends requests in another way than by the global `fetch`. */
    fetch?: (url: URL, options: RequestInit) => Promise<Response>;
  });
  /**
   * Returns the last good publication of this device, or else the one that came with the app. It asks nobody whether
   * something newer is published.
   */
  open(): Promise<Publication | undefined>;
  /**
   * Asks once whether something newer is published, and downloads it. Failures are a `Failure` or the error of the network;
   * the last good publication then stays. Calls at the same time are one update, which ends when the signals of all of them are
   * aborted.
   */
  update(signal?: AbortSignal): Promise<Publication>;
  /** Calls the listener with the publication of this device, if there is one, and then with each new one. */
  follow(listener: (publication: Publication) => void, signal?: AbortSignal): Promise<void>;
  /**
   * Updates now, and again whenever the manifest announces a change, until the signal is aborted. After a failure it waits a
   * minute, then two, and at most an hour. What is published without being announced comes with the next `update()`: call it
   * when the page is shown again.
   */
  keepUpdated(signal?: AbortSignal): Promise<void>;
  /** A `publication` event tells of each new publication, which is its `detail`. */
  addEventListener(
    type: "publication", listener: (event: CustomEvent<Publication>) => void, options?: AddEventListenerOptions | boolean): void;
  /** A `progress` event says how many bytes of its files an update has loaded, and of how many. */
  addEventListener(
    type: "progress", listener: (event: CustomEvent<{ done: number; all: number }>) => void, options?: AddEventListenerOptions | boolean): void;
  /**
   * A `failure` event tells of each update that failed, and with the reason `leftOut` of each record that is left out when its
   * file is read; its `detail` is the error. If `isRefusal` of a `Failure` is true, somebody
   * should learn of it: what is published now reaches no app with this client.
   */
  addEventListener(
    type: "failure", listener: (event: CustomEvent<Error>) => void, options?: AddEventListenerOptions | boolean): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean): void;
}

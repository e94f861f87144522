/** The apps that something is for. Whatever this client does not know of it, because it came later, excludes the app. */
export interface Audience {
  /** The names of platforms; null for all. */
  readonly platforms: readonly string[] | null;
  /** Versions such as `>=1.4.0 <2.0.0`; null for all. */
  readonly versions: string | null;
  /** The percentage of devices. */
  readonly share: number;
  /** The moment from which it is for them; null if it always was. */
  readonly from: Date | null;
  /** The text that, with the number of a device, decides whether the device is in the share. */
  readonly seed: string;
}

export namespace Audience {
  export type Platform = "android" | "ios" | "linux" | "macos" | "web" | "windows";

  /** An app on a device. */
  export interface App {
    readonly platform: Platform;
    /** The app's version, such as `1.4.0`. */
    readonly version: string;
    /** The device's random number; null if the device has none. A share below 100 % is then not for it. */
    readonly device: number | null;
  }
}

/** Returns whether something is for an app, now or at another moment. What has no audience is for all. */
export function isFor(audience: Audience | null | undefined, app: Audience.App, moment?: Date): boolean;

export interface Store {
  /**
   * Returns this app on this device, whose number the store makes once, keeps beside the publication and sends to nobody. Where
   * the storage is only memory, the device has none.
   */
  app(version: string, platform?: Audience.Platform): Promise<Audience.App>;
}

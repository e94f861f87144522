#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A clock that tells which times files get. `system` is the one that gives them.
package struct FileClock: Sendable {
    /// Returns the time in nanoseconds since 1970. No file that is changed from now on has a time that is earlier by
    /// more than a tick.
    package let now: @Sendable () -> Int64

    package init(now: @escaping @Sendable () -> Int64) { self.now = now }
}

/// Returns the time of a clock in nanoseconds since 1970, or 0 if there is no such clock.
func nanosecondsSince1970(by clock: clockid_t = CLOCK_REALTIME) -> Int64 {
    var now = timespec()
    unsafe clock_gettime(clock, &now)
    return nanoseconds(now)
}

/// Returns the time in milliseconds since 1970.
package func millisecondsSince1970() -> Int { Int(nanosecondsSince1970() / 1_000_000) }

/// Returns the time in whole seconds since 1970.
package func secondsSince1970() -> Int { time(nil) }

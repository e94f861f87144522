internal import Glibc

/// Returns the time of a clock in nanoseconds since 1970, or 0 if there is no such clock.
func nanosecondsSince1970(by clock: clockid_t = CLOCK_REALTIME) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return nanoseconds(now)
}

/// Returns the time in milliseconds since 1970.
package func millisecondsSince1970() -> Int { Int(nanosecondsSince1970() / 1_000_000) }

/// Returns the time in whole seconds since 1970.
package func secondsSince1970() -> Int { time(nil) }

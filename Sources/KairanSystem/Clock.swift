internal import Glibc

/// What a clock shows, in nanoseconds since 1970; 0 where there is no such clock.
func nanosecondsSince1970(by clock: clockid_t = CLOCK_REALTIME) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return nanoseconds(now)
}

/// What the clock shows, in milliseconds since 1970.
package func millisecondsSince1970() -> Int { Int(nanosecondsSince1970() / 1_000_000) }

/// The same in whole seconds.
package func secondsSince1970() -> Int { time(nil) }

import Foundation
import Testing

// Only here do tests wait for real time to pass. They do so for what no clock of theirs can hurry: another process, a
// browser, and the kernel.

/// Lets another process go on for this long. It is never called without the time, since `pause()` is the C library's,
/// which waits for a signal.
package func pause(microseconds: UInt32) { usleep(microseconds) }

/// Waits for a condition, for as long as a loaded machine may take.
package func wait(_ condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(90)
    while try !condition() {
        try #require(ContinuousClock.now < end, "it never came")
        pause(microseconds: 1000)
    }
}

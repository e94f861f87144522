internal import Foundation
internal import Glibc

/// Returns the number of processors that this process may use.
package func processorCount() -> Int { ProcessInfo.processInfo.activeProcessorCount }

/// Runs a body on a thread of its own.
///
/// - Parameter stackSize: The size of the stack in bytes; the default of 8 MB is that of the main thread.
package func startThread(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
}

/// Returns a number that no other thread has while this one runs (pthread_self(3)).
package func threadIdentifier() -> UInt { UInt(pthread_self()) }

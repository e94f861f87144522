internal import Foundation
internal import Glibc

/// How many processors this process may use.
package func processorCount() -> Int { ProcessInfo.processInfo.activeProcessorCount }

/// Runs a body on a thread of its own.
///
/// - Parameter stackSize: In bytes; the main thread's is 8 MB.
package func startThread(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = stackSize
    thread.start()
}

/// A number that no other thread has while this one runs (pthread_self(3)).
package func threadIdentifier() -> UInt { UInt(pthread_self()) }

package import Foundation
import Synchronization

private let starting = Mutex(())

extension Process {
    /// Starts the program, one at a time.
    ///
    /// Foundation learns of the end of a program by a socket that the program holds. If two are started at the same
    /// moment, one can inherit the socket of the other, and as long as it runs, the end of the other stays unknown.
    package func start() throws {
        try starting.withLock { _ in try run() }
    }
}

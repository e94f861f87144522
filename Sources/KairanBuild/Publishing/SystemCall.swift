internal import CLinux
import Glibc

/// What `errno` said; it becomes a `PublishError` where the path that people know is at hand.
struct SystemError: Error, Equatable {
    var code: Int32

    func at(_ path: String) -> PublishError { .io(path: path, reason: String(cString: strerror(code))) }
}

/// Runs one system call that reports failure as -1, again when a signal interrupted it.
@discardableResult
func systemCall<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(code: code) }
    }
}

/// The same for a call about a path that the message should name.
@discardableResult
func systemCall<Result: SignedInteger>(
    at path: @autoclosure () -> String, _ call: () -> Result
) throws(PublishError) -> Result {
    do {
        return try systemCall(call)
    } catch {
        throw error.at(path())
    }
}

/// Gives failing system calls the path that they are about.
@discardableResult
func failingAt<Result>(
    _ path: @autoclosure () -> String, _ work: () throws(SystemError) -> Result
) throws(PublishError) -> Result {
    do {
        return try work()
    } catch {
        throw error.at(path())
    }
}

/// Opens a folder only to name what is in it; the caller closes it.
func openFolder(_ path: String) throws(PublishError) -> Int32 {
    try systemCall(at: path) { open(path, linux_open_path | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The value of `errno` that says why the system refused a call. Errors have the names that swift-system gives them.
///
/// swift-system itself (1.8.1) is not used. It has none of the calls that publishing is made of (openat, unlinkat,
/// linkat, renameat, mkdirat, utimensat, fchownat, flock, readdir, inotify, posix_spawn), and those that it has throw
/// errors without a type.
package struct SystemError: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) { self.code = code }
}

extension SystemError: CustomStringConvertible {
    /// The reason in plain words, such as `no space is left on the disk`; for a rare one those of the system
    /// (strerror(3)).
    package var description: String {
        if let words = plainWords[code] { return words }
        return unsafe String(cString: strerror(code))
    }
}

/// The meanings of the errors that users meet.
private let plainWords: [Int32: String] = [
    ENOENT: "there is no such file or folder", ENOTDIR: "a file stands where a folder is needed",
    EISDIR: "this is a folder, not a file", EEXIST: "this is already there", ENOTEMPTY: "the folder is not empty",
    EACCES: "no permission", EPERM: "the system does not allow this", EROFS: "the disk is read-only",
    ENOSPC: "no space is left on the disk", EDQUOT: "your share of the disk is used up",
    EFBIG: "the file is larger than a file may be here", ENODEV: "this is a pipe, socket or device, not a file",
    EMFILE: "too many files are open",
    ENFILE: "too many files are open on this computer", ENAMETOOLONG: "the name is too long",
    EIO: "the disk cannot be read or written", ELOOP: "symbolic links lead in a circle",
    EBUSY: "somebody is using this", EXDEV: "this is on another disk, or something is mounted here",
    ETXTBSY: "this program is running", ENOMEM: "no memory is left", EADDRINUSE: "the port is taken",
    EADDRNOTAVAIL: "this computer does not have that address",
]

extension SystemError {
    /// ENOENT.
    package static var noSuchFileOrDirectory: SystemError { SystemError(code: ENOENT) }
    /// ENOTDIR: a name on the way is that of a file.
    package static var notDirectory: SystemError { SystemError(code: ENOTDIR) }
    /// ELOOP: symbolic links lead in a circle, or one stands where none may be.
    package static var tooManySymbolicLinkLevels: SystemError { SystemError(code: ELOOP) }
    /// ENODEV: a pipe, socket or device stands where a file is needed.
    package static var notRegularFile: SystemError { SystemError(code: ENODEV) }
    /// EFBIG.
    package static var fileTooLarge: SystemError { SystemError(code: EFBIG) }
    /// EISDIR.
    package static var isDirectory: SystemError { SystemError(code: EISDIR) }
    /// EEXIST.
    package static var fileExists: SystemError { SystemError(code: EEXIST) }
    /// ENOTEMPTY.
    package static var directoryNotEmpty: SystemError { SystemError(code: ENOTEMPTY) }
    /// EACCES: the permissions of a file or folder forbid the call.
    package static var permissionDenied: SystemError { SystemError(code: EACCES) }
    /// EPERM: only another user may do that, or nobody.
    package static var notPermitted: SystemError { SystemError(code: EPERM) }
    /// EBUSY.
    package static var resourceBusy: SystemError { SystemError(code: EBUSY) }
    /// EXDEV: the two are on different file systems.
    package static var improperLink: SystemError { SystemError(code: EXDEV) }
    /// EMLINK: the file has as many names as its file system allows.
    package static var tooManyLinks: SystemError { SystemError(code: EMLINK) }
    /// EOPNOTSUPP: this file system cannot do that.
    package static var notSupported: SystemError { SystemError(code: EOPNOTSUPP) }
    /// ENOSYS: this system cannot do that.
    package static var noFunction: SystemError { SystemError(code: ENOSYS) }
    /// EINVAL.
    package static var invalidArgument: SystemError { SystemError(code: EINVAL) }
    /// ENXIO: nobody is at the other end of a pipe or device.
    package static var nameTooLong: SystemError { SystemError(code: ENAMETOOLONG) }
    package static var noSuchAddressOrDevice: SystemError { SystemError(code: ENXIO) }
    /// EWOULDBLOCK: somebody else holds the lock.
    package static var wouldBlock: SystemError { SystemError(code: EWOULDBLOCK) }
    /// ENOSPC.
    package static var noSpace: SystemError { SystemError(code: ENOSPC) }
    /// EADDRINUSE.
    package static var addressInUse: SystemError { SystemError(code: EADDRINUSE) }
}

/// Runs a system call that reports failure as -1, and repeats it if a signal interrupted it.
@discardableResult
func systemCall<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(code: code) }
    }
}

internal import CLinux

extension FileDescriptor {
    /// Waits until everything that was written to the file system of this open file or folder is on the disk
    /// (syncfs(2)), also by other programs. Returns false if the system cannot do that.
    package func forceFileSystem() throws(SystemError) -> Bool {
        do throws(SystemError) {
            try systemCall { linux_force_file_system(rawValue) }
            return true
        } catch {
            if error == .noFunction || error == .invalidArgument || error == .notSupported { return false }
            throw error
        }
    }
}

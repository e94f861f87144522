/// Returns whether another file system begins at a path, by its device. A folder that is mounted a second time has the
/// device of the folder above, so this does not see it.
func beginsDevice(_ path: String) -> Bool {
    guard let own = workingFolder.knownStatus(of: path), let above = workingFolder.knownStatus(of: path + "/..") else {
        return false
    }
    return own.device != above.device
}

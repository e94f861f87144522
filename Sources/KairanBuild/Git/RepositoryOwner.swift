internal import KairanReaders
internal import KairanSystem

extension GuardedRepository {
    /// Refuses a repository of another user, as git itself does, unless the user's own settings name it
    /// (`safe.directory` in git-config(1)).
    func refuseOtherOwners() throws(GitFailure) {
        let places = [place.top, "\(place.top == "/" ? "" : place.top)/.git", place.folder]
        if places.allSatisfy(isOwn) { return }
        if try !isSafe() {
            throw GitFailure(reason: "fatal: detected dubious ownership in repository at '\(place.top)'")
        }
    }

    private func isSafe() throws(GitFailure) -> Bool {
        // The repository's own settings are not seen here.
        let words = "config --type=path -z --get-all safe.directory".split(separator: " ").map(String.init)
        let values = String(decoding: try run(words, in: place.top, nil).output, as: UTF8.self)
        var isSafe = false
        for value in values.split(separator: "\0", omittingEmptySubsequences: false).dropLast() {
            // An empty value forgets those before it.
            if value.isEmpty { isSafe = false }
            if value == "*" || value.hasSuffix("/*") && "\(place.top)/".hasPrefix(value.dropLast()) { isSafe = true }
            if value.hasPrefix("/"), realPath(of: String(value)) == place.top { isSafe = true }
        }
        return isSafe
    }
}

/// Tells whether something belongs to whoever started this. Through sudo(8) that may be somebody other than root.
private func isOwn(_ path: String) -> Bool {
    guard let owner = workingFolder.knownStatus(of: path)?.owner else { return false }
    let user = effectiveUser()
    return owner == user || user == 0 && environmentVariable("SUDO_UID").flatMap { UInt32($0) } == owner
}

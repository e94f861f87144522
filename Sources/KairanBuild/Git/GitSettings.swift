internal import KairanPublish

/// The settings of a repository that may be used whoever wrote them: names, addresses, and how files are written.
///
/// Whatever is not known here is left out, since git-config(1) has many settings that name a program, and gets more:
/// filters, textconv, hooks, fsmonitor, `uploadpack` of a remote, helpers for credentials, paths of other settings.
struct GitSettings: Sendable {
    /// The text of a file of settings.
    private(set) var text = ""
    /// This is true if the repository was cloned without some of its contents (partial clone).
    private(set) var isPartial = false
    /// The names of the settings that are left out though git would need them to commit or send something.
    private(set) var missedNames: [String] = []

    /// Reads the settings with git, which starts nothing for that.
    ///
    /// - Parameter common: A folder that stands for the common one, and has no settings yet.
    init(of place: RepositoryPlace, guardedBy common: String) throws(GitFailure) {
        let path = place.common + "/config"
        // Git would wait for a pipe, and an archive can bring one.
        _ = try smallFile(path)
        let end = try runGit(
            ["--git-dir=\(place.folder)", "config", "--file", path, "--no-includes", "--list", "-z"], guardedBy: common)
        guard end.status == 0 else { throw GitFailure(reason: end.complaint) }
        self.init(String(decoding: end.output, as: UTF8.self), top: place.top)
    }

    /// - Parameter list: Each setting with a newline between its name and value, and NUL after it.
    /// - Parameter top: The folder whose files the repository keeps.
    private init(_ list: String, top: String) {
        let settings = list.split(separator: "\0").compactMap(Setting.init)
        isPartial = settings.contains { $0.is("remote", "promisor") || $0.is("extensions", "partialclone") }
        let remotes = Set(settings.filter { $0.is("remote", "url") }.compactMap(\.subsection))
        for setting in settings {
            if setting.isHarmless(remotes, top) {
                text += setting.text
            } else if setting.isMissed, !missedNames.contains(setting.fullName) {
                missedNames.append(setting.fullName)
            }
        }
    }
}

private struct Setting {
    let section: String
    let subsection: String?
    let name: String
    let value: String

    init(_ section: String, _ subsection: String?, _ name: String, _ value: String) {
        (self.section, self.subsection, self.name, self.value) = (section, subsection, name, value)
    }

    /// Returns nil if it has no value, which none of the known ones needs.
    init?(_ line: Substring) {
        guard let end = line.firstIndex(of: "\n"), let first = line.firstIndex(of: "."),
            let last = line[..<end].lastIndex(of: "."), first < end
        else { return nil }
        let subsection = first == last ? nil : String(line[line.index(after: first)..<last])
        self.init(
            String(line[..<first]), subsection, String(line[line.index(after: last)..<end]),
            String(line[line.index(after: end)...]))
    }

    private static let harmless: [String: Set<String>] = [
        "core": [
            "repositoryformatversion", "filemode", "ignorecase", "precomposeunicode", "symlinks", "autocrlf", "eol",
            "safecrlf", "logallrefupdates", "sharedrepository", "sparsecheckout", "sparsecheckoutcone",
        ],
        "extensions": ["objectformat", "refstorage", "compatobjectformat", "preciousobjects"],
        "user": ["name", "email", "signingkey"], "author": ["name", "email"], "committer": ["name", "email"],
        "commit": ["gpgsign"], "gpg": ["format"], "i18n": ["commitencoding"],
        "push": ["default", "autosetupremote", "followtags"], "pull": ["rebase", "ff"],
        "remote": ["url", "pushurl", "fetch", "push", "pushdefault"],
        "branch": ["remote", "pushremote", "merge", "rebase"],
    ]

    func `is`(_ section: String, _ name: String) -> Bool { self.section == section && self.name == name }

    /// - Parameter remotes: The names of the remotes that have an address.
    /// - Parameter top: The folder whose files the repository keeps.
    func isHarmless(_ remotes: Set<String>, _ top: String) -> Bool {
        guard Self.harmless[section]?.contains(name) ?? false else { return false }
        // Git would take such a name of a remote for an option, and some options name programs.
        if section == "remote", subsection?.hasPrefix("-") == true { return false }
        return switch (section, name) {
        case ("remote", "url"), ("remote", "pushurl"): namesKnownTransport && leads(outOf: top)
        // An address would stand for a remote here.
        case ("branch", "remote"), ("branch", "pushremote"), ("remote", "pushdefault"): remotes.contains(value)
        default: true
        }
    }

    /// This is false for an address that makes git start the program `git-remote-NAME` (gitremote-helpers(7)).
    private var namesKnownTransport: Bool {
        guard let end = value.firstRange(of: "://") else { return !value.contains("::") }
        return ["https", "http", "ssh", "git", "file"].contains(value[..<end.lowerBound])
    }

    /// This is false for the address of a repository that is a part of what the board brings: its settings are those of
    /// a stranger. Git takes an address for a folder if it has no colon before a slash, or begins with `file:`.
    private func leads(outOf top: String) -> Bool {
        guard value.hasPrefix("file:") || !value.prefix(while: { $0 != "/" }).contains(":") else { return true }
        let path = value.hasPrefix("file://") ? String(value.dropFirst("file://".count).drop { $0 != "/" }) : value
        // Git would also look in folders of users, and decode the address.
        guard !path.hasPrefix("~"), !path.contains("%") else { return false }
        do {
            let place = try plannedPath(path.hasPrefix("/") ? path : "\(top)/\(path)")
            return place != top && !place.hasPrefix(top == "/" ? top : top + "/")
        } catch {
            return false
        }
    }

    /// This is true if git could not commit or send something without it. Where such a setting is wished, it can stand
    /// in the user's own settings.
    var isMissed: Bool {
        switch section {
        case "include", "includeif", "credential", "url", "http", "https", "ssh", "gpg": true
        case "core": ["sshcommand", "gitproxy", "askpass"].contains(name)
        case "remote": ["url", "pushurl", "receivepack", "proxy", "vcs"].contains(name)
        default: false
        }
    }

    var fullName: String { "\(section).\(subsection.map { "\($0)." } ?? "")\(name)" }

    /// The setting as a file of settings has it.
    var text: String {
        "[\(section)\(subsection.map { " \(quoted($0))" } ?? "")]\n\t\(name) = \(quoted(value))\n"
    }

    private func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\\", "\"": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}

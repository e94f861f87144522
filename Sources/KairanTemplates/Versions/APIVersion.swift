package import KairanContent
package import KairanModel
internal import KairanReaders

/// A folder of `templates/api/` whose `_version.yml` says what its clients may rely on.
package struct APIVersion: Sendable {
    /// The degree to which the contract may change, from most to least.
    package enum Status: String, Sendable, CaseIterable, Comparable {
        /// The contract may change in any way.
        case draft
        /// The contract may grow.
        case current
        /// The contract may not change.
        case frozen
        /// The contract may not change, and clients are asked to move on.
        case retired

        package static func < (left: Status, right: Status) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// The name of the folder, such as `v1`.
    package var name: String
    package var status: Status
    package var description = ""
    /// The day from which the version is retired.
    package var retired: LocalDate?
    /// The version that clients of a retired one should move to.
    package var successor: String?
    /// The channel on which the version is published.
    package var channel = Channel.live
    /// The least revision. It is the first one, or one that apps have not seen if the last one is unknown.
    package var firstRevision = 1
    package var span: SourceSpan

    /// The folder of its outputs, such as `api/v1/`.
    package var folder: String { "api/\(name)/" }
    package var templateFolder: String { "templates/\(folder)" }

    /// Returns the address of the version, such as `https://harbour.example/board/api/v1`.
    package func address(_ settings: SiteSettings) -> String { settings.rootURL + folder.dropLast() }
}

extension Templates {
    /// The names of the versions that promise nothing, sorted: those that say so, and folders such as `api/v1` that hold
    /// JSON and do not say what they are.
    package var drafts: [String] {
        let undeclared = Set(templates.lazy.filter(\.makesJSON).compactMap { undeclaredVersion(of: $0.path) })
        return versions.filter { $0.status == .draft }.map(\.name) + undeclared.sorted()
    }

    private func undeclaredVersion(of path: String) -> String? {
        guard path.hasPrefix("templates/api/v") else { return nil }
        let parts = path.split(separator: "/")
        let name = String(parts[2])
        guard parts.count > 3, name.dropFirst().first?.isNumber == true, !name.contains("{"),
            !(versions + withheld).contains(where: { $0.name == name })
        else { return nil }
        return name
    }
}

private let fileName = "_version.yml"

/// Returns whether a file declares what the clients of a version may rely on.
package func declaresVersion(_ path: String) -> Bool {
    // Most files are not templates, and their first byte already shows it.
    path.utf8.first == UInt8(ascii: "t") && path.hasPrefix("templates/api/") && path.hasSuffix("/" + fileName)
}

/// Reads every `templates/api/<version>/_version.yml`.
func readVersions(_ files: [SourceFile]) -> Diagnosed<[APIVersion]> {
    var reader = VersionReader()
    for file in files where declaresVersion(file.path) { reader.read(file) }
    reader.checkSuccessors()
    return Diagnosed(reader.versions, reader.reader.diagnostics)
}

private struct VersionReader {
    var reader = DeclarationReader()
    var versions: [APIVersion] = []
    private var successors: [SourceSpan] = []
    /// The names of all declared versions, including those with mistakes.
    private var names: [String] = []

    mutating func read(_ file: SourceFile) {
        let parts = file.path.split(separator: "/").map(String.init)
        guard parts.count == 4, !parts[2].contains("{") else {
            return reader.error(
                .versionPlace, "a version is a folder of templates/api/", at: SourceSpan(path: file.path),
                help: "move the file to templates/api/v1/\(fileName)")
        }
        names.append(parts[2])
        let data = readYAML(file)
        reader.diagnostics += data.diagnostics
        guard let node = data.value else { return }
        let head = reader.corrected(
            node, allowed: ["status", "description", "retired", "successor", "channel", "firstRevision"],
            what: "a version")
        guard head.members != nil, let status = status(head, node.span) else { return }
        var version = APIVersion(name: parts[2], status: status, span: head["status"]?.span ?? node.span)
        version.description = reader.shownText(head["description"], "'description'") ?? ""
        version.successor = reader.text(head["successor"], "'successor'")
        version.retired = date(head["retired"])
        version.channel = channel(head["channel"])
        version.firstRevision =
            reader.integer(head["firstRevision"], "'firstRevision'", in: 1...highestFirstNumber) ?? 1
        if status == .retired, head["retired"] == nil {
            reader.error(
                .versionRetired, "a retired version needs the date in 'retired'", at: version.span,
                help: "write retired: 2026-04-01")
        }
        if status != .retired, let date = head["retired"] ?? head["successor"] {
            reader.error(
                .versionRetired, "only a retired version can have 'retired' and 'successor'", at: date.span,
                help: "write status: retired, or leave it out")
        }
        versions.append(version)
        successors.append(head["successor"]?.span ?? version.span)
    }

    private mutating func status(_ node: SourceNode, _ span: SourceSpan) -> APIVersion.Status? {
        let words = APIVersion.Status.allCases.map(\.rawValue)
        guard let written = node["status"], let word = reader.text(written, "'status'") else {
            if node["status"] == nil {
                reader.error(
                    .versionStatus, "a version needs 'status'", at: span,
                    help: "write status: current; the status is one of \(words.joined(separator: ", "))")
            }
            return nil
        }
        if let status = APIVersion.Status(rawValue: word) { return status }
        reader.error(
            .versionStatus, "there is no status '\(word)'", at: written.span,
            help: suggestion(for: word, in: words, kind: "it is one of"))
        return nil
    }

    private mutating func channel(_ node: SourceNode?) -> Channel {
        guard let node else { return .live }
        if let channel = node.scalar.flatMap(Channel.init) { return channel }
        reader.diagnostics.append(.unknownChannel(node))
        return .live
    }

    private mutating func date(_ node: SourceNode?) -> LocalDate? {
        guard let node, let text = reader.text(node, "'retired'") else { return nil }
        if let date = LocalDate(text) { return date }
        reader.error(.versionRetired, "'\(text)' is not a date", at: node.span, help: "write it as 2026-04-01")
        return nil
    }

    mutating func checkSuccessors() {
        for (version, span) in zip(versions, successors) {
            guard let successor = version.successor else { continue }
            if version.channel == .live, versions.contains(where: { $0.name == successor && $0.channel == .preview }) {
                reader.error(
                    .versionSuccessor, "'\(successor)' is only in the preview, but \(version.name) is live", at: span,
                    help: "leave out 'successor' until \(successor) is live")
            }
            if version.channel == .live,
                versions.contains(where: { $0.name == successor && $0.channel == .live && $0.status == .draft })
            {
                reader.error(
                    .versionSuccessor, "'\(successor)' is a draft, which promises nothing to apps that move to it",
                    at: span,
                    help: "write status: current in templates/api/\(successor)/\(fileName), or leave out 'successor' "
                        + "until then")
            }
            if successor != version.name, names.contains(successor) { continue }
            reader.error(
                .versionSuccessor, "there is no other version '\(successor)'", at: span,
                help: suggestion(for: successor, in: names.filter { $0 != version.name }, kind: "versions"))
        }
    }
}

internal import KairanBuild
internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// Files of the site as somebody wants them to be, and the site that a build makes of them.
struct FileTrial {
    /// The bytes by path; nil for a file that is to go.
    let files: [String: [UInt8]?]
    /// The bytes that they had when they were read, by path; none for a file that is to come.
    let before: [String: [UInt8]]
    let built: SiteBuild
    let site: DeskSite
    /// All mistakes of the site before.
    let known: [Diagnostic]
    /// The errors that were not there before, wherever they are. The same mistake on another line is no new one.
    let newErrors: [Diagnostic]

    /// Refuses files that would bring new mistakes into the site.
    ///
    /// - Parameter allowed: Mistakes that there may be, as `Diagnostic.inFile` tells them apart.
    func requireNoNewErrors(besides allowed: Set<String> = []) throws(DeskRefusal) {
        let refused = newErrors.filter { !allowed.contains($0.inFile) }
        guard !refused.isEmpty else { return }
        let mistakes = refused.prefix(20).map { FormMistake(diagnostic: $0, path: [], isElsewhere: true).json }
        throw DeskRefusal(422, ["mistakes": .array(Array(mistakes))])
    }
}

extension Desk {
    /// Builds the site with other bytes in some files, and with the uploads that these name, in memory.
    func tryFiles(
        _ files: [String: [UInt8]?], before: [String: [UInt8]], known: DeskSite
    ) throws -> FileTrial {
        let (builds, options, written, uploads) = withState { ($0.builds, $0.options, $0.written, $0.uploads) }
        guard let options else { throw DeskRefusal.notReadYet }
        for declaration in known.declarations.collections {
            guard let source = declaration.source, files.keys.contains(declaration.pulledPath) else { continue }
            throw DeskRefusal(422, "These entries are kept at \(source.url); change them there.")
        }
        let files = files.merging(uploads.named(in: files).mapValues { $0 }) { file, _ in file }
        let built = try builds.trying(written.merging(files) { $1 }, options)
        let site = try DeskSite(built, options, number: known.number)
        let new = newErrors(among: site.diagnostics, since: known.diagnostics)
        return FileTrial(
            files: files, before: before, built: built, site: site, known: known.diagnostics, newErrors: new)
    }

    /// Writes files that were tried, if nobody changed them in the meantime.
    func write(_ trial: FileTrial) throws {
        var wished: [WishedFile] = []
        for (path, bytes) in trial.files.sorted(by: { $0.key < $1.key }) {
            let before = trial.before[path]
            wished.append(
                WishedFile(path: try diskPath(of: path), bytes: bytes, isNew: before == nil, expected: before))
        }
        do throws(ReadError) {
            try writeFiles(wished)
        } catch {
            if error.reason == readOnly { throw DeskRefusal(422, error.description) }
            guard error.reason == changedMeanwhile else { throw error }
            throw DeskRefusal(409, "\(error.path) was changed in the meantime, so nothing was written.")
        }
        take(trial)
    }

    /// Returns where a file of the content, or the declaration of a version, is, as the process sees it.
    func diskPath(of path: String) throws(DeskRefusal) -> String {
        guard let folder = withState({ $0.options?.folder }) else { throw DeskRefusal.notReadYet }
        // No name that a page sends can lead elsewhere.
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "content" && parts.count > 1 || declaresVersion(path) && parts.count == 4,
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") })
        else {
            throw DeskRefusal(400, "'\(path)' is not a file in content/.")
        }
        for end in parts.indices {
            let part = located(parts[...end].joined(separator: "/"), in: folder)
            guard workingFolder.knownStatus(of: part)?.kind == .symbolicLink else { continue }
            throw DeskRefusal(
                422, "'\(part)' is a symbolic link; change the file that it points to in a text editor.")
        }
        return located(path, in: folder)
    }

    /// Reads a file of the site as it is now.
    func file(at path: String) throws -> SourceFile {
        guard let folder = withState({ $0.options?.folder }) else { throw DeskRefusal.notReadYet }
        do {
            return SourceFile(path: path, bytes: try workingFolder.readGivenFile(located(path, in: folder)))
        } catch {
            throw DeskRefusal(410, "\(path): \(error)")
        }
    }
}

/// Returns the errors of a site that an earlier state did not have, each as often as it is more often there.
private func newErrors(among diagnostics: [Diagnostic], since known: [Diagnostic]) -> [Diagnostic] {
    func key(_ diagnostic: Diagnostic) -> String {
        "\(diagnostic.rule)\n\(diagnostic.span.path)\n\(diagnostic.message)"
    }
    var counts: [String: Int] = [:]
    for diagnostic in known where diagnostic.severity == .error { counts[key(diagnostic), default: 0] += 1 }
    return diagnostics.filter { diagnostic in
        guard diagnostic.severity == .error else { return false }
        counts[key(diagnostic), default: 0] -= 1
        return counts[key(diagnostic), default: 0] < 0
    }
}

extension DeskRefusal {
    static let notReadYet = DeskRefusal(503, "The site is still being read. Try again in a moment.")

    /// Refuses something with one mistake.
    static func mistake(_ diagnostic: Diagnostic, at path: [String] = []) -> DeskRefusal {
        DeskRefusal(
            422, ["mistakes": [FormMistake(diagnostic: diagnostic, path: path, isElsewhere: false).json]])
    }
}

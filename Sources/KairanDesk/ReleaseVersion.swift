internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Releases a draft of the API: from its next publication on, nothing may break the apps that use it.
    func release(_ body: DeskBody) throws -> JSONValue {
        let (name, site) = (try body.text("name"), try site())
        let (drafts, tree) = withState { ($0.built?.result.counts.drafts ?? [], $0.built?.tree) }
        guard drafts.contains(name) else { throw DeskRefusal(409, "\(name) is no draft any more.") }
        let path = "templates/api/\(name)/_version.yml"
        let isThere = withState { $0.written[path] ?? nil } != nil || tree?.hash(of: path) != nil
        let before = isThere ? try file(at: path).bytes : nil
        let trial = try tryFiles(
            [path: try released(before, at: path)], before: before.map { [path: $0] } ?? [:], known: site)
        try trial.requireNoNewErrors()
        try write(trial)
        return [:]
    }

    private func released(_ bytes: [UInt8]?, at path: String) throws -> [UInt8] {
        guard let bytes else { return Array("status: current\n".utf8) }
        var editor = try SourceEditor(SourceFile(path: path, bytes: bytes))
        try editor.set(
            [.key("status")], to: SourceNode(.scalar("current", .string), span: SourceSpan(path: path)),
            order: ["status"])
        return editor.file.bytes
    }
}

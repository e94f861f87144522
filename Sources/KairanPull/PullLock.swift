internal import KairanContent
internal import KairanModel
package import KairanReaders
internal import KairanEditing
internal import KairanSystem

/// The record of the last pull, `_pulled.yml` beside the entries. It is committed, so that everybody asks the source
/// only for what is new since then. It is written if the entries change, and if it is missing or no longer fits the
/// declaration: a source that stays the same makes no work for anybody.
package struct PullLock: Equatable, Sendable {
    /// The address that was asked.
    package var url: String
    /// The moment of the pull.
    package var time: String
    package var entityTag: String?
    package var modified: String?
    /// The hash of the declaration, since another one takes other values from the same answer.
    package var declaration: String
    /// The hash of the answer.
    package var answer: String
    /// The hash of the file with the entries, which nobody else should change.
    package var entries: String
    /// The number of entries.
    package var count: Int

    /// Reads the file. The result is nil for a damaged one, which counts as none: everything is asked for then.
    package init?(_ file: SourceFile) {
        guard let node = readYAML(file).value, let url = node["url"]?.text, let time = node["time"]?.text,
            let declaration = node["declaration"]?.text, let answer = node["answer"]?.text,
            let entries = node["entries"]?.text, let count = node["count"]?.text.flatMap({ Int($0) })
        else { return nil }
        (self.url, self.time, self.declaration, self.answer) = (url, time, declaration, answer)
        (self.entries, self.count) = (entries, count)
        (entityTag, modified) = (node["etag"]?.text, node["lastModified"]?.text)
    }

    init(
        url: String, time: String, _ state: FetchedState, declaration: String, answer: String, entries: String,
        count: Int
    ) {
        (self.url, self.time, self.declaration, self.answer) = (url, time, declaration, answer)
        (entityTag, modified, self.entries, self.count) = (state.entityTag, state.modified, entries, count)
    }

    package var bytes: [UInt8] {
        let members: [(String, String?)] = [
            ("url", url), ("time", time), ("etag", entityTag), ("lastModified", modified), ("declaration", declaration),
            ("answer", answer), ("entries", entries),
        ]
        var text = "# What 'kairan pull' took last. It writes this file itself.\n"
        for (key, value) in members {
            if let value { text += "\(key): \(scalarYAML(value, .quoted, isInner: false))\n" }
        }
        return Array("\(text)count: \(count)\n".utf8)
    }
}

/// Returns the hash by which bytes are known again.
func hashText(_ bytes: [UInt8]) -> String { sha256(bytes) }

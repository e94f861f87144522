internal import KairanSystem

/// A small board that breaks a rule, or why there is none. Texts beside the explanations hold them, one for each topic:
///
///     ===== site.missing
///     === content/site.yml <- nothing
///     === content/site.yaml
///     title: Board
///
///     ===== live.missing live.bytes
///     === none
///     it takes a host that answers
///
/// A board has the files of `base`, and laid over them its own. They stand below `=== path`; `<- nothing` takes a file
/// away, and the lines below `<- base64` are its bytes. Files below `before/` are laid over the base too, for a
/// publication that was made before; those below `public/` are changed in that afterwards. `=== command` is for
/// commands other than `kairan check FOLDER`. An empty line stands between two examples.
package enum RuleExample: Sendable {
    case board(ExampleBoard)
    /// The reason goes on after a colon.
    case none(String)

    /// The example of a rule; nil if the texts lack it.
    package init?(of rule: Rule) {
        guard let topic = Explanation.topics.first(where: { $0.explanations.contains { $0.rule == rule } }),
            let parts = ExampleParts.all(of: topic.name).first(where: { $0.names.contains(rule.rawValue[...]) })
        else { return nil }
        if let reason = parts.text(of: "none") {
            self = .none(reason)
        } else {
            self = .board(ExampleBoard(parts))
        }
    }
}

/// A board that breaks a rule.
package struct ExampleBoard: Sendable {
    /// The files that it has besides those of the base, or in place of theirs.
    package private(set) var own: [String: [UInt8]] = [:]
    /// The files of the base that it does not have.
    package private(set) var removed: Set<String> = []
    /// The files that it had, besides those of the base, when it was published before.
    package private(set) var before: [String: [UInt8]] = [:]
    /// The files that somebody changed in the publication, by path below `public/`.
    package private(set) var published: [String: [UInt8]] = [:]
    /// The commands that show the mistake, with `FOLDER` for the board's folder. The last one is run again.
    package private(set) var commands = ["kairan check FOLDER"]

    /// A board without mistakes, over which the files of each example are laid.
    package static let base = ExampleParts.all(of: "base").first.map { ExampleBoard($0).own } ?? [:]

    package var files: [String: [UInt8]] {
        Self.base.merging(own) { $1 }.filter { !removed.contains($0.key) }
    }

    /// The files of the board when it was published before; nil if it was not.
    package var filesBefore: [String: [UInt8]]? {
        before.isEmpty && published.isEmpty ? nil : Self.base.merging(before) { $1 }
    }

    fileprivate init(_ parts: ExampleParts) {
        for (heading, body) in parts.list {
            let (path, origin) = heading.split(around: " <- ")
            if path == "command" {
                commands = body.split(separator: "\n").map(String.init)
            } else if origin == "nothing" {
                removed.insert(String(path))
            } else {
                let bytes = origin == "base64" ? bytes(ofBase64: body) : Array(body.utf8)
                if path.hasPrefix("before/") {
                    before[String(path.dropFirst("before/".count))] = bytes
                } else if path.hasPrefix("public/") {
                    published[String(path.dropFirst("public/".count))] = bytes
                } else {
                    own[String(path)] = bytes
                }
            }
        }
    }
}

/// An example as it is written: a line with the names of rules, and below it parts that each have a heading.
private struct ExampleParts {
    let names: [Substring]
    let list: [(heading: Substring, body: String)]

    static func all(of topic: String) -> [ExampleParts] {
        let text = embeddedText("KairanModel/Rules/examples/\(topic).txt") ?? ""
        return ("\n\n" + text.dropLast()).split(separator: "\n\n===== ").map { ExampleParts($0) }
    }

    private init(_ text: Substring) {
        let parts = text.split(separator: "\n=== ", omittingEmptySubsequences: false)
        names = parts[0].split(separator: " ")
        list = parts.dropFirst().map { part in
            let (heading, body) = part.split(around: "\n")
            return (heading, body.map { $0 + "\n" } ?? "")
        }
    }

    /// The line of a part that has one.
    func text(of heading: String) -> String? {
        list.first { $0.heading == heading }.map { String($0.body.dropLast()) }
    }
}

extension Substring {
    /// Splits a text at a mark; nil stands for what follows if the mark is not there.
    fileprivate func split(around mark: String) -> (Substring, Substring?) {
        let parts = split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }
}

import KairanBuild
import KairanModel

enum MendAttempt {
    case proved((tree: SourceTree, made: [Diagnostic], left: [Diagnostic]))
    case failed(Blame)
}

/// A mend that is tried with others: what its mistake says, on which line.
struct MendID: Hashable {
    private let saying: Diagnostic.Saying
    private let line: Int

    init(_ mistake: Diagnostic) { (saying, line) = (mistake.saying, mistake.span.line) }
}

/// The mends that may have caused other mistakes.
struct Blame {
    /// Mends that stand alone on the line of another mistake, or did not take away their own.
    var surely: Set<MendID> = []
    /// Mends of which one caused another mistake.
    var perhaps: Set<MendID> = []
    /// This is true if another mistake stands where nothing was mended.
    var isAnywhere = false
    /// The first of the other mistakes.
    var cause: Diagnostic?

    var all: Set<MendID> { surely.union(perhaps) }
}

/// The mistakes before and after mends, compared.
struct MendProof {
    /// The mends whose mistakes were there before.
    let first: [Diagnostic]
    /// The mends whose mistakes did not go.
    let remaining: [Diagnostic]
    /// The mistakes that were not there before, and that no mend brought to light.
    let unexpected: [Diagnostic]

    /// - Parameter made: All mends, those of mistakes that came to light included.
    init(first: [Diagnostic], made: [Diagnostic], before: [Diagnostic], left: [Diagnostic]) {
        let (old, new) = (counts(before), counts(left))
        let known = Set(before)
        // Links are followed in finished outputs, and none is finished while anything else is wrong.
        let hidesOutputs = before.contains { $0.severity == .error && !$0.isOfOutput }
        let links = Set(made.filter(\.isOfOutput).map(\.span.path))
        let unread = Set(made.filter(\.isOfUnreadFile).map(\.span.path))
        let touched = Set(made.filter { !$0.isOfUnreadFile }.map(\.span.path))
        let bringsToLight = made.contains { $0.isOfUnreadFile || $0.isOfDeclaration }
        self.first = first
        remaining = first.filter { new[$0.saying, default: 0] >= old[$0.saying, default: 0] }
        let more = left.filter { mistake in
            guard new[mistake.saying, default: 0] > old[mistake.saying, default: 0] else { return false }
            let path = mistake.span.path
            if mistake.isOfOutput, hidesOutputs, !links.contains(path) { return false }
            // No mistakes are found in a file that cannot be read, and some are looked for only if every file can be
            // read. They are blamed on no mend unless another one was made in the same file.
            return touched.contains(path) || !bringsToLight && !unread.contains(path)
        }
        let unknown = Set(more.filter { !known.contains($0) }.map(\.saying))
        unexpected = more.filter { !unknown.contains($0.saying) || !known.contains($0) }
    }

    var holds: Bool { remaining.isEmpty && unexpected.isEmpty }

    /// Returns what may have caused the mistakes that were not there before.
    ///
    /// - Parameter next: Those among them that can be mended too.
    func blame(besides next: [Diagnostic] = []) -> Blame {
        var blame = Blame(surely: Set(remaining.map(MendID.init)))
        let files = Dictionary(grouping: first, by: \.span.path)
        blame.cause = unexpected.first { !next.contains($0) }
        for mistake in unexpected where !next.contains(mistake) {
            let own = files[mistake.span.path] ?? []
            let near = Set(own.filter { $0.span.line == mistake.span.line }.map(MendID.init))
            let related = mistake.related.flatMap { files[$0.span.path] ?? [] }
            if near.count == 1 {
                blame.surely.formUnion(near)
            } else if !near.isEmpty {
                blame.perhaps.formUnion(near)
            } else if !own.isEmpty {
                blame.perhaps.formUnion(own.map(MendID.init))
            } else if !related.isEmpty {
                blame.perhaps.formUnion(related.map(MendID.init))
            } else {
                let declarations = first.filter(\.isOfDeclaration)
                blame.perhaps.formUnion((declarations.isEmpty ? first : declarations).map(MendID.init))
                blame.isAnywhere = true
            }
        }
        if blame.all.isEmpty { blame.perhaps = Set(first.map(MendID.init)) }
        blame.perhaps.subtract(blame.surely)
        return blame
    }
}

private func counts(_ mistakes: [Diagnostic]) -> [Diagnostic.Saying: Int] {
    mistakes.reduce(into: [:]) { $0[$1.saying, default: 0] += 1 }
}

extension Diagnostic {
    /// Tells whether it may be why no other mistake of its file was found.
    fileprivate var isOfUnreadFile: Bool {
        let topic = String(rule.rawValue.prefix { $0 != "." })
        return ["yaml", "json", "toml", "csv", "frontMatter", "word"].contains(topic)
            || [.textInvisible, .textControl, .textByteOrderMark].contains(rule)
    }

    fileprivate var isOfOutput: Bool { rule.rawValue.hasPrefix("link.") || rule == .textUnevaluated }

    /// Tells whether it may hide mistakes of the files that its own declares.
    fileprivate var isOfDeclaration: Bool {
        span.path == "content/site.yml" || span.path.hasSuffix("/_collection.yml")
    }
}

/// One thing that the maintainer should know: what is wrong, where it is, and how to mend it.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var rule: Rule
    package var message: String
    package var span: SourceSpan
    /// Advice on how to mend it, in one sentence without a final full stop.
    package var help: String?
    /// The key that is missing at the place, for those who lead to it in another way.
    package var missingKey: String?
    /// The difference between texts that should be the same, in lines that start with `-` or `+`.
    package var difference: [String] = []
    /// Further places that the message speaks of.
    package var related: [RelatedPlace] = []
    /// The mend, if a program can write it.
    package var fix: Fix?

    package init(
        _ severity: Severity = .error, _ rule: Rule, _ message: String, at span: SourceSpan, help: String? = nil,
        related: [RelatedPlace] = []
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.span = span
        self.help = help
        self.related = related
    }

    /// Makes a diagnostic whose help may be a mend too.
    package init(
        _ severity: Severity = .error, _ rule: Rule, _ message: String, at span: SourceSpan, help: Help?,
        related: [RelatedPlace] = []
    ) {
        self.init(severity, rule, message, at: span, help: help?.words, related: related)
        fix = help?.fix(at: span)
    }
}

/// A place that a diagnostic tells of besides its own, and what is there.
package struct RelatedPlace: Hashable, Sendable {
    package var span: SourceSpan
    package var message: String

    package init(_ span: SourceSpan, _ message: String) { (self.span, self.message) = (span, message) }
}

extension Diagnostic: Comparable {
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        if (left.span, left.rule, left.message) != (right.span, right.rule, right.message) {
            return (left.span, left.rule, left.message) < (right.span, right.rule, right.message)
        }
        if left.severity != right.severity { return left.severity == .error }
        if left.difference != right.difference { return left.difference.lexicographicallyPrecedes(right.difference) }
        let (help, other) = (left.help ?? "", right.help ?? "")
        return (help.utf8.count, help) < (other.utf8.count, other)
    }

    /// Returns whether both say the same. Their help may differ, and one may be a warning and the other an error.
    fileprivate func repeats(_ other: Diagnostic) -> Bool {
        (span, rule, message) == (other.span, other.rule, other.message) && difference == other.difference
    }
}

extension Diagnostic {
    /// The words of a diagnostic without its place, which a change of the file above it moves.
    package struct Saying: Hashable {
        private let path: String
        private let rule: Rule
        private let message: String

        fileprivate init(_ diagnostic: Diagnostic) {
            (path, rule, message) = (diagnostic.span.path, diagnostic.rule, diagnostic.message)
        }
    }

    package var saying: Saying { Saying(self) }
}

/// A stage's value together with what it noticed on the way.
package struct Diagnosed<Value> {
    package var value: Value
    package var diagnostics: [Diagnostic]

    package init(_ value: Value, _ diagnostics: [Diagnostic] = []) {
        self.value = value
        self.diagnostics = diagnostics
    }
}

extension Diagnosed: Sendable where Value: Sendable {}

extension [Diagnostic] {
    package var hasErrors: Bool { contains { $0.severity == .error } }

    /// The number of errors. Whoever asks whether something failed may not count warnings.
    package var errorCount: Int { count { $0.severity == .error } }

    /// The diagnostics for the maintainer, sorted by place, each once. If only the help differs, the shortest stays:
    /// the help of a template's part names what each page with that part can use, which is not the same in all pages.
    package var sortedForReport: [Diagnostic] {
        sorted().reduce(into: []) { told, next in
            if told.last?.repeats(next) != true { told.append(next) }
        }
    }
}

/// One thing the maintainer should know: what, where, and how to mend it.
package struct Diagnostic: Hashable, Sendable {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    /// The stable name of the rule, such as `window.order`; `kairan` prints it in brackets.
    package var rule: String
    package var message: String
    package var span: SourceSpan
    /// How to mend it, in one sentence without a final full stop.
    package var help: String?
    /// Of texts that should be the same: lines that start with `-` or `+`.
    package var difference: [String] = []

    package init(
        _ severity: Severity = .error, _ rule: String, _ message: String, at span: SourceSpan, help: String? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.message = message
        self.span = span
        self.help = help
    }
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

    /// Says the same, perhaps with other help, or as a warning what is an error too.
    fileprivate func repeats(_ other: Diagnostic) -> Bool {
        (span, rule, message) == (other.span, other.rule, other.message) && difference == other.difference
    }
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

    /// Sorted by place, each once: what the maintainer reads. Where the help differs, as names do that a part of a template
    /// can use in each page that it is part of, the shortest stays.
    package var sortedForReport: [Diagnostic] {
        sorted().reduce(into: []) { told, next in
            if told.last?.repeats(next) != true { told.append(next) }
        }
    }
}

internal import KairanModel

// Advice on names that are looked up outside of lists, further out with each `$`.
extension Schema {
    /// Returns the mistake of a path that leads out of more lists than there are.
    func tooFarOut(_ text: String, _ names: [String], in scope: Scope, at span: SourceSpan) -> Diagnostic {
        let count = scope.lists.count
        let around = count == 0 ? "none is" : count == 1 ? "only one is" : "only \(count) are"
        let meant = otherSigns((0..<count + 1).reversed(), names, in: scope)
        return Diagnostic(
            .error, .pathUnknown,
            "'\(text)' leads out of \(text.prefix { $0 == "$" }.count) lists, but \(around) around it",
            at: span, help: meant.map { .write("write \($0)", $0) } ?? "each '$' leads out of one list")
    }

    /// Returns a path of the same names that has a value, with one of some numbers of `$` before them.
    func otherSigns(_ counts: some Sequence<Int>, _ names: [String], in scope: Scope) -> String? {
        counts.first { leads(names, outOf: $0, in: scope) }.map {
            String(repeating: "$", count: $0) + names.joined(separator: ".")
        }
    }
}

extension PathError {
    /// Returns the mistake with advice to write another path, if there is one.
    func suggesting(_ path: String?) -> PathError {
        var error = self
        if let path { error.diagnostic.help = "did you mean '\(path)'?" }
        return error
    }
}

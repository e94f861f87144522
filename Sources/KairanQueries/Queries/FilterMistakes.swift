internal import KairanModel

// Advice on conditions that compare a value in a way that is not for it.
extension ShapeCompiler {
    /// Tells of a comparison that is not for lists. Returns nil, as there is no condition then.
    mutating func refuseList(_ path: Path, _ advice: String, at span: SourceSpan) -> Filter? {
        reader.error(.queryWhere, "'\(path.text)' is a list", at: span, help: "write \(path.text): \(advice)")
        return nil
    }

    /// Warns of a condition that depends on nothing, because a list may be empty, but is there.
    mutating func warnOfList(_ path: Path, exists: Bool, at span: SourceSpan) {
        let meant = exists ? "{ moreThan: 0 }" : "0"
        reader.diagnostics.append(
            Diagnostic(
                .warning, .queryWhere, "'\(path.text)' is a list, which always exists, even if nothing is in it",
                at: span, help: "write \(path.text).count: \(meant)"))
    }

    /// Warns of a condition that holds for one millisecond, which nobody means.
    mutating func warnOfInstant(_ path: Path, at span: SourceSpan) {
        reader.diagnostics.append(
            Diagnostic(
                .warning, .queryWhere, "'\(path.text)' is a moment, which is hardly ever exactly now", at: span,
                help: "write \(path.text): { atLeast: now } for what is to come, or { lessThan: now } for what is past")
        )
    }
}

package import KairanModel

extension Diagnostic {
    /// Whether a build is refused for what is published, and not for a mistake in the content.
    package var isRefusal: Bool {
        rule.hasPrefix("contract.")
            || ["changed", "removed", "version", "order", "unreadable"].contains { rule == "agreement.\($0)" }
    }
}

extension [Diagnostic] {
    package mutating func takeRefusalsForWarnings() {
        for index in indices where self[index].isRefusal { self[index].severity = .warning }
    }
}

import KairanModel

/// A result of the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard).
struct SARIFResult {
    /// The level: `error`, `warning` or `note` (3.27.10).
    var level: String
    var rule: String
    var message: String
    var span: SourceSpan
    var related: [RelatedPlace] = []
    var properties: [String: ReportValue] = [:]
    /// This is true if `kairan check --fix` tries to mend it.
    var isMendable = false
    /// The reasons why nobody has to look at the result: none if somebody has to, nil if that is unknown (3.27.23).
    var suppressions: [String]?
    /// The mend, if a program can write it (3.27.30).
    var fix: SARIFFix?

    init(level: String, rule: String, message: String, span: SourceSpan) {
        (self.level, self.rule, self.message, self.span) = (level, rule, message, span)
    }

    init(_ diagnostic: Diagnostic) {
        let lines = [diagnostic.message] + diagnostic.difference + (diagnostic.help.map { ["help: \($0)"] } ?? [])
        self.init(
            level: diagnostic.severity.rawValue, rule: diagnostic.rule.rawValue, message: lines.joined(separator: "\n"),
            span: diagnostic.span)
        related = diagnostic.related
        isMendable = diagnostic.fix != nil
    }
}

extension Report {
    /// Returns one log with one run, on one line.
    ///
    /// - Parameter problem: The reason why there are no results; nil if the command ran to its end.
    func sarif(_ results: [SARIFResult], properties: [String: ReportValue] = [:], problem: String? = nil) -> String {
        let rules = Set(results.map(\.rule)).sorted()
        let driver: [String: ReportValue] = [
            "name": .string("kairan"), "version": .string(Kairan.configuration.version),
            "rules": .list(rules.map(rule)),
        ]
        var invocation: [String: ReportValue] = ["executionSuccessful": .boolean(problem == nil)]
        // A mistake in an option is one of how the tool is run (3.20.22), and GitHub refuses results without a file.
        let ofOptions = results.filter { !$0.span.isInFile }
        if !ofOptions.isEmpty {
            invocation["toolConfigurationNotifications"] = .list(
                ofOptions.map {
                    .object([
                        "level": .string($0.level), "message": text($0.message),
                        "associatedRule": .object(["id": .string($0.rule)]),
                    ])
                })
        }
        if let problem {
            invocation["toolExecutionNotifications"] = .list([
                .object(["level": .string("error"), "message": text(problem)])
            ])
        }
        var run: [String: ReportValue] = [
            "tool": .object(["driver": .object(driver)]), "invocations": .list([.object(invocation)]),
            "results": .list(results.filter(\.span.isInFile).map { value($0, rules) }),
            // Without this key, columns would count UTF-16 code units (3.14.17).
            "columnKind": .string("unicodeCodePoints"),
        ]
        if !properties.isEmpty { run["properties"] = .object(properties) }
        let log: [String: ReportValue] = [
            "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
            "runs": .list([.object(run)]),
        ]
        return ReportValue.object(log).text + "\n"
    }

    /// Returns what is known of a rule (3.49), in the words of `kairan explain`.
    private func rule(_ id: String) -> ReportValue {
        var rule: [String: ReportValue] = ["id": .string(id)]
        if let explanation = Explanation.all.first(where: { $0.rule.rawValue == id }) {
            rule["shortDescription"] = text(plain(explanation.cause))
            rule["fullDescription"] = text(plain(explanation.reason))
            rule["help"] = text(plain(explanation.mend))
        }
        return .object(rule)
    }

    /// Returns a physical location (3.29).
    private func location(_ span: SourceSpan) -> ReportValue {
        let region: [String: ReportValue] = [
            "startLine": .integer(span.line), "startColumn": .integer(span.column),
            "endColumn": .integer(span.column + span.length),
        ]
        return .object([
            "artifactLocation": .object(["uri": .string(uriReference(span.path))]), "region": .object(region),
        ])
    }

    private func value(_ result: SARIFResult, _ rules: [String]) -> ReportValue {
        var value: [String: ReportValue] = [
            "ruleId": .string(result.rule), "ruleIndex": .integer(rules.firstIndex(of: result.rule) ?? -1),
            "level": .string(result.level), "message": text(result.message),
            "locations": .list([.object(["physicalLocation": location(result.span)])]),
        ]
        if !result.related.isEmpty {
            value["relatedLocations"] = .list(
                result.related.map { related in
                    .object(["physicalLocation": location(related.span), "message": text(related.message)])
                })
        }
        if let fix = result.fix { value["fixes"] = .list([fix.value(at: location(result.span))]) }
        if !result.properties.isEmpty { value["properties"] = .object(result.properties) }
        if let suppressions = result.suppressions {
            value["suppressions"] = .list(
                suppressions.map { .object(["kind": .string("external"), "justification": .string($0)]) })
        }
        return .object(value)
    }

    private func text(_ text: String) -> ReportValue { .object(["text": .string(text)]) }

    /// Returns a path as a URI reference (RFC 3986, 4.1). A colon is escaped, since it could end a scheme.
    private func uriReference(_ path: String) -> String {
        let encoded = percentEncoded(path) {
            isASCIILetter($0) || isASCIIDigit($0) || "-._~!$&'()*+,=@/".utf8.contains($0)
        }
        return path.hasPrefix("/") ? "file://" + encoded : encoded
    }
}

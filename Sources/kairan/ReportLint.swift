import KairanBuild
import KairanModel

/// The result of `kairan lint`, with the findings that it does not report.
struct LintRun {
    var findings: SiftedFindings
    var jsonCount: Int
    var pictureCount: Int
    var duration: Duration
    var baseline: String?
    var ignoredRules: [String]

    /// Every reason that the user gave not to report findings, with the findings that it hides, even if there are none.
    fileprivate var hidden: [(reason: String, diagnostics: [Diagnostic])] {
        var rules: Set<String> = []
        let byBaseline = baseline.map { (reason: "--baseline \($0)", diagnostics: findings.known) }
        return [byBaseline].compactMap(\.self)
            + ignoredRules.filter { rules.insert($0).inserted }.map { rule in
                (reason: "--ignore \(rule)", diagnostics: findings.ignored.filter { $0.rule.rawValue == rule })
            }
    }
}

extension Report {
    func linted(_ run: LintRun, _ lines: SourceLines) {
        switch format {
        case .human, .github:
            diagnostics(run.findings.reported + run.findings.gone, lines)
            outcome(run)
        case .json:
            let ignored = run.hidden.map { ReportValue.object(["by": .string($0), "count": .integer($1.count)]) }
            var facts: [String: ReportValue] = ["done": .boolean(run.findings.reported.isEmpty)]
            if !ignored.isEmpty { facts["ignored"] = .list(ignored) }
            if run.findings.reported.isEmpty {
                facts["files"] = .integer(run.jsonCount)
                facts["pictures"] = .integer(run.pictureCount)
            }
            output.write(json(facts, run.findings.reported + run.findings.gone))
        case .sarif: output.write(sarif(results(run)))
        }
    }

    private func outcome(_ run: LintRun) {
        let checked = "\(count(run.jsonCount, "JSON file")), \(count(run.pictureCount, "picture"))"
        let hidden = run.hidden.map { "; \(count($1.count, "mistake")) ignored by \(Excerpt.printable($0))" }.joined()
        let mistakes = run.findings.reported.count
        guard mistakes == 0 else {
            return Terminal.standardError.write(
                Terminal.standardError.styled("\(count(mistakes, "mistake")) in \(checked)\(hidden)\n", .bold))
        }
        let outcome = hidden.isEmpty ? "no mistakes" : "no other mistakes"
        output.write(output.styled("\(checked): \(outcome)\(hidden); \(run.duration.words)", .bold) + "\n")
    }

    /// Returns all findings; hidden ones are suppressed in the log. If one result says whether it is suppressed, all of
    /// them have to (SARIF 2.1.0, 3.27.23).
    private func results(_ run: LintRun) -> [SARIFResult] {
        let isKnown = !run.hidden.isEmpty
        let reported = (run.findings.reported + run.findings.gone).map { diagnostic in
            var result = SARIFResult(diagnostic)
            if isKnown { result.suppressions = [] }
            return result
        }
        return reported
            + run.hidden.flatMap { reason, diagnostics in
                diagnostics.map { diagnostic in
                    var result = SARIFResult(diagnostic)
                    result.suppressions = [reason]
                    return result
                }
            }
    }

    func wroteBaseline(_ path: String, _ number: Int) {
        switch format {
        case .human, .github: output.write("\(Excerpt.printable(path)): \(count(number, "known mistake")) written\n")
        case .json:
            output.write(json(["done": .boolean(true), "path": .string(path), "written": .integer(number)], []))
        case .sarif: output.write(sarif([]))
        }
    }
}

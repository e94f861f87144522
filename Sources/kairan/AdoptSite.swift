import ArgumentParser
internal import KairanAdopt
import KairanBuild
import KairanContent
import KairanModel
internal import KairanReaders
import KairanSystem

/// The value of `--from`.
enum OldSiteName: String, ExpressibleByArgument, CaseIterable {
    case jekyll, hugo

    var generator: OldGenerator { self == .jekyll ? .jekyll : .hugo }
}

// `kairan adopt --from`.
extension AdoptCommand {
    /// Writes the board that a site of another generator becomes.
    func adoptSite(of generator: OldGenerator, from folder: String, into target: String, _ report: Report) throws {
        do {
            var wish = SiteWish(folder: folder, generator: generator)
            // The address of the old site counts, unless another one is given.
            if url != Self.unknownAddress { wish.url = url.hasSuffix("/") ? url : url + "/" }
            wish.title = title
            wish.shared = Example.shared.map { SourceFile(path: $0.path, text: $0.text) }
            let options = try SiteOptions.parse([]).buildOptions()
            var plan = try showingProgress("adopting") { _ in try planSite(wish, clock: options.clock) }
            plan.diagnostics = plan.diagnostics.located(in: folder)
            report.diagnostics(plan.diagnostics, SourceLines(SourceTree(files: plan.sources), in: folder))
            let readme = Example.readme(title: plan.title, tasks: tasks(of: plan.collections), promise: "")
            let site = try write(SiteWriter(adopting: plan.files, readme: readme, in: target))
            report.adopted(plan, site, from: folder, into: target, isDone: !dryRun)
        } catch let error as ReadError {
            report.problem(error.description)
            throw ExitCode.inputOutput
        }
    }

    private static var unknownAddress: String { "https://example.org/" }
}

extension Report {
    fileprivate func adopted(
        _ plan: SitePlan, _ site: WrittenSite, from folder: String, into target: String, isDone: Bool
    ) {
        guard format != .sarif else { return output.write(sarif(plan.diagnostics.map(SARIFResult.init))) }
        guard format != .json else { return output.write(json(facts(plan, site, isDone), plan.diagnostics)) }
        let width = plan.collections.map(\.name.count).max() ?? 0
        for collection in isQuiet ? [] : plan.collections {
            let name = collection.name + String(repeating: " ", count: width - collection.name.count)
            output.write(
                "\(name)  \(count(collection.count, "entry", "entries"))  \(located(collection.place, in: target))\n")
        }
        for file in plan.leftOut {
            output.write("left out: \(Excerpt.printable(located(file.path, in: folder))): \(file.reason)\n")
        }
        guard !isQuiet else { return }
        if !plan.trusted.isEmpty {
            output.write("raw HTML is kept in \(plan.trusted.joined(separator: ", ")), whose authors it trusts\n")
        }
        output.write(
            "\(count(plan.pageCount, "page")), the text of \(plan.untouchedCount) unchanged; "
                + "\(count(plan.copiedCount, "other file")) kept; built in memory\n")
        for line in site.keptLines { output.write(line) }
        let summary = "\(count(site.files.count, "file")) \(isDone ? "written" : "would be written")"
        let next = isDone ? "; next: \(entering(target))kairan serve --open" : ""
        output.write(output.styled(summary, .bold) + next + "\n")
    }

    private func facts(_ plan: SitePlan, _ site: WrittenSite, _ isDone: Bool) -> [String: ReportValue] {
        [
            "done": .boolean(isDone), "files": .list(site.written.map(ReportValue.string)),
            "pages": .integer(plan.pageCount), "unchanged": .integer(plan.untouchedCount),
            "copied": .integer(plan.copiedCount), "trusted": .list(plan.trusted.map(ReportValue.string)),
            "leftOut": .list(
                plan.leftOut.map { .object(["path": .string($0.path), "reason": .string($0.reason)]) }),
        ]
    }
}

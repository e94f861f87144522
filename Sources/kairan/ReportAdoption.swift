internal import KairanAdopt
import KairanBuild
import KairanModel
internal import KairanReaders

extension Report {
    func adopted(
        _ plan: AdoptionPlan, _ site: WrittenSite, from folder: String, into target: String, isDone: Bool
    ) {
        guard format != .sarif else { return output.write(sarif(plan.diagnostics.map(SARIFResult.init))) }
        guard format != .json else { return output.write(json(facts(plan, site, isDone), plan.diagnostics)) }
        if !isQuiet { write(collectionsOf: plan, in: target, from: folder) }
        for message in plan.misnamed {
            output.write("warning: \(Excerpt.printable(message)); it keeps its name, as apps may know it\n")
        }
        for file in plan.leftOut {
            output.write("left out: \(Excerpt.printable(located(file.path, in: folder))): \(file.reason)\n")
        }
        if !isQuiet { write(contractsOf: plan) }
        if let branch = plan.branch { write(branch, isKept: branch.prefix == plan.prefix) }
        guard !isQuiet else { return }
        let equal = plan.leftOut.isEmpty ? "all come out equal" : "all but those left out come out equal"
        let others = plan.otherCount == 0 ? "" : ", \(count(plan.otherCount, "other file")) kept"
        output.write(
            "\(plan.shapedCount) of \(count(plan.jsonCount, "JSON file")) shaped\(others); built in memory, \(equal)\n"
        )
        if plan.strippedCount > 0 {
            output.write("\(count(plan.strippedCount, "picture")) will be published without metadata\n")
        }
        let place = located("public/\(plan.prefix)", in: target)
        output.write("what \(Excerpt.printable(folder)) has at its top will be in \(Excerpt.printable(place))\n")
        for line in site.keptLines { output.write(line) }
        let summary = "\(count(site.files.count, "file")) \(isDone ? "written" : "would be written")"
        let next = isDone ? "; next: \(entering(target))kairan build --first-publication" : ""
        output.write(output.styled(summary, .bold) + next + "\n")
    }

    private func write(collectionsOf plan: AdoptionPlan, in target: String, from folder: String) {
        let width = plan.collections.map(\.name.count).max() ?? 0
        for collection in plan.collections {
            let name = collection.name + String(repeating: " ", count: width - collection.name.count)
            output.write(
                "\(name)  \(count(collection.count, "entry", "entries"))  \(located(collection.place, in: target))\n")
        }
        let forms = formsByLine(of: plan).map { (Excerpt.printable(located($0.path, in: folder)), $0.words) }
        let pathWidth = forms.map(\.0.count).max() ?? 0
        for (path, words) in forms {
            output.write(path + String(repeating: " ", count: pathWidth - path.count) + "  \(words)\n")
        }
        for collection in plan.collections {
            for choice in collection.choices {
                output.write("closed: \(collection.name).\(choice.field): \(choice.values.joined(separator: ", "))\n")
            }
        }
    }

    /// Returns a line for each JSON file, and one for all files that one template makes.
    private func formsByLine(of plan: AdoptionPlan) -> [(path: String, words: String)] {
        let rows = Dictionary(grouping: plan.forms.lazy.filter { $0.form.kind == .entry && $0.form.remark == nil }) {
            KairanReaders.folder(of: $0.path)
        }
        var seen: Set<Substring> = []
        return plan.forms.compactMap { path, form in
            let folder = KairanReaders.folder(of: path)
            guard form.kind == .entry, form.remark == nil, let all = rows[folder], all.count > 1 else {
                return (path, form.words)
            }
            guard seen.insert(folder).inserted else { return nil }
            return ("\(folder)/*.json", "\(all.count) files, \(form.words) each")
        }
    }

    private func write(contractsOf plan: AdoptionPlan) {
        for version in plan.looseVersions {
            output.write("no contract for \(version.name): \(Excerpt.printable(version.reason))\n")
        }
        guard plan.unversionedCount > 0 else { return }
        output.write(
            "no contract for \(count(plan.unversionedCount, "JSON file")): only a folder of api/ is a version that "
                + "promises something; --out api/v1 makes one, with other addresses\n")
    }

    private func write(_ branch: BranchAddress, isKept: Bool) {
        let shown = Excerpt.printable(branch.address)
        guard isKept else {
            let out = branch.prefix.isEmpty ? "." : shellWord(String(branch.prefix.dropLast()))
            return output.write(
                "warning: the JSON names its files below \(shown)\(Excerpt.printable(branch.prefix)); "
                    + "--out \(out) keeps these addresses\n")
        }
        guard !isQuiet else { return }
        output.write(
            "\(shown) stays right if public/ becomes the branch \(Excerpt.printable(branch.branch)); "
                + "see 'Addresses of a branch' in the guide's page on moving an API\n")
    }

    /// Returns the command that goes to the folder of a board before the next one.
    func entering(_ folder: String) -> String {
        guard folder != "." else { return "" }
        // A folder whose name begins with a hyphen would be an option.
        return "cd \(shellWord((folder.hasPrefix("-") ? "./" : "") + Excerpt.printable(folder))) && "
    }

    private func facts(_ plan: AdoptionPlan, _ site: WrittenSite, _ isDone: Bool) -> [String: ReportValue] {
        func list(_ copies: [AdoptionPlan.Copy]) -> ReportValue {
            .list(copies.map { .object(["path": .string($0.path), "reason": .string($0.reason)]) })
        }
        return [
            "done": .boolean(isDone), "files": .list(site.written.map(ReportValue.string)),
            "shaped": .integer(plan.shapedCount), "json": .integer(plan.jsonCount),
            "copied": list(
                plan.forms.filter { $0.form.kind == .copied }.map { .init(path: $0.path, reason: $0.form.remark ?? "") }
            ),
            "forms": .list(
                plan.forms.map { path, form in
                    var facts: [String: ReportValue] = [
                        "path": .string(path), "kind": .string(form.kind.rawValue),
                        "collections": .list(form.collections.map(ReportValue.string)),
                    ]
                    facts["remark"] = form.remark.map(ReportValue.string)
                    return .object(facts)
                }),
            "closed": .list(
                plan.collections.flatMap { collection in
                    collection.choices.map { choice in
                        .object([
                            "field": .string("\(collection.name).\(choice.field)"),
                            "values": .list(choice.values.map { .string($0) }),
                        ])
                    }
                }),
            "leftOut": list(plan.leftOut), "stripped": .integer(plan.strippedCount),
            "withoutContract": list(plan.looseVersions.map { .init(path: $0.name, reason: $0.reason) }),
            "prefix": .string(plan.prefix), "unversioned": .integer(plan.unversionedCount),
        ]
    }
}

import ArgumentParser
import KairanBuild
import KairanContent
internal import KairanForms
import KairanModel
internal import KairanReaders
import KairanSystem
import KairanTemplates

/// An entry that somebody is about to write, and the site that it will be in.
struct EntryDraft {
    private let site: String
    private let tree: SourceTree
    private let declarations: Declarations
    private let before: Set<Diagnostic>
    private var form: EntryForm
    var id: String?

    init(site: String, collection name: String, _ report: Report) throws {
        let read = try readSourceTree(site)
        let declared = readDeclarations(read.value.files)
        guard !(read.diagnostics + declared.diagnostics).hasErrors else {
            let mistakes = (read.diagnostics + declared.diagnostics).sortedForReport.located(in: site)
            report.diagnostics(mistakes, SourceLines(read.value, in: site))
            throw ExitCode.mistakes
        }
        (self.site, tree, declarations) = (site, read.value, declared.value)
        let content = readContent(tree.files, declarations)
        before = Set(content.diagnostics)
        guard let declaration = declarations.collection(name) else {
            let names = declarations.collections.map(\.name)
            let help = suggestion(for: name, in: names, kind: "collections") ?? "'kairan list' names them"
            throw OptionError(description: "there is no collection '\(Excerpt.printable(name))'; \(help)")
        }
        if let parent = declaration.parent {
            let field = declarations.collection(parent)?.holder(of: name)?.name ?? name
            throw OptionError(
                description: "\(name) are records in the files of \(parent); "
                    + "add one below '\(field):' in the file of its \(declarations.collection(parent)?.entryWord ?? parent)"
            )
        }
        form = EntryForm(declaration, in: content.value)
    }

    mutating func give(_ value: String, to name: String) throws(OptionError) {
        let fields = form.declaration.fields.map(\.name)
        guard fields.contains(name) else {
            let help = suggestion(for: name, in: fields, kind: "fields") ?? "see its _collection.yml"
            throw OptionError(
                description:
                    "the \(form.declaration.entryWord) has no field '\(Excerpt.printable(name))'; \(help)")
        }
        guard form.values[name] == nil else { throw OptionError(description: "'\(name)' is given twice") }
        form.values[name] = value
    }

    mutating func call(_ title: String) throws(OptionError) {
        guard !title.allSatisfy(\.isWhitespace) else { return }
        if let field = form.titleField { return try give(title, to: field.name) }
        let name = slug(title)
        if form.idField == nil || isFree(name) { id = name }
    }

    /// Settles the entry's title or id, and a file name that is not taken.
    mutating func settleFile(asking: Bool) throws {
        if let field = form.titleField, form.missing.contains(where: { $0.name == field.name }) {
            guard asking else {
                throw OptionError(description: "give a title: kairan new \(form.declaration.name) \"…\"")
            }
            try ask(for: field)
        }
        if asking, let field = form.idField, form.values[field.name] == nil, !isSafeID(titleName) {
            try ask(for: field)
        }
        while let problem = fileProblem ?? (asking && form.idField == nil ? takenId : nil) {
            guard asking else { throw OptionError(description: "\(problem.message)\(problem.advice)") }
            Terminal.standardError.write("\(problem.message)\n")
            id = try answer(to: "id: ")
        }
        // The name is kept, since it is not free any more once the file is written.
        id = name
    }

    /// Asks on a terminal for one field after another.
    mutating func ask() throws {
        for field in form.unanswered { try ask(for: field) }
    }

    /// Asks for a field until the answer is right or empty.
    private mutating func ask(for field: FieldDeclaration) throws {
        let proposal = form.proposal(for: field).map { " [\($0)]" } ?? ""
        while let answer = try answer(to: "\(field.name): \(form.words(field))\n\(field.name)\(proposal): ") {
            form.values[field.name] = answer
            let wrong = mistakes(in: file).filter {
                // If two files have one id, the diagnostic is at the second one, which may be the other file.
                if field.name == form.idField?.name, $0.rule == .idDuplicate { return true }
                return $0.span.path == file.path && line(of: $0)?.hasPrefix("\(field.name):") == true
            }
            guard let first = wrong.first else { break }
            form.values[field.name] = nil
            let help = first.help.map { "; \($0)" } ?? ""
            Terminal.standardError.write(Excerpt.printable("\(first.message)\(help)") + "\n")
        }
    }

    /// Returns the answer to a question, or nil if it is empty. The end of the input ends the command.
    private func answer(to question: String) throws -> String? {
        Terminal.standardError.write(question)
        guard let line = readLine() else {
            Terminal.standardError.write("\n")
            throw OptionError(description: "nothing was written")
        }
        let text = String(line.trimmingSpaces())
        return text.isEmpty ? nil : text
    }

    /// Throws if something is missing; for when nobody can be asked.
    func requireAll() throws(OptionError) {
        guard !form.missing.isEmpty else { return }
        let options = form.missing.map { "--set \($0.name)=…" }.joined(separator: " ")
        throw OptionError(description: "nothing was written: the \(form.declaration.entryWord) also needs \(options)")
    }

    /// Stops if a value is wrong.
    func check(_ report: Report) throws {
        let wrong = mistakes(in: file).filter { $0.rule != .fieldMissing }
        guard wrong.isEmpty else {
            let lines = SourceLines(SourceTree(files: tree.files + [file]), in: site)
            report.diagnostics(wrong.sortedForReport.located(in: site), lines)
            report.failed(count: wrong.count, "; nothing was written")
            throw ExitCode.mistakes
        }
    }

    mutating func write(_ report: Report) throws {
        // A draft is not checked as closely as what is published.
        try check(report)
        form.isDraft = form.lacksBody
        try writeFiles([WishedFile(path: path, bytes: file.bytes, isNew: true)])
        report.written(path, missing: form.missing.map(\.name), isDraft: form.isDraft)
    }

    private var name: String { id ?? (form.idField == nil ? titleName : freeName) }

    private var titleName: String { form.titleField.flatMap { form.values[$0.name] }.map(slug) ?? "" }

    /// A free name for the file, made from the title, the id, or a number. Any name will do if a field gives the id.
    private var freeName: String {
        let id = form.idField.flatMap { form.values[$0.name] } ?? ""
        let word = slug(form.declaration.entryWord)
        let numbered = (1...).lazy.map { "\(word.isEmpty ? "entry" : word)-\($0)" }
        return [titleName, isSafeID(id) ? id : slug(id)].first(where: isFree) ?? numbered.first(where: isFree) ?? ""
    }

    private func isFree(_ name: String) -> Bool {
        isSafeID(name)
            && workingFolder.knownStatus(of: located(form.file(id: name).path, in: site), followsLink: true) == nil
    }

    private var file: SourceFile { form.file(id: name.isEmpty ? "new" : name) }

    private var path: String { located(file.path, in: site) }

    /// The reason why the entry cannot have its file name, and the option that helps; nil if it can.
    private var fileProblem: (message: String, advice: String)? {
        guard isSafeID(name) else {
            return (
                "name the file with letters and digits, '-', '_', '.' and '+'",
                ": --id \(form.declaration.entryWord)-1"
            )
        }
        guard workingFolder.knownStatus(of: path, followsLink: true) != nil else { return nil }
        return ("\(Excerpt.printable(path)) already exists", "; name another: --id \(name)-2")
    }

    /// The message if another file has the same id; nil if none has.
    private var takenId: (message: String, advice: String)? {
        mistakes(in: file).first { $0.rule == .idDuplicate }.map { (Excerpt.printable($0.message), "") }
    }

    /// Returns the errors that the site has with the entry and did not have before.
    private func mistakes(in file: SourceFile) -> [Diagnostic] {
        let files = (tree.files.filter { $0.path != file.path } + [file]).sorted { $0.path < $1.path }
        return readContent(files, declarations).diagnostics.filter { !before.contains($0) && $0.severity == .error }
    }

    private func line(of diagnostic: Diagnostic) -> String? {
        let lines = String(decoding: file.bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let index = diagnostic.span.line - 1
        return lines.indices.contains(index) ? String(lines[index]) : nil
    }
}

extension Terminal {
    /// Tells whether somebody can be asked, and sees the questions.
    static var areInteractive: Bool { standardInput.isInteractive && standardError.isInteractive }
}

extension Report {
    fileprivate func written(_ path: String, missing: [String], isDraft: Bool) {
        guard format != .json else {
            return output.write(json(["done": .boolean(true), "path": .string(path)], []))
        }
        output.write("\(Excerpt.printable(path))\n")
        if !missing.isEmpty { output.write("to fill in: \(missing.joined(separator: ", "))\n") }
        if isDraft { output.write("a draft without a text: write one, and remove 'channel: preview' to publish it\n") }
    }
}

import Foundation
import SiteTesting

/// One thing that somebody does to the text of a site between two builds.
enum SiteEdit: String, CaseIterable {
    case nothing, swapValues, takeValue, dropValue, number, word, addParagraph, dropParagraph
    case swapItems, dropItem, copyItem, moveItem, trash, preview, unmark
    case copyFile, removeFile, restoreFile, renameFile, picture, pictureName
    case templateText, templateLine, templateValue, copyTemplate, removeTemplate, restoreTemplate, renameTemplate
    case declaration, setting, options, seconds, days, months, mistake

    /// These edits make everything anew, or are often mistakes. A test learns from what is kept, so they are rare.
    private static let rare: Set<SiteEdit> = [
        .dropValue, .templateLine, .templateValue, .preview, .setting, .options, .mistake,
    ]

    fileprivate static let drawn = allCases.flatMap { Array(repeating: $0, count: rare.contains($0) ? 2 : 5) }
}

/// Random choices. Copies of a site go on with the same numbers, so that one that went back does not repeat itself.
final class Dice {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element? {
        elements.randomElement(using: &numbers)
    }

    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

    func chance(_ oneIn: Int) -> Bool { number(1...oneIn) == 1 }

    /// A name; two of these look the same, and are equal as keys of a dictionary, but not as names of files.
    func name(_ other: String) -> String { pick(["caf\u{E9}", "cafe\u{301}", other]) ?? other }
}

extension EditedSite {
    /// Makes an edit that changes something, or none. Most sites lack something that could be edited, such as pictures.
    mutating func edit() -> SiteEdit {
        let before = self
        while true {
            let edit = dice.pick(SiteEdit.drawn) ?? .nothing
            apply(edit)
            let isSame =
                Set(sources.keys.map { Array($0.utf8) }) == Set(before.sources.keys.map { Array($0.utf8) })
                && (sources, base, style, moment) == (before.sources, before.base, before.style, before.moment)
            if edit == .nothing || !isSame { return edit }
        }
    }

    private mutating func apply(_ edit: SiteEdit) {
        switch edit {
        case .nothing: break
        case .swapValues, .takeValue: exchangeValues(isSwap: edit == .swapValues)
        case .dropValue: change(entryFiles) { $0.dropValue() }
        case .number: change(entryFiles) { $0.changeNumber() }
        case .word:
            let word = dice.pick(["harbour", "日本語", "Q&A", "{brace}", dice.name(newName("w"))])
            change(entryFiles) { $0.changeWord(to: word ?? "") }
        case .addParagraph: addParagraph()
        case .dropParagraph: change(bodies) { $0.dropParagraph() }
        case .swapItems, .dropItem, .copyItem, .moveItem: changeItems(edit)
        case .trash, .preview: mark(edit)
        case .unmark:
            let marks: Set = ["deleted", "channel"]
            let marked = entryFiles.filter { SourceText($0, in: self).values.contains { marks.contains($0.key) } }
            change(marked) { $0.dropValue(named: marks) }
        case .copyFile, .removeFile, .renameFile: changeFile(edit)
        case .restoreFile: restore("content/")
        case .picture: changePicture()
        case .pictureName: renamePicture()
        case .templateText:
            let name = newName("n")
            change(templates) { $0.text += $0.path.hasSuffix(".yml") ? "# \(name)\n" : " " + name }
        case .templateLine: change(templates) { $0.changeLine() }
        case .templateValue: change(templates) { $0.dice.chance(2) ? $0.changeNumber() : $0.dropValue() }
        case .copyTemplate, .removeTemplate, .renameTemplate: moveTemplate(edit)
        case .restoreTemplate: restore("templates/")
        case .declaration: changeDeclaration()
        case .setting: changeSetting()
        case .options:
            base = dice.pick([nil, "/other/", "https://else.example/x/"]) ?? nil
            style = dice.chance(2) ? .compact : .pretty
        case .seconds: moment = dice.pick(moments).map { $0 + dice.number(-1...1) } ?? moment + 3000
        case .days: moment += 86400 * dice.number(-4...4)
        case .months: moment += 86400 * 30 * dice.number(-1...1)
        case .mistake: makeMistake()
        }
    }

    private mutating func change(_ paths: [String], _ edit: (inout SourceText) -> Void) {
        guard var source = any(paths) else { return }
        edit(&source)
        self[source.path] = source.text
    }

    private func any(_ paths: [String]) -> SourceText? { dice.pick(paths).map { SourceText($0, in: self) } }
}

// MARK: Entries

extension EditedSite {
    /// Gives a value the one that another entry of the collection has, which is of its type. A swap keeps them unique.
    private mutating func exchangeValues(isSwap: Bool) {
        guard var one = any(entryFiles), let value = dice.pick(one.values),
            var other = any(like(one).filter { SourceText($0, in: self).values.contains { $0.key == value.key } }),
            let taken = dice.pick(other.values.filter { $0.key == value.key })
        else { return }
        if isSwap, other.path == one.path {
            one.swap(value.range, taken.range)
        } else {
            let text = String(one.text[value.range])
            one.text.replaceSubrange(value.range, with: String(other.text[taken.range]))
            other.text.replaceSubrange(taken.range, with: text)
            if isSwap { self[other.path] = other.text }
        }
        self[one.path] = one.text
    }

    /// The files of the same collection, and of the same syntax.
    private func like(_ source: SourceText) -> [String] {
        let folder = source.path.split(separator: "/").prefix(2)
        return entryFiles.filter {
            $0.split(separator: "/").starts(with: folder) && SourceText($0, in: self).syntax == source.syntax
        }
    }

    private mutating func addParagraph() {
        guard let path = dice.pick(bodies) else { return }
        func link(_ paths: [String]) -> String {
            let up = String(repeating: "../", count: path.split(separator: "/").count - 2)
            return up + (dice.pick(paths) ?? path).dropFirst("content/".count)
        }
        let texts = [
            "## Part \(dice.number(0...2))\n\nIt is \(newName("t")).", "## Part 1\n\nSee [here](#part-1).",
            "Read [that](\(link(bodies.filter { self[$0].contains("## Part 1") }))#part-1).",
            "A [file](\(link(entryFiles))).", "![p](\(link(attachments)))", "Raw <b>text</b>.",
            "Go [home](/)[^n].\n\n[^n]: A note.", "> [!NOTE]\n> \(newName("t"))\n>\n> * https://e.example/",
        ]
        self[path] += "\n\n" + (dice.pick(texts) ?? "") + "\n"
    }

    private mutating func changeItems(_ edit: SiteEdit) {
        guard var source = any(entryFiles.filter { SourceText($0, in: self).items.count > 1 }),
            let item = dice.pick(source.items), let other = source.items.first(where: { $0 != item })
        else { return }
        let (text, id) = (String(source.text[item]), source.id(of: item))
        if edit == .swapItems { source.swap(item, other) }
        if edit == .dropItem || edit == .moveItem { source.remove(item: item) }
        self[source.path] = source.text
        if edit == .dropItem { forget(id) }
        guard edit == .copyItem || edit == .moveItem, var target = any(like(source)),
            // A link to a file leads to its first entry.
            let place = dice.chance(2) ? target.items.first : dice.pick(target.items)
        else { return }
        target.insert(
            edit == .moveItem ? text : text.replacing(id, with: newName("n"), maxReplacements: 1), before: place)
        self[target.path] = target.text
    }

    /// Mostly takes out the values that name an entry or a file, and the paragraphs that lead to it.
    private mutating func forget(_ name: String) {
        if dice.chance(4) { return }
        for path in entryFiles {
            var source = SourceText(path, in: self)
            let values = source.values.filter { [name, "\"\(name)\""].contains(String(source.text[$0.range])) }
            let paragraphs = source.paragraphs.filter { range in
                [name + ".", name + ")", name + "/"].contains { source.text[range].contains($0) }
            }
            for range in (values.map(\.whole) + paragraphs).reversed() { source.text.removeSubrange(range) }
            if !values.isEmpty || !paragraphs.isEmpty { self[path] = source.text }
        }
    }

    private mutating func mark(_ edit: SiteEdit) {
        guard var source = any(entryFiles) else { return }
        let day = Date(timeIntervalSince1970: Double(moment + 86400 * dice.number(-9...3)))
        let item = dice.pick(source.items)
        let id = item.map { source.id(of: $0) } ?? source.stem
        if edit == .trash {
            source.mark("deleted", day.formatted(.iso8601.year().month().day()), item)
        } else {
            source.mark("channel", "preview", item)
        }
        self[source.path] = source.text
        forget(id)
    }

    /// A file that is renamed goes by another name in the order of files, and sometimes into another folder.
    private mutating func changeFile(_ edit: SiteEdit) {
        guard let source = any(entryFiles), let bytes = sources[source.path] else { return }
        if edit != .copyFile { sources[source.path] = nil }
        if edit == .removeFile {
            removed[source.path] = bytes
            return forget(source.stem)
        }
        let new = (dice.chance(4) ? "sub/" : "") + newName(dice.chance(2) ? "a" : "z")
        sources[source.path.replacing("/\(source.stem).", with: "/\(new).")] = bytes
        if edit == .renameFile, !dice.chance(4) { replaceInEntries(source.stem, with: new) }
    }

    private mutating func replaceInEntries(_ old: String, with new: String) {
        for path in entryFiles where self[path].contains(old) { self[path] = self[path].replacing(old, with: new) }
    }

    private mutating func restore(_ folder: String) {
        guard let path = dice.pick(removed.keys.filter { $0.hasPrefix(folder) }.sorted()) else { return }
        sources[path] = removed.removeValue(forKey: path)
    }

    private mutating func changePicture() {
        guard let path = dice.pick(attachments), let bytes = sources[path] else { return }
        let others = attachments.filter { $0.split(separator: ".").last == path.split(separator: ".").last }
        switch dice.number(0...2) {
        case 0: sources[path] = bytes + [0]
        case 1: sources[path] = Array(bytes.dropLast())
        default:
            let other = dice.pick(others) ?? path
            (sources[path], sources[other]) = (sources[other], bytes)
        }
    }

    private mutating func renamePicture() {
        guard let source = any(attachments), let bytes = sources.removeValue(forKey: source.path) else { return }
        let new = dice.name(newName("p"))
        sources[source.path.replacing("/\(source.stem).", with: "/\(new).")] = bytes
        if sources[source.path] == nil, dice.chance(3) {
            sources[source.path] = bytes
        } else {
            replaceInEntries(source.stem + ".", with: new + ".")
        }
    }
}

// MARK: Templates, declarations and settings

extension EditedSite {
    private mutating func moveTemplate(_ edit: SiteEdit) {
        // A copy of a layout or a partial would be one that nothing uses.
        guard let path = dice.pick(templates.filter { !$0.contains("/_") }) else { return }
        let bytes = sources[path]
        if edit != .copyTemplate { sources[path] = nil }
        if edit == .removeTemplate { return removed[path] = bytes }
        // Two folders whose names look the same are a mistake.
        let folder = dice.pick(["caf\u{E9}", newName("t")]) ?? "t"
        sources["templates/\(folder)/" + path.dropFirst("templates/".count)] = bytes
    }

    private mutating func changeDeclaration() {
        let line = newName("x") + ": text?"
        change(declarations) { source in
            switch source.dice.number(0...3) {
            case 0: source.text.replace("fields: {", with: "fields: { \(line),")
            case 1: source.text.replace("\nfields:\n", with: "\nfields:\n  \(line)\n")
            case 2: source.changeNumber()
            default: source.changeLine()
            }
        }
    }

    private mutating func changeSetting() {
        let lines = [
            "title: Pier", "description: About", "author: Desk", "timeZone: America/New_York", "timeZone: Asia/Tokyo",
            "dateFormat: d MMM yyyy", "pictures: { widths: [2] }", "values: { students: 12 }",
        ]
        guard let line = dice.pick(lines), !dice.chance(3) else {
            return change(["content/site.yml"]) { $0.changeLine() }
        }
        let others = self["content/site.yml"].split(separator: "\n").filter {
            !$0.hasPrefix(line.prefix { $0 != ":" } + ":")
        }
        self["content/site.yml"] = (others + [Substring(line)]).joined(separator: "\n") + "\n"
    }

    private mutating func makeMistake() {
        switch dice.number(0...4) {
        case 0: change(bodies) { $0.text += "\n\n[dead](nowhere.md)\n" }
        case 1: change(bodies) { $0.text += "\n\n[dead](#nowhere)\n" }
        case 2: change(entryFiles) { $0.breakValue() }
        case 3: change(templates) { $0.text += "{{nothing}}" }
        default: self["content/site.yml"] += "timeZone: Nowhere\n"
        }
    }
}

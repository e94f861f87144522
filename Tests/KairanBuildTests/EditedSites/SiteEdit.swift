import Foundation
import SiteTesting

/// One thing that somebody does to the text of a site between two builds.
enum SiteEdit: String, CaseIterable {
    case nothing, swapValues, takeValue, dropValue, number, word, addParagraph, dropParagraph
    case swapItems, dropItem, copyItem, moveItem, trash, preview, unmark
    case copyFile, removeFile, restoreFile, renameFile, picture, pictureName
    case templateText, templateLine, templateValue, copyTemplate, removeTemplate, restoreTemplate, renameTemplate
    case declaration, setting, options, seconds, days, months, mistake

    /// These edits make everything anew, so they are rare: a test learns from what is kept.
    private static let ofEverything: Set<SiteEdit> = [.declaration, .setting, .options]

    private static let drawn = allCases.flatMap { Array(repeating: $0, count: ofEverything.contains($0) ? 2 : 5) }

    fileprivate static func draw(_ random: inout SeededNumbers) -> SiteEdit {
        drawn.randomElement(using: &random) ?? .nothing
    }
}

extension EditedSite {
    /// Makes an edit that changes something, or none. Most sites lack something that could be edited, such as pictures.
    mutating func edit(_ random: inout SeededNumbers) -> SiteEdit {
        let before = self
        while true {
            let edit = SiteEdit.draw(&random)
            apply(edit, &random)
            if edit == .nothing
                || (sources, base, style, moment) != (before.sources, before.base, before.style, before.moment)
            {
                return edit
            }
        }
    }

    private mutating func apply(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        switch edit {
        case .nothing: break
        case .swapValues, .takeValue: exchangeValues(isSwap: edit == .swapValues, &random)
        case .dropValue: dropValue(in: entryFiles, &random)
        case .number: changeNumber(in: entryFiles, &random)
        case .word: changeWord(&random)
        case .addParagraph, .dropParagraph: changeBody(adds: edit == .addParagraph, &random)
        case .swapItems, .dropItem, .copyItem, .moveItem: changeItems(edit, &random)
        case .trash, .preview: mark(edit, &random)
        case .unmark: unmark(&random)
        case .copyFile, .removeFile, .renameFile: changeFile(edit, &random)
        case .restoreFile: restore("content/", &random)
        case .picture: changePicture(&random)
        case .pictureName: renamePicture(&random)
        case .templateText, .templateLine, .templateValue: editTemplate(edit, &random)
        case .copyTemplate, .removeTemplate, .renameTemplate: moveTemplate(edit, &random)
        case .restoreTemplate: restore("templates/", &random)
        case .declaration: changeDeclaration(&random)
        case .setting: changeSetting(&random)
        case .options:
            base = [nil, "/other/", "https://else.example/x/"].randomElement(using: &random) ?? nil
            style = chance(2, &random) ? .compact : .pretty
        case .seconds:
            let near = chance(3, &random) ? nil : moments.randomElement(using: &random)
            moment = near.map { $0 + Int.random(in: -1...1, using: &random) } ?? moment + 3000
        case .days: moment += 86400 * Int.random(in: -4...4, using: &random)
        case .months: moment += 86400 * 30 * Int.random(in: -1...1, using: &random)
        case .mistake: makeMistake(&random)
        }
    }

    func chance(_ oneIn: Int, _ random: inout SeededNumbers) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }

    private func any(_ paths: [String], _ random: inout SeededNumbers) -> SourceText? {
        paths.randomElement(using: &random).map { SourceText($0, in: self) }
    }
}

// MARK: Values

extension EditedSite {
    /// Gives a value the one that another entry of the collection has, which is of its type. A swap keeps them unique.
    private mutating func exchangeValues(isSwap: Bool, _ random: inout SeededNumbers) {
        guard var one = any(entryFiles, &random), let value = one.values.randomElement(using: &random) else { return }
        let folder = one.path.split(separator: "/").prefix(2)
        let others = entryFiles.filter { $0.split(separator: "/").starts(with: folder) }
            .map { SourceText($0, in: self) }.filter { $0.syntax == one.syntax }
            .flatMap { source in
                source.values.filter { $0.key == value.key && source.text[$0.range] != one.text[value.range] }
                    .map { (source, $0.range) }
            }
        guard let (target, range) = others.randomElement(using: &random) else { return }
        var other = target
        let texts = (String(one.text[value.range]), String(other.text[range]))
        if isSwap, other.path == one.path {
            one.swap(value.range, range)
        } else {
            one.text.replaceSubrange(value.range, with: texts.1)
            other.text.replaceSubrange(range, with: texts.0)
            if isSwap { self[other.path] = other.text }
        }
        self[one.path] = one.text
    }

    private mutating func dropValue(in paths: [String], _ random: inout SeededNumbers) {
        guard var source = any(paths, &random), let value = source.values.randomElement(using: &random) else { return }
        source.text.removeSubrange(value.whole)
        self[source.path] = source.text
    }

    /// Changes a number or the day of a date, which may also stand deep within a value.
    private mutating func changeNumber(in paths: [String], _ random: inout SeededNumbers) {
        guard var source = any(paths, &random) else { return }
        let numbers = source.text[source.data].matches(of: /(?:\d{4}-\d\d-|[:,\[=] ?"?)(\d+)\b/).map(\.output.1)
        guard let number = numbers.randomElement(using: &random), let old = Int(number) else { return }
        let isOfDate = number.startIndex > source.text.startIndex && source.text[..<number.startIndex].hasSuffix("-")
        let new =
            isOfDate ? Int.random(in: 1...28, using: &random) : max(0, old + Int.random(in: -2...2, using: &random))
        source.text.replaceSubrange(
            number.startIndex..<number.endIndex, with: isOfDate ? String(format: "%02d", new) : "\(new)")
        self[source.path] = source.text
    }

    /// Changes a word of a text in an entry; a value without spaces may be more than a text.
    private mutating func changeWord(_ random: inout SeededNumbers) {
        guard var source = any(entryFiles, &random) else { return }
        let texts =
            source.values.map(\.range).filter { source.text[$0].contains(" ") && !source.text[$0].contains(/[\[{]/) }
            + source.paragraphs
        guard let range = texts.randomElement(using: &random),
            let word = source.text[range].matches(of: /\p{L}{2,}/).map(\.range).randomElement(using: &random)
        else { return }
        let words = ["harbour", "caf\u{E9}", "cafe\u{301}", "日本語", "Q&A", "{brace}", newName("w")]
        source.text.replaceSubrange(word, with: words.randomElement(using: &random) ?? "")
        self[source.path] = source.text
    }

    private mutating func changeBody(adds: Bool, _ random: inout SeededNumbers) {
        guard var source = any(bodies, &random) else { return }
        if adds {
            source.text += "\n\n" + paragraph(source.path, &random) + "\n"
        } else if let range = source.paragraphs.randomElement(using: &random) {
            source.text.removeSubrange(range)
        }
        self[source.path] = source.text
    }

    private mutating func paragraph(_ path: String, _ random: inout SeededNumbers) -> String {
        func link(_ paths: [String]) -> String {
            let up = String(repeating: "../", count: path.split(separator: "/").count - 2)
            return up + (paths.randomElement(using: &random) ?? path).dropFirst("content/".count)
        }
        let headed = bodies.filter { self[$0].contains("## Part 1") }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "## Part \(Int.random(in: 0...2, using: &random))\n\nIt is \(newName("t"))."
        case 1: return "## Part 1\n\nSee [here](#part-1)."
        case 2, 3: return "Read [that](\(link(headed))#part-1)."
        case 4, 5: return "A [file](\(link(entryFiles)))."
        case 6: return "![p](\(link(attachments)))"
        case 7: return "Raw <b>text</b>."
        case 8: return "Go [home](/)[^n].\n\n[^n]: A note."
        default: return "> [!NOTE]\n> \(newName("t"))\n>\n> * https://e.example/"
        }
    }
}

// MARK: Items and files

extension EditedSite {
    private mutating func changeItems(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        let lists = entryFiles.filter { SourceText($0, in: self).items.count > 1 }
        guard var source = any(lists, &random), let item = source.items.randomElement(using: &random),
            let other = source.items.randomElement(using: &random)
        else { return }
        let text = String(source.text[item])
        switch edit {
        case .swapItems: source.swap(item, other)
        case .copyItem:
            guard let id = Self.id(of: text, source.syntax) else { return }
            source.insert(text.replacing(id, with: newName("n"), maxReplacements: 1), before: other)
        default:
            source.remove(item: item)
            if edit == .moveItem {
                let folder = source.path.prefix(through: source.path.lastIndex(of: "/") ?? source.path.startIndex)
                let others = lists.filter { $0.hasPrefix(folder) && SourceText($0, in: self).syntax == source.syntax }
                guard var target = any(others.filter { $0 != source.path }, &random), let place = target.items.first
                else { return }
                target.insert(text, before: place)
                self[target.path] = target.text
            } else if let id = Self.id(of: text, source.syntax), !chance(4, &random) {
                self[source.path] = source.text
                return forget(id)
            }
        }
        self[source.path] = source.text
    }

    private static func id(of item: String, _ syntax: SourceText.Syntax) -> String? {
        if syntax == .csv { return item.split(separator: ",").first.map(String.init) }
        return item.firstMatch(of: /\b(?:id|key)"?(?:: | = )"?([\w.\-]+)/).map { String($0.1) }
    }

    /// Takes out the values that name an entry or a file, and the paragraphs that lead to it.
    private mutating func forget(_ name: String) {
        for path in entryFiles {
            var source = SourceText(path, in: self)
            let values = source.values.filter { value in
                let text = source.text[value.range]
                return text == name || text == "\"\(name)\"" || text.hasSuffix("/" + name)
            }
            let paragraphs = source.paragraphs.filter { range in
                [name + ".", name + ")", name + "/"].contains { source.text[range].contains($0) }
            }
            for range in (values.map(\.whole) + paragraphs).reversed() { source.text.removeSubrange(range) }
            if !values.isEmpty || !paragraphs.isEmpty { self[path] = source.text }
        }
    }

    private mutating func mark(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        guard var source = any(entryFiles, &random) else { return }
        let day = Date(timeIntervalSince1970: Double(moment + 86400 * Int.random(in: -9...3, using: &random)))
        let item = source.items.randomElement(using: &random)
        let id = item.flatMap { Self.id(of: String(source.text[$0]), source.syntax) } ?? Self.stem(source.path)
        source.mark(
            edit == .trash ? "deleted" : "channel",
            edit == .trash ? day.formatted(.iso8601.year().month().day()) : "preview", item)
        self[source.path] = source.text
        if !chance(4, &random) { forget(id) }
    }

    private mutating func unmark(_ random: inout SeededNumbers) {
        for path in entryFiles.shuffled(using: &random) {
            var source = SourceText(path, in: self)
            let marks = source.values.filter {
                ["deleted", "channel"].contains($0.key) && !source.text[$0.range].isEmpty
            }
            guard let mark = marks.randomElement(using: &random) else { continue }
            source.text.removeSubrange(mark.whole)
            return self[path] = source.text
        }
    }

    private static func stem(_ path: String) -> String {
        String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
    }

    /// A file that is renamed goes by another name in the order of files, and sometimes into another folder.
    private mutating func changeFile(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        guard let path = entryFiles.randomElement(using: &random), let bytes = sources[path] else { return }
        let (old, new) = (Self.stem(path), newName(chance(2, &random) ? "a" : "z"))
        if edit == .removeFile || edit == .renameFile {
            removed[path] = edit == .removeFile ? bytes : nil
            sources[path] = nil
        }
        if edit == .removeFile { return chance(3, &random) ? () : forget(old) }
        let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        let file = folder + (chance(4, &random) ? "sub/" : "") + new + path.dropFirst(folder.count + old.count)
        sources[file] = bytes
        if edit == .renameFile, !chance(4, &random) { replaceInEntries(old, with: new) }
    }

    private mutating func replaceInEntries(_ old: String, with new: String) {
        for path in entryFiles where self[path].contains(old) {
            self[path] = self[path].replacing(old, with: new)
        }
    }

    private mutating func restore(_ folder: String, _ random: inout SeededNumbers) {
        let gone = removed.keys.filter { $0.hasPrefix(folder) }.sorted()
        guard let path = gone.randomElement(using: &random) else { return }
        sources[path] = removed.removeValue(forKey: path)
    }

    // MARK: Pictures

    private mutating func changePicture(_ random: inout SeededNumbers) {
        guard let path = attachments.randomElement(using: &random), let bytes = sources[path] else { return }
        let other =
            attachments.filter { $0.split(separator: ".").last == path.split(separator: ".").last }
            .randomElement(using: &random) ?? path
        switch Int.random(in: 0..<4, using: &random) {
        case 0: sources[path]?.append(0)
        case 1: sources[path] = Array(bytes.dropLast())
        case 2 where path.hasSuffix(".png"): sources[path] = madePicture(&random)
        default: (sources[path], sources[other]) = (sources[other], bytes)
        }
    }

    /// A name in another normal form looks the same, and as a key of a dictionary it is equal.
    private mutating func renamePicture(_ random: inout SeededNumbers) {
        guard let path = attachments.randomElement(using: &random), let bytes = sources.removeValue(forKey: path) else {
            return
        }
        let (old, new) = (
            Self.stem(path), ["caf\u{E9}", "cafe\u{301}", newName("p")].randomElement(using: &random) ?? ""
        )
        sources[path.replacing("/\(old).", with: "/\(new).")] = bytes
        if sources[path] == nil, chance(3, &random) {
            sources[path] = bytes
        } else {
            replaceInEntries(old + ".", with: new + ".")
        }
    }
}

// MARK: Templates, declarations and settings

extension EditedSite {
    private mutating func editTemplate(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        guard let template = any(templates, &random) else { return }
        let path = template.path
        switch edit {
        case .templateText:
            self[path] += path.hasSuffix(".yml") ? "# \(newName("n"))\n" : path.hasSuffix(".css") ? "\n" : newName(" n")
        case .templateLine: changeLines(of: path, &random)
        default:
            if chance(2, &random) { changeNumber(in: [path], &random) } else { dropValue(in: [path], &random) }
        }
    }

    /// Drops a line, or swaps it with the next.
    private mutating func changeLines(of path: String, _ random: inout SeededNumbers) {
        var lines = self[path].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let index = lines.indices.dropLast().randomElement(using: &random) else { return }
        if chance(2, &random) { lines.remove(at: index) } else { lines.swapAt(index, index + 1) }
        self[path] = lines.joined(separator: "\n")
    }

    private mutating func moveTemplate(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        // A copy of a layout or a partial would be one that nothing uses.
        guard let path = templates.filter({ !$0.contains("/_") }).randomElement(using: &random) else { return }
        let bytes = sources[path]
        if edit != .copyTemplate { sources[path] = nil }
        if edit == .removeTemplate { return removed[path] = bytes }
        let folder = ["caf\u{E9}", "cafe\u{301}", newName("t")].randomElement(using: &random) ?? ""
        sources["templates/\(folder)/" + path.dropFirst("templates/".count)] = bytes
    }

    private mutating func changeDeclaration(_ random: inout SeededNumbers) {
        guard let path = declarations.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: self[path] = self[path].replacing("fields: {", with: "fields: { \(newName("x")): text?,")
        case 1: self[path] = self[path].replacing("\nfields:\n", with: "\nfields:\n  \(newName("x")): text?\n")
        case 2: changeNumber(in: [path], &random)
        default: changeLines(of: path, &random)
        }
    }

    private mutating func changeSetting(_ random: inout SeededNumbers) {
        let path = "content/site.yml"
        let lines = [
            "title: Pier", "description: About", "author: Desk", "timeZone: America/New_York", "timeZone: Asia/Tokyo",
            "dateFormat: d MMM yyyy", "pictures: { widths: [2] }", "values: { students: 12 }",
        ]
        let line = lines.randomElement(using: &random) ?? ""
        if chance(3, &random) { return changeLines(of: path, &random) }
        let others = self[path].split(separator: "\n").filter { !$0.hasPrefix(line.prefix { $0 != ":" } + ":") }
        self[path] = (others + [Substring(line)]).joined(separator: "\n") + "\n"
    }

    private mutating func makeMistake(_ random: inout SeededNumbers) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: if let path = bodies.randomElement(using: &random) { self[path] += "\n\n[dead](nowhere.md)\n" }
        case 1: if let path = bodies.randomElement(using: &random) { self[path] += "\n\n[dead](#nowhere)\n" }
        case 2:
            guard var source = any(entryFiles, &random), let value = source.values.randomElement(using: &random) else {
                return
            }
            source.text.replaceSubrange(value.range, with: "\"?\"")
            self[source.path] = source.text
        case 3: if let path = templates.randomElement(using: &random) { self[path] += "{{nothing}}" }
        default: self["content/site.yml"] += "timeZone: Nowhere\n"
        }
    }
}

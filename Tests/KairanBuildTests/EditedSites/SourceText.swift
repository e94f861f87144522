import Foundation

/// The text of a source, with the places in it that edits change.
struct SourceText {
    var text: String
    let path: String
    let dice: Dice

    init(_ path: String, in site: EditedSite) { (text, self.path, dice) = (site[path], path, site.dice) }

    /// The name of the file without what follows a point. An entry is named by it unless it has an id.
    var stem: String { String(path.split(separator: "/").last?.split(separator: ".").first ?? "") }

    /// Files of one syntax can take values over from each other.
    enum Syntax { case csv, json, toml, yaml }

    var syntax: Syntax {
        if path.hasSuffix(".csv") { return .csv }
        if path.hasSuffix(".json") { return .json }
        return path.hasSuffix(".toml") || text.hasPrefix("+++") ? .toml : .yaml
    }

    /// The range of the values: in Markdown, the front matter.
    var data: Range<String.Index> {
        guard path.hasSuffix(".md") else { return text.startIndex..<text.endIndex }
        let fence = text.prefix(4)
        guard fence == "---\n" || fence == "+++\n", let end = text.dropFirst(3).firstRange(of: "\n" + fence) else {
            return text.startIndex..<text.startIndex
        }
        return text.index(text.startIndex, offsetBy: 4)..<text.index(after: end.lowerBound)
    }

    var body: Range<String.Index> {
        guard path.hasSuffix(".md") else { return text.endIndex..<text.endIndex }
        if data.isEmpty { return text.startIndex..<text.endIndex }
        return (text.index(data.upperBound, offsetBy: 4, limitedBy: text.endIndex) ?? text.endIndex)..<text.endIndex
    }

    var paragraphs: [Range<String.Index>] {
        text[body].split(separator: "\n\n").map { $0.startIndex..<$0.endIndex }
    }

    // MARK: Values

    struct Value {
        var key: String
        /// The range of the value itself.
        var range: Range<String.Index>
        /// The range that is taken out to leave the value out.
        var whole: Range<String.Index>
    }

    /// The values that stand on one line.
    var values: [Value] {
        if syntax == .csv {
            let header = (rows.first ?? []).map { String(text[$0]) }
            return rows.dropFirst().flatMap { row in
                zip(header, row).map { Value(key: $0, range: $1, whole: $1) }
            }
        }
        let pair =
            /(?m)(?:, |^[ \-]*|\{ ?)"?([\p{L}][\w\-]*)"?(?:: | = )("(?:[^"\\\n]|\\.)*"|\[[^\[\]\n]*\]|\{[^{}\n]*\}|[^\s"\[{#&|>][^,\n\]}]*)/
        return text[data].matches(of: pair).map { found in
            let (key, value) = (found.output.1, found.output.2)
            // A line goes as a whole, and within braces a value goes with the comma in front of it.
            let line = text.lineRange(for: found.range)
            let whole = text[line].dropLast() == text[found.range] ? line : found.range
            return Value(key: String(key), range: value.startIndex..<value.endIndex, whole: whole)
        }
    }

    /// The cells of a CSV file.
    private var rows: [[Range<String.Index>]] {
        var (rows, start, isQuoted): ([[Range<String.Index>]], String.Index, Bool) = ([[]], text.startIndex, false)
        for index in text.indices {
            let isEnd = text[index].isNewline && !isQuoted
            if text[index] == "\"" { isQuoted.toggle() }
            guard isEnd || text[index] == "," && !isQuoted else { continue }
            rows[rows.count - 1].append(start..<index)
            start = text.index(after: index)
            if isEnd { rows.append([]) }
        }
        return rows.filter { !$0.isEmpty }
    }

    // MARK: Items

    /// The entries, records or elements that stand one after the other in a list. Elements of inner lists are among them.
    var items: [Range<String.Index>] {
        switch syntax {
        case .csv:
            return rows.dropFirst().compactMap { row in
                row.last.map { row[0].lowerBound..<min(text.endIndex, text.index(after: $0.upperBound)) }
            }
        case .json: return objects
        case .toml: return blocks { $0.hasPrefix("[[") ? 0 : nil }
        case .yaml:
            return blocks { line in
                let indent = line.prefix { $0 == " " }.count
                return line.dropFirst(indent).hasPrefix("- ") ? indent : nil
            }
        }
    }

    /// Blocks of lines, each from a line that begins an item to the next line that is not deeper.
    private func blocks(_ indentOfItem: (Substring) -> Int?) -> [Range<String.Index>] {
        let lines = text[data].split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.indices.compactMap { first in
            guard let indent = indentOfItem(lines[first]) else { return nil }
            let end = lines[(first + 1)...].firstIndex { line in
                indentOfItem(line).map { $0 <= indent }
                    ?? (syntax == .yaml && line.prefix { $0 == " " }.count <= indent)
            }
            return lines[first].startIndex..<(end.map { lines[$0].startIndex } ?? data.upperBound)
        }
    }

    /// The objects of the outer list of a JSON file.
    private var objects: [Range<String.Index>] {
        guard text.hasPrefix("[") else { return [] }
        var (objects, depth, start): ([Range<String.Index>], Int, String.Index) = ([], 0, text.startIndex)
        for index in text.indices {
            switch text[index] {
            case "{":
                if depth == 0 { start = index }
                depth += 1
            case "}":
                depth -= 1
                if depth == 0 { objects.append(start..<text.index(after: index)) }
            default: break
            }
        }
        return objects
    }

    /// Takes an item out, in JSON with the comma that it leaves.
    mutating func remove(item: Range<String.Index>) {
        text.removeSubrange(item)
        if syntax == .json {
            text = text.replacing(/,\s*,/, with: ",").replacing(/\[\s*,/, with: "[").replacing(/,\s*\]/, with: "]")
        }
    }

    mutating func insert(_ item: String, before other: Range<String.Index>) {
        text.insert(contentsOf: syntax == .json ? item + ",\n" : item, at: other.lowerBound)
    }

    /// Exchanges two parts that do not overlap.
    mutating func swap(_ one: Range<String.Index>, _ other: Range<String.Index>) {
        let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        guard first.upperBound <= second.lowerBound else { return }
        let texts = (text[first], text[second])
        text =
            String(text[..<first.lowerBound]) + texts.1 + text[first.upperBound..<second.lowerBound] + texts.0
            + text[second.upperBound...]
    }

    func id(of item: Range<String.Index>) -> String {
        let item = text[item]
        if syntax == .csv { return String(item.prefix { $0 != "," }) }
        return item.firstMatch(of: /\b(?:id|key)"?(?:: | = )"?([\w.\-]+)/).map { String($0.1) } ?? stem
    }

    // MARK: Marks

    /// Marks an item, or the only entry of the file, as one in the trash or in the preview.
    mutating func mark(_ key: String, _ value: String, _ item: Range<String.Index>?) {
        switch syntax {
        case .csv:
            let lines = text.split(separator: "\n")
            let marked = item.map { text[..<$0.lowerBound].filter(\.isNewline).count } ?? 1
            text = lines.enumerated().map { "\($1),\($0 == 0 ? key : $0 == marked ? value : "")\n" }.joined()
        case .json:
            guard let brace = text[item ?? text.startIndex..<text.endIndex].firstIndex(of: "{") else { return }
            text.insert(contentsOf: " \"\(key)\": \"\(value)\",", at: text.index(after: brace))
        case .toml:
            let start = item.flatMap { text[$0].firstIndex(of: "\n").map(text.index(after:)) } ?? data.lowerBound
            text.insert(contentsOf: "\(key) = \(key == "deleted" ? value : "\"\(value)\"")\n", at: start)
        case .yaml:
            guard let item else { return text.insert(contentsOf: "\(key): \(value)\n", at: data.lowerBound) }
            let indent = text[item].prefix { $0 == " " }
            let start = text.index(item.lowerBound, offsetBy: indent.count + 2)
            let isFlow = text[start] == "{"
            text.insert(
                contentsOf: isFlow ? " \(key): \(value)," : "\(key): \(value)\n\(indent)  ",
                at: isFlow ? text.index(after: start) : start)
        }
    }
}

// MARK: Edits of one source

extension SourceText {
    mutating func dropValue(named names: Set<String>? = nil) {
        let values = values.filter { names?.contains($0.key) ?? true }
        if let value = dice.pick(values) { text.removeSubrange(value.whole) }
    }

    mutating func breakValue() {
        if let value = dice.pick(values) { text.replaceSubrange(value.range, with: "\"?\"") }
    }

    /// Changes a number or the day of a date, which may also stand deep within a value.
    mutating func changeNumber() {
        let numbers = text[data].matches(of: /(\d{4}-\d\d-|[:,\[=] ?"?)(\d+)\b/)
        guard let number = dice.pick(numbers), let old = Int(number.2) else { return }
        let new = number.1.count > 3 ? "\(dice.number(10...28))" : "\(max(0, old + dice.number(-2...2)))"
        text.replaceSubrange(number.2.startIndex..<number.2.endIndex, with: new)
    }

    /// Changes a word of a text. A value without spaces may be more than a text.
    mutating func changeWord(to word: String) {
        let texts = values.map(\.range).filter { text[$0].contains(" ") && !text[$0].contains(/[\[{]/) } + paragraphs
        guard let range = dice.pick(texts), let old = dice.pick(text[range].matches(of: /\p{L}{2,}/)) else { return }
        text.replaceSubrange(old.range, with: word)
    }

    mutating func dropParagraph() { if let paragraph = dice.pick(paragraphs) { text.removeSubrange(paragraph) } }

    /// Drops a line, or swaps it with the next.
    mutating func changeLine() {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let index = dice.pick(lines.indices.dropLast()) else { return }
        if dice.chance(2) { lines.remove(at: index) } else { lines.swapAt(index, index + 1) }
        text = lines.joined(separator: "\n")
    }
}

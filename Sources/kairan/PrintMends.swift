/// Returns the changes of a file as `patch -p1` and `git apply` take them, with three lines around each.
func unifiedDiff(_ path: String, _ old: [UInt8], _ new: [UInt8]) -> String {
    let (oldLines, newLines) = (lineRanges(of: old).map { old[$0] }, lineRanges(of: new).map { new[$0] })
    // Lines are compared byte for byte, since strings in another normal form are equal.
    let (removed, added) = changes(from: oldLines, to: newLines)
    let old = oldLines.map { String(decoding: $0, as: UTF8.self) }
    let new = newLines.map { String(decoding: $0, as: UTF8.self) }
    var text = "--- \(diffName("a/" + path))\n+++ \(diffName("b/" + path))\n"
    var (oldLine, newLine) = (0, 0)
    var hunk = Hunk()
    while oldLine < old.count || newLine < new.count {
        if removed.contains(oldLine) {
            hunk.add("-", old[oldLine], at: (oldLine, newLine))
            oldLine += 1
        } else if added.contains(newLine) {
            hunk.add("+", new[newLine], at: (oldLine, newLine))
            newLine += 1
        } else {
            if let whole = hunk.keep(old[oldLine], at: (oldLine, newLine)) { text += whole }
            (oldLine, newLine) = (oldLine + 1, newLine + 1)
        }
    }
    return text + hunk.end()
}

/// Lines that change, with those around them.
private struct Hunk {
    private static let context = 3
    private var start: (old: Int, new: Int)?
    private var counts = (old: 0, new: 0)
    private var lines: [String] = []
    /// The lines that stay since the last change, or before the first.
    private var kept: [String] = []

    mutating func add(_ mark: Character, _ line: String, at place: (old: Int, new: Int)) {
        if start == nil {
            kept = Array(kept.suffix(Self.context))
            start = (place.old - kept.count, place.new - kept.count)
        }
        lines += kept.map { " " + $0 } + [String(mark) + line]
        counts.old += kept.count + (mark == "-" ? 1 : 0)
        counts.new += kept.count + (mark == "+" ? 1 : 0)
        kept = []
    }

    /// Takes a line that stays. Returns the text of the changes before it once enough lines have stayed.
    mutating func keep(_ line: String, at place: (old: Int, new: Int)) -> String? {
        kept.append(line)
        guard start != nil else {
            kept = Array(kept.suffix(Self.context))
            return nil
        }
        guard kept.count > 2 * Self.context else { return nil }
        let rest = kept.suffix(Self.context)
        kept = Array(kept.prefix(Self.context))
        let text = end()
        kept = Array(rest)
        return text
    }

    mutating func end() -> String {
        guard let start else { return "" }
        let after = kept.prefix(Self.context)
        let (old, new) = (counts.old + after.count, counts.new + after.count)
        let text = (lines + after.map { " " + $0 }).map { line in
            line.utf8.last == UInt8(ascii: "\n") ? line : line + "\n\\ No newline at end of file\n"
        }
        let head = "@@ -\(range(start.old, old)) +\(range(start.new, new)) @@\n"
        self = Hunk()
        return head + text.joined()
    }

    private func range(_ start: Int, _ count: Int) -> String {
        count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
    }
}

/// Returns a path as Git writes it in a diff: in quotes if it has marks that would end it.
private func diffName(_ path: String) -> String {
    let needsQuotes = path.utf8.contains {
        $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsQuotes else { return path.contains(" ") ? path + "\t" : path }
    return "\"" + path.unicodeScalars.map(quotedForDiff).joined() + "\""
}

private func quotedForDiff(_ scalar: Unicode.Scalar) -> String {
    let letters: [UInt32: Character] = [
        7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 0x22: "\"", 0x5C: "\\",
    ]
    if let letter = letters[scalar.value] { return "\\\(letter)" }
    guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
    let digits = String(scalar.value, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
}

import ArgumentParser
import KairanBuild
internal import KairanEditing
import KairanModel
internal import KairanReaders

/// Prints what `kairan check --fix` would change, and writes nothing. The mistakes themselves are told of aside, so that
/// the diff can be piped.
func printMends(_ options: BuildOptions) throws {
    let report = Report(format: .human)
    do {
        var mending = try SourceMending(options)
        try mending.mend()
        report.list(mended: mending.mended, on: .standardError)
        for (old, new) in mending.changes { report.output.write(unifiedDiff(old.path, old.bytes, new.bytes)) }
    } catch let error as ReadError {
        report.problem(error.description)
        throw ExitCode.inputOutput
    } catch let error as CannotEdit {
        report.problem(error.diagnostic.message)
        throw ExitCode.mistakes
    }
}

/// Returns the changes of a file as `patch -p1` and `git apply` take them, with three lines around each.
func unifiedDiff(_ path: String, _ old: [UInt8], _ new: [UInt8]) -> String {
    let (old, new) = (lines(of: old), lines(of: new))
    let (removed, added) = changedLines(from: old, to: new)
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

/// Returns the lines with their ends.
private func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var start = 0
    while start < bytes.count {
        let end = (bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end
    }
    return lines
}

/// Returns the positions of the lines that go and of those that come. Lines are compared byte for byte, since strings
/// in another normal form are equal.
private func changedLines(from old: [String], to new: [String]) -> (removed: Set<Int>, added: Set<Int>) {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in new.map({ Array($0.utf8) }).difference(from: old.map { Array($0.utf8) }) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
    }
    return (removed, added)
}

/// Returns a path as Git writes it in a diff: in quotes if it has marks that would end it.
private func diffName(_ path: String) -> String {
    let needsQuotes = path.utf8.contains {
        $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsQuotes else { return path.contains(" ") ? path + "\t" : path }
    return "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

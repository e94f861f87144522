package import Foundation
internal import KairanModel
internal import Synchronization
internal import Testing

/// A site with mistakes, and what Kairan reports about it.
///
/// The texts in `Tests/Sites/mistakes` hold the cases, a text for each subject. A case is a line with its name, and its
/// parts, each below a line with its path; an empty line stands between two cases:
///
///     ===== collection-emptied
///     === before/content/clubs/go.json
///     { "name": "Go" }
///     === content/clubs/go.json
///     === expected
///     content/clubs/_collection.yml:1:1: error: clubs has no entries [collection.empty]
///
/// If Kairan can mend something, a part `=== fixed` follows, with the output of `kairan check --fix --dry-run`.
///
/// A part is every byte up to the next such line. It is laid over the case `base`, a site without mistakes: below
/// `before/` over what was published before, below `public/` over the publication itself, as if somebody had changed it,
/// and elsewhere over the site. What is expected comes last; `UPDATE_GOLDEN=1` writes it. `=== PATH <- NAME` takes the
/// bytes of a file in the folder `files`: a picture, say, or a text whose last line has no end, which cannot stand
/// between such lines.
///
/// A case that is named for a rule is the board that `kairan explain --example` writes, and its files are where the
/// program has them (`RuleExample`), as are those of `base`. Another case without files is one whose site is made by a
/// test.
package struct MistakeCase: Sendable, CustomTestStringConvertible {
    package var name: String
    /// The text that holds the case, and the line in it with the name.
    package var text: URL
    package var line: Int
    package var site: [String: [UInt8]] = [:]
    package var before: [String: [UInt8]] = [:]
    package var published: [String: [UInt8]] = [:]
    package var expected: [UInt8]?
    /// The mends, and the diff of what they change; nil if there are none.
    package var fixed: [UInt8]?

    package var testDescription: String { "\(name) at \(text.path):\(line)" }

    package var isMadeByTest: Bool { site.isEmpty && before.isEmpty && published.isEmpty }

    /// Says in which line the report differs from what is expected, or rewrites what is expected; nil if nothing differs.
    package func difference(to report: String) throws -> String? {
        if updatesGolden {
            try expect(report)
            return nil
        }
        guard let expected else { return "\(testDescription): nothing is expected; UPDATE_GOLDEN=1 writes it" }
        return SiteTesting.difference(expected, Array(report.utf8)).map { "\(testDescription): report, \($0)" }
    }

    /// Says in which line the mends differ from those that are expected, or rewrites these; nil if nothing differs.
    package func difference(toMends mends: String) throws -> String? {
        if updatesGolden {
            try write(mends, as: "fixed", after: "expected")
            return nil
        }
        return SiteTesting.difference(fixed ?? [], Array(mends.utf8)).map { "\(testDescription): mends, \($0)" }
    }

    /// Rewrites what the case expects in its text.
    package func expect(_ report: String) throws { try write(report, as: "expected", after: nil) }

    /// Rewrites a part that stands at the end of the case, or after another one.
    private func write(_ text: String, as name: String, after other: String?) throws {
        let file = self.text
        // Cases run side by side, and several have the same text.
        try Self.updates.withLock { _ in
            var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            guard let start = lines.firstIndex(of: caseMark + self.name) else {
                throw MalformedText(file, line, "is gone")
            }
            let next = lines[(start + 1)...].firstIndex { $0.hasPrefix(caseMark) } ?? lines.endIndex
            let end = next - 1
            let old = lines[start..<end].firstIndex(of: partMark + name) ?? end
            let oldEnd = old == end ? end : lines[(old + 1)..<end].firstIndex { $0.hasPrefix(partMark) } ?? end
            let said = text.isEmpty ? [] : text.dropLast().components(separatedBy: "\n")
            let part = text.isEmpty && other != nil ? [] : [partMark + name] + said
            lines.replaceSubrange(old..<oldEnd, with: part)
            try Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic)
        }
    }

    private static let updates = Mutex(())
}

package let mistakesFolder = sitesFolder.appending(path: "mistakes")

/// The cases of all texts; without any, the suites that use them fail.
package let mistakeCases: [MistakeCase] = {
    do { return try readMistakeCases(in: mistakesFolder) } catch {
        print(error)
        return []
    }
}()

package func mistakeCase(_ name: String) throws -> MistakeCase {
    try #require(mistakeCases.first { $0.name == name }, "no text in \(mistakesFolder.path) has the case '\(name)'")
}

/// Reads the texts of a folder in the order of their names.
package func readMistakeCases(in folder: URL) throws -> [MistakeCase] {
    var lines: [String: Int] = [:]
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".txt") }.flatMap { try readCases(of: folder.appending(path: $0)) }
        .map { one in
            guard lines.updateValue(one.line, forKey: one.name) == nil else {
                throw MalformedText(one.text, one.line, "another case has this name")
            }
            return one
        }
}

private let caseMark = "===== "
private let partMark = "=== "
private let newline = UInt8(ascii: "\n")

private struct MalformedText: Error, CustomStringConvertible {
    var description: String

    init(_ text: URL, _ line: Int, _ message: String) { description = "\(text.path):\(line): \(message)" }
}

private func readCases(of text: URL) throws -> [MistakeCase] {
    var lines = Array(try Data(contentsOf: text)).split(separator: newline, omittingEmptySubsequences: false)[...]
    guard lines.popLast()?.isEmpty == true else {
        throw MalformedText(text, lines.endIndex + 1, "the last line has no end")
    }
    var cases: [MistakeCase] = []
    while let heading = lines.first {
        let line = lines.startIndex + 1
        guard heading.starts(with: caseMark.utf8) else {
            throw MalformedText(text, line, "a case starts with its name")
        }
        var own = lines.dropFirst().prefix { !$0.starts(with: caseMark.utf8) }
        lines = lines[own.endIndex...]
        if !lines.isEmpty, own.popLast()?.isEmpty != true {
            throw MalformedText(text, lines.startIndex + 1, "no empty line stands before this case")
        }
        let name = String(decoding: heading.dropFirst(caseMark.utf8.count), as: UTF8.self)
        var one = MistakeCase(name: name, text: text, line: line)
        while let heading = own.first {
            let body = own.dropFirst().prefix { !$0.starts(with: partMark.utf8) }
            try one.add(heading, Array(body.map { $0 + [newline] }.joined()), at: own.startIndex + 1)
            own = own[body.endIndex...]
        }
        if one.isMadeByTest { one.takeExample() }
        cases.append(one)
    }
    return cases
}

extension MistakeCase {
    /// Takes the files that the program has.
    fileprivate mutating func takeExample() {
        if name == "base" { site = ExampleBoard.base }
        guard let rule = Rule(rawValue: name), case .board(let board)? = RuleExample(of: rule) else { return }
        (site, before, published) = (board.own, board.before, board.published)
    }

    fileprivate mutating func add(_ heading: ArraySlice<UInt8>, _ body: [UInt8], at line: Int) throws {
        let isFixed = heading.elementsEqual((partMark + "fixed").utf8)
        guard heading.starts(with: partMark.utf8), (expected == nil) != isFixed, fixed == nil else {
            throw MalformedText(text, line, "a part starts with its path, and what is expected comes last")
        }
        if isFixed { return fixed = body }
        let names = String(decoding: heading.dropFirst(partMark.utf8.count), as: UTF8.self)
            .components(separatedBy: " <- ")
        if names == ["expected"] {
            expected = body
        } else if names.count == 1 {
            try add(body, at: names[0], line)
        } else {
            guard body.isEmpty else { throw MalformedText(text, line, "a part has lines or takes a file") }
            let file = text.deletingLastPathComponent().appending(path: "files/\(names[1])")
            try add(Array(try Data(contentsOf: file)), at: names[0], line)
        }
    }

    private mutating func add(_ bytes: [UInt8], at path: String, _ line: Int) throws {
        let (folder, below): (WritableKeyPath<Self, [String: [UInt8]]>, String) =
            if path.hasPrefix("before/") {
                (\.before, String(path.dropFirst("before/".count)))
            } else if path.hasPrefix("public/") {
                (\.published, String(path.dropFirst("public/".count)))
            } else {
                (\.site, path)
            }
        guard self[keyPath: folder].updateValue(bytes, forKey: below) == nil else {
            throw MalformedText(text, line, "another part has this path")
        }
    }
}

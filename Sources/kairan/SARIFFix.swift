internal import KairanEditing
import KairanModel
internal import KairanReaders

/// A part of one file that a mend replaces by a text: a fix of SARIF with one replacement (3.55 to 3.57).
struct SARIFFix {
    private var description: String
    /// The region, whose last column is the one after it.
    private var region: [String: ReportValue]
    private var text: String

    /// The result is nil if the file is not as it was, or if its bytes are no text.
    init?(_ fix: Fix, help: String, in file: SourceFile) {
        let (old, new) = (file.bytes, file.mended(by: fix))
        guard let new, old != new, let before = String(validating: old, as: UTF8.self),
            let after = String(validating: new, as: UTF8.self)
        else { return nil }
        let (first, last) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
        let head = zip(first, last).prefix { $0 == $1 }.count
        let tail = zip(first.dropFirst(head).reversed(), last.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (start, end) = (Self.place(of: head, in: first), Self.place(of: first.count - tail, in: first))
        description = help
        region = [
            "startLine": .integer(start.line), "startColumn": .integer(start.column), "endLine": .integer(end.line),
            "endColumn": .integer(end.column),
        ]
        text = String(String.UnicodeScalarView(last[head..<(last.count - tail)]))
    }

    private static func place(of offset: Int, in scalars: [Unicode.Scalar]) -> (line: Int, column: Int) {
        let before = scalars[..<offset]
        let lineStart = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
        return (before.count { $0 == "\n" } + 1, offset - lineStart + 1)
    }

    /// - Parameter location: The location of the result, which is in the same file.
    func value(at location: ReportValue) -> ReportValue {
        guard case .object(let members) = location, let file = members["artifactLocation"] else { return location }
        let replacement: [String: ReportValue] = [
            "deletedRegion": .object(region), "insertedContent": .object(["text": .string(text)]),
        ]
        let change: [String: ReportValue] = [
            "artifactLocation": file, "replacements": .list([.object(replacement)]),
        ]
        return .object([
            "description": .object(["text": .string(description)]), "artifactChanges": .list([.object(change)]),
        ])
    }
}

extension SourceFile {
    /// Returns the bytes after a mend; nil if it cannot be made.
    fileprivate func mended(by fix: Fix) -> [UInt8]? {
        do throws(CannotEdit) {
            let (bytes, made) = try mending([fix])
            return made.isEmpty ? nil : bytes
        } catch {
            return nil
        }
    }
}

extension Report {
    /// Returns results with the mends that programs can make.
    func results(_ diagnostics: [Diagnostic]) -> [SARIFResult] {
        diagnostics.map { diagnostic in
            var result = SARIFResult(diagnostic)
            if let fix = diagnostic.fix, let file = sources?.file(diagnostic.span.path) {
                result.fix = SARIFFix(fix, help: diagnostic.help ?? diagnostic.message, in: file)
            }
            return result
        }
    }
}

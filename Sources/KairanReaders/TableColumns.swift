internal import KairanModel
internal import KairanSystem

/// What the columns of a table hold where another program named them, such as the service of a form.
package struct TableColumns: Sendable {
    /// The way to the value of a column, by its heading.
    private var paths: [String: [String]] = [:]
    /// The headings of the columns of which the ids of rows are made; none if a column has the ids.
    package var idHeadings: [String] = []
    /// The key of an entry's id. A table with a column for it needs no other ids.
    package var idKey = "id"

    package init() {}

    /// Returns false if another column has the same heading.
    package mutating func add(_ heading: String, path: [String]) -> Bool {
        paths.updateValue(path, forKey: Self.comparable(heading)) == nil
    }

    /// Returns the way to the value of a column. It is empty for a column without a heading, which fills up the sheet.
    ///
    /// A heading that no declaration knows is a name, or several with dots between them.
    package func path(of heading: String) -> [String] {
        if let path = paths[Self.comparable(heading)] { return path }
        let heading = onOneLine(heading)
        if InvisibleCharacter.plain(heading).isEmpty { return [] }
        let isPath = heading.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "_-.".utf8.contains($0) }
        guard isPath else { return [heading] }
        return heading.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the positions of the columns of which ids are made, or the first heading that the table lacks.
    func idColumns(in headings: [String]) -> Result<[Int], MissingColumn> {
        let known = headings.map(Self.comparable)
        var columns: [Int] = []
        for heading in idHeadings {
            guard let column = known.firstIndex(of: Self.comparable(heading)) else {
                return .failure(MissingColumn(heading: heading))
            }
            columns.append(column)
        }
        return .success(columns)
    }

    /// Returns the columns that are declared and that a table lacks, each with the way to its value. A table that has
    /// none of them has other columns on purpose.
    func missing(in headings: [String]) -> [(heading: String, path: [String])] {
        let known = Set(headings.map(Self.comparable))
        // A column that is ignored need not be there.
        let paths = paths.filter { $0.value != [$0.key] }
        let missing = paths.filter { !known.contains($0.key) }
        return missing.count == paths.count ? [] : missing.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    struct MissingColumn: Error {
        let heading: String
    }

    /// Returns a heading as headings are compared: services put spaces and line ends around them, sheets break lines,
    /// and what is copied from either has spaces of other kinds.
    private static func comparable(_ heading: String) -> String { onOneLine(InvisibleCharacter.plain(heading)) }
}

/// Returns a heading as messages and forms show it, without line ends and doubled spaces.
package func onOneLine(_ heading: String) -> String {
    guard heading.utf8.contains(where: { $0 <= 0x20 }) else { return heading }
    let spaces: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    return heading.unicodeScalars.split(whereSeparator: spaces.contains).map(String.init).joined(separator: " ")
}

/// Returns the id of a row that is made of some of its cells. It stays the same wherever the row stands, and whoever
/// sends in a row cannot choose it.
func madeID(of cells: [String]) -> String {
    let bytes = cells.flatMap { Array("\($0.utf8.count):".utf8) + $0.utf8 }
    return String(sha256(bytes).prefix(16))
}

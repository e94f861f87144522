/// Where a publication lists its own files.
package let publishedListPath = ".kairan.json"

/// The paths that Kairan listed as its own when it last published: of what is lost since, too.
///
/// Read line by line, as a merge may have left more in the list than JSON.
///
/// - Parameter start: Of those that are asked for; there can be tens of thousands of others.
func publishedList(_ last: LastPublication, startingWith start: String) -> [String] {
    listedPaths(last).filter { $0.starts(with: start.utf8) }.map { String(decoding: $0, as: UTF8.self) }
}

/// Whether that list has the path.
func isListed(_ path: String, in last: LastPublication) -> Bool {
    listedPaths(last).contains { $0.elementsEqual(path.utf8) }
}

/// What stands alone between two quotation marks.
private func listedPaths(_ last: LastPublication) -> [ArraySlice<UInt8>] {
    guard case .bytes(let list) = last(publishedListPath) else { return [] }
    let quote = UInt8(ascii: "\"")
    return list.split(separator: UInt8(ascii: "\n")).compactMap { line in
        guard let start = line.firstIndex(of: quote).map({ $0 + 1 }),
            let end = line[start...].firstIndex(of: quote), !line[(end + 1)...].contains(quote)
        else { return nil }
        return line[start..<end]
    }
}

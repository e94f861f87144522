internal import KairanModel
package import KairanReaders

// Each term and entry has its own line, so that changes are visible in a line-based comparison. Otherwise the files
// have no spaces, because clients load them.

extension SearchIndex {
    /// Returns the file that a client loads first. Addresses in it are relative to its own.
    ///
    /// - Parameter name: Returns the name of a file for the name of a part.
    package func head(name: (String) -> String, style: JSONStyle) -> [UInt8] {
        writeJSON(
            .object([
                ("format", .integer(1)),
                // Another version means that all other files changed too. Clients add it to the addresses of the parts,
                // so that no cache mixes two publications.
                ("version", .string(version)),
                (
                    "entries",
                    .object([
                        ("count", .integer(entries.count)), ("perFile", .integer(SearchLimits.entriesInFile)),
                        ("file", .string(name("entries-#"))),
                    ])
                ),
                ("terms", .object([("files", .integer(files.count)), ("file", .string(name("terms-#")))])),
                (
                    "common",
                    .object([
                        ("file", .string(name("common-#"))),
                        ("terms", .array(common.map { .string(postings.terms[$0].text) })),
                    ])
                ),
                ("deep", .array(deepKeys.map(JSONValue.string))),
            ]), style: style)
    }

    private var version: String {
        var hash = postings.hash
        for entry in entries {
            for text in [entry.title, entry.url, entry.label, entry.summary] {
                hash.combine(text == nil ? 0 : 1)
                hash.combine(text ?? "")
            }
        }
        let digits = String(hash.low, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package func termsFile(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for term in files[number] {
            bytes += bytes.isEmpty ? "{\n".utf8 : ",\n".utf8
            bytes.append(UInt8(ascii: "\""))
            // The term consists of letters, digits and a star, none of which JSON would escape.
            bytes += postings.terms[term].bytes
            bytes += "\":".utf8
            bytes.append(postings[term])
        }
        bytes += bytes.isEmpty ? "{}\n".utf8 : "\n}\n".utf8
        return bytes
    }

    package func commonFile(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(postings[common[number]])
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    package func entriesFile(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries.dropFirst(number * SearchLimits.entriesInFile).prefix(SearchLimits.entriesInFile) {
            bytes += bytes.isEmpty ? "[\n".utf8 : ",\n".utf8
            var members: [(key: String, value: JSONValue)] = [("title", .string(entry.title))]
            for (key, text) in [("url", entry.url), ("label", entry.label), ("summary", entry.summary)] {
                if let text { members.append((key, .string(text))) }
            }
            bytes += writeJSON(.object(members), style: .compact).dropLast()
        }
        bytes += "\n]\n".utf8
        return bytes
    }
}

/// Returns the number of bytes that postings take in a file.
func searchByteCount(of postings: ArraySlice<SearchPosting>) -> Int {
    var count = 1 + max(postings.count, 1)
    forEachNumber(postings) { number in
        var rest = number
        repeat { (count, rest) = (count + 1, rest / 10) } while rest > 0
    }
    return count
}

extension [UInt8] {
    fileprivate mutating func append(_ postings: ArraySlice<SearchPosting>) {
        append(UInt8(ascii: "["))
        forEachNumber(postings) { number in
            if last != UInt8(ascii: "[") { append(UInt8(ascii: ",")) }
            appendDigits(of: number)
        }
        append(UInt8(ascii: "]"))
    }
}

/// Calls `body` with a number for each posting: the distance of its entry from the one before, with the weight as its
/// last digit.
private func forEachNumber(_ postings: ArraySlice<SearchPosting>, _ body: (Int) -> Void) {
    var last = 0
    for posting in postings {
        body((posting.entry - last) * 10 + posting.weight)
        last = posting.entry
    }
}

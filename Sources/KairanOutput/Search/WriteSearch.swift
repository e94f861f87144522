internal import KairanModel

// The files of a search. Terms and entries stand one a line, so that a change shows as lines of a difference, and
// otherwise without spaces: they are what clients load.

extension SearchIndex {
    /// What a client loads first. Addresses in it are relative to its own.
    ///
    /// - Parameter name: Makes the name of a file of that of a part.
    func head(name: (String) -> String, style: JSONStyle) -> [UInt8] {
        writeJSON(
            .object([
                ("format", .integer(1)),
                // With another version everything else is another too: clients add it to the addresses of the parts, so
                // that no cache mixes two publications.
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

    func termsFile(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for term in files[number] {
            bytes += bytes.isEmpty ? "{\n".utf8 : ",\n".utf8
            bytes.append(UInt8(ascii: "\""))
            // Letters, digits and a star: nothing that JSON would escape.
            bytes += postings.terms[term].bytes
            bytes += "\":".utf8
            bytes.append(postings[term])
        }
        bytes += bytes.isEmpty ? "{}\n".utf8 : "\n}\n".utf8
        return bytes
    }

    func commonFile(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(postings[common[number]])
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    func entriesFile(_ number: Int) -> [UInt8] {
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

/// The bytes of postings in a file.
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

/// A posting is one number: how far its entry is from that of the one before, and as the last digit the weight.
private func forEachNumber(_ postings: ArraySlice<SearchPosting>, _ body: (Int) -> Void) {
    var last = 0
    for posting in postings {
        body((posting.entry - last) * 10 + posting.weight)
        last = posting.entry
    }
}

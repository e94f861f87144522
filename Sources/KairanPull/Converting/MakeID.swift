internal import KairanContent
internal import KairanModel
internal import KairanSystem

/// Returns an id that is safe in addresses for a value of a source. The same value always gives the same id: a safe one
/// stays as it is, and another gets its words and a hash of all of it.
func madeID(from value: String) -> String {
    let value = canonicalForm(of: value.trimmingSpaces().description)
    if isSafeID(value) { return value }
    let end = value.contains("://") ? lastName(ofAddress: value) : value
    var words = ""
    for word in end.lowercased().split(whereSeparator: { !$0.isASCII || !$0.isLetter && !$0.isNumber }) {
        if words.count + word.count > 40 { break }
        words += (words.isEmpty ? "" : "-") + word
    }
    let hash = String(sha256(Array(value.utf8)).prefix(8))
    return words.isEmpty ? hash : "\(words)-\(hash)"
}

/// Returns the last name in the path of an address, which mostly has the words of a title, or else its query.
private func lastName(ofAddress address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    let query = address.drop { $0 != "?" }.prefix { $0 != "#" }
    return path.count < 3 ? String(query) : String(path[path.count - 1]).replacing(/\.[a-z]{2,5}$/, with: "")
}

/// Returns an id made of several values, as tables have it.
func madeID(of values: [String]) -> String {
    let bytes = values.flatMap { Array("\($0.utf8.count):".utf8) + $0.utf8 }
    return String(sha256(bytes).prefix(16))
}

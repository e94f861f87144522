/// Returns the name among `candidates` that `name` was most likely meant to be, or nil if none is near.
///
/// A name is near if its edit distance (insert, delete, replace, swap neighbours) is at most a third of the longer
/// name.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
    let count = min(64, name.unicodeScalars.count)
    lazy var wanted = scalars(of: name)
    var best: (distance: Int, name: String)?
    for candidate in candidates where candidate != name {
        let other = min(64, candidate.unicodeScalars.count)
        let allowed = max(1, max(count, other) / 3)
        // Names are also looked for where nothing is wrong, and most differ in length.
        guard abs(count - other) <= allowed else { continue }
        let distance = editDistance(wanted, scalars(of: candidate))
        guard distance <= allowed else { continue }
        // The alphabetical tie-break keeps the message the same whatever order the candidates come in.
        if let current = best, (current.distance, current.name) <= (distance, candidate) { continue }
        best = (distance, candidate)
    }
    return best?.name
}

/// Returns the one candidate that is near a name, or nil if none or several are.
func onlyNearName(to name: String, in candidates: some Sequence<String>) -> String? {
    guard let nearest = nearestName(to: name, in: candidates) else { return nil }
    return nearestName(to: name, in: candidates.filter { $0 != nearest }) == nil ? nearest : nil
}

/// Tells whether one of two near names may stand for the other without a question. One letter says too little, and what
/// has another number or another level is often something else of the same kind.
private func isAlike(_ name: String, _ other: String) -> Bool {
    func marks(_ text: String) -> [Character] { text.filter { $0.isNumber || $0 == "/" } }
    return name.count > 2 && marks(name) == marks(other)
}

/// Returns advice to write the name that was most likely meant. If only one is near, that is a mend.
package func meant(
    _ nearest: String, by name: String, among candidates: some Sequence<String>, after signs: String = ""
) -> Help {
    let isOnly = isAlike(name, nearest) && onlyNearName(to: name, in: candidates) != nil
    return Help("did you mean '\(signs)\(nearest)'?", isOnly ? .write(nearest, for: name, isCertain: false) : nil)
}

private func scalars(of name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars.prefix(64)) }

/// Returns a `help` text that names the nearest right name, or nil if none is near. If one of the two holds a character
/// that nobody sees, they might look the same, so the character is named instead.
///
/// - Parameter signs: What stands before the name.
package func nearestHelp(to name: String, in candidates: some Sequence<String>, after signs: String = "") -> Help? {
    let visible = InvisibleCharacter.plain(name)
    let alike = candidates.first { InvisibleCharacter.plain($0) == visible }
    if let character = InvisibleCharacter.first(in: name, exceptThoseIn: alike ?? "") {
        let help = character.help.after("it holds \(character): ")
        return alike.map { Help(help.words, .write($0, for: name, isCertain: false)) } ?? help
    }
    if let character = alike.flatMap({ InvisibleCharacter.first(in: $0, exceptThoseIn: name) }) {
        return "the right one looks the same, but holds \(character)"
    }
    // Each number is near every other.
    guard !name.allSatisfy(\.isNumber) else { return nil }
    return nearestName(to: name, in: candidates).map { meant($0, by: name, among: candidates, after: signs) }
}

/// Returns a `help` text that names the nearest right name, or lists all names if there are few, and some if there are
/// more. Of very many names, a few would not help.
package func suggestion(
    for name: String, in candidates: [String], kind: String, after signs: String = ""
) -> Help? {
    if let help = nearestHelp(to: name, in: candidates, after: signs) { return help }
    // Inner names hide outer ones of the same spelling.
    var seen: Set<String> = []
    let names = candidates.filter { seen.insert($0).inserted }
    guard (1...60).contains(names.count) else { return nil }
    let shown = names.prefix(names.count > 16 ? 12 : 16).map { signs + $0 }
    let others = names.count - shown.count
    return "\(kind): \(shown.joined(separator: ", "))\(others > 0 ? " and \(others) more" : "")"
}

private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (row, scalar) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var cost = min(previous[column + 1] + 1, current[column] + 1)
            cost = min(cost, previous[column] + (scalar == other ? 0 : 1))
            if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}

/// Returns a `help` text for an id that no entry has. Of an entry inside another one, somebody may have written only
/// its own id.
package func suggestion(forID id: String, in ids: [String]) -> Help? {
    let records = ids.filter { $0.hasSuffix("/\(id)") }
    if records.count == 1 {
        return Help("did you mean '\(records[0])'?", .write(records[0], for: id, isCertain: false))
    }
    return suggestion(for: id, in: records.isEmpty ? ids : records, kind: "ids")
}

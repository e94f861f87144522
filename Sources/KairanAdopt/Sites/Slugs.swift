internal import KairanContent
internal import KairanModel

/// Returns a text as Jekyll writes it into an address (`Utils.slugify` in the modes `pretty` and `default`).
func jekyllSlug(_ text: String, isPretty: Bool) -> String {
    slug(text, keeps: isPretty ? "._~!$&'()+,;=@" : "", lowercases: !isPretty)
}

/// Returns a text as Hugo writes it into an address: in lower case, with hyphens for spaces.
func hugoSlug(_ text: String) -> String {
    let kept = text.lowercased().unicodeScalars.map { scalar -> String in
        if scalar == " " { return "-" }
        let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        return isWord || "._-~+@".unicodeScalars.contains(scalar)
            || scalar.properties.generalCategory == .nonspacingMark
            ? String(scalar) : ""
    }
    return kept.joined()
}

private func slug(_ text: String, keeps signs: String, lowercases: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        let isWord =
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
        if isWord || signs.unicodeScalars.contains(scalar) {
            result.unicodeScalars.append(scalar)
        } else if !result.hasSuffix("-") {
            result += "-"
        }
    }
    result = String(result.drop { $0 == "-" })
    while result.hasSuffix("-") { result.removeLast() }
    return lowercases ? result.lowercased() : result
}

/// Returns an id that a text suggests.
func idText(_ text: String) -> String {
    var result = ""
    for character in text {
        let next = isSafeID("x\(character)") ? String(character) : "-"
        if next != "-" || !result.hasSuffix("-") { result += next }
    }
    result = String(result.drop { $0 == "." || $0 == "-" })
    while result.hasSuffix("-") { result.removeLast() }
    return result.isEmpty || !isSafeID(result) ? "entry" : result
}

/// Returns the words of a file's name, as both generators make a title of it.
func titleWords(_ stem: String) -> String {
    let words = stem.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
    return words.isEmpty ? stem : words.prefix(1).uppercased() + words.dropFirst()
}

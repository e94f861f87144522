/// A name in braces, as templates and patterns have it: `{title}`, `{date, d MMMM}`, `{{site.title}}`.
package struct BracedName: Sendable {
    /// The name with its braces.
    package let written: Substring
    /// The name alone, with dots between its parts.
    package let name: Substring
    /// The number of braces on each side, from 1 to 3.
    package let braces: Int

    /// This is true for a name that every template has, such as `site.title`, and for what Mustache, Liquid and Jinja
    /// write with two braces. A formula has single letters in them.
    package var isOfTemplate: Bool { braces > 1 && name.count > 1 || isOfSite }

    /// This is true for a name that begins as those of the whole site do.
    package var isOfSite: Bool { ["site.", "strings.", "page.", "locale."].contains(where: name.hasPrefix) }
}

/// Returns the names in braces in a text. `${name}` and `=> {name}` are JavaScript's, and are none.
package func bracedNames(in text: String) -> [BracedName] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    // A path, perhaps with the sign of a section before it, and with a call around it or a format after it.
    let form = /[ ]?[#^\/&]?[ ]?(?:[a-z]+\()*([A-Za-z_][\w\-]*(?:\.[A-Za-z_][\w\-]*)*)[()]*(?:,[^{}]*)?[ ]?(\}+)/
    let path = form.asciiOnlyWordCharacters()
    var (names, rest) = ([BracedName](), text[...])
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
        let before = text.utf8[..<start].reversed()
        let isOfScript = before.first == UInt8(ascii: "$") || before.drop { $0 == 0x20 }.starts(with: ">=".utf8)
        // A mark may join a brace to one character with it, so bytes are counted.
        let opening = text.utf8[start...].prefix(3).prefix { $0 == UInt8(ascii: "{") }
        rest = text[opening.endIndex...]
        guard !isOfScript, let match = rest.prefixMatch(of: path),
            match.2.count >= opening.count
        else { continue }
        rest = text[text.index(match.2.startIndex, offsetBy: opening.count)...]
        names.append(
            BracedName(written: text[start..<rest.startIndex], name: match.1, braces: opening.count))
    }
    return names
}

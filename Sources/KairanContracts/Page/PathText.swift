internal import KairanFormats

extension XMLText {
    /// Appends a path, in which a long name may break between its parts.
    mutating func path(_ path: String) {
        var part = ""
        for character in path {
            if character.isUppercase, part.last?.isLowercase == true {
                text(part)
                markup("<wbr>")
                part = ""
            }
            part.append(character)
            guard "./_".contains(character) else { continue }
            text(part)
            markup("<wbr>")
            part = ""
        }
        text(part)
    }

    /// Appends text in which backticks enclose code.
    mutating func prose(_ prose: String) {
        let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return text(prose) }
        for (index, part) in parts.enumerated() {
            if index % 2 == 1 { markup("<code>") }
            text(String(part))
            if index % 2 == 1 { markup("</code>") }
        }
    }
}

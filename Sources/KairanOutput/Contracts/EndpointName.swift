internal import KairanModel

extension EndpointContract {
    /// A name for programs: `DealsById` of `deals/{id}.json`, `Shops_AdItems` of `shops/ad_items.json`.
    ///
    /// It depends on the path alone, and no two paths share one: what apps generate of one endpoint is not renamed by
    /// another. A path of other parts than lower-case words has a hash in its name.
    var typeName: String {
        guard let suffix = [".json": "", ".geojson": "__GeoJSON"].first(where: { path.hasSuffix($0.key) }) else {
            return hashedName
        }
        var name = ""
        for segment in path.dropLast(suffix.key.count).split(separator: "/", omittingEmptySubsequences: false) {
            if let parameter = Self.parameter(segment) {
                name += "By" + parameter
            } else if let words = Self.words(segment) {
                name += name.isEmpty ? words : "_" + words
            } else {
                return hashedName
            }
        }
        return name.first?.isLetter == true ? name + suffix.value : hashedName
    }

    /// `Id` of `{id}`.
    private static func parameter(_ segment: Substring) -> String? {
        guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
        let name = segment.dropFirst().dropLast()
        return isWord(name) && name.first?.isLetter == true ? capitalized(name) : nil
    }

    /// `AdItems` of `ad_items`, `Ad_items` of `ad-items`; nil for what would have the name of another.
    private static func words(_ segment: Substring) -> String? {
        var name = ""
        for part in segment.split(separator: "_", omittingEmptySubsequences: false) {
            for (index, word) in part.split(separator: "-", omittingEmptySubsequences: false).enumerated() {
                // A digit has no capital, and 'by' is for parameters.
                guard isWord(word), word != "by", name.isEmpty || word.first?.isLetter == true else { return nil }
                name += index == 0 ? capitalized(word) : "_" + word
            }
        }
        return name
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || isASCIIDigit($0) }
    }

    private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private var hashedName: String { shortName + "__" + sha256(Array(path.utf8)).prefix(12) }

    /// `ByLocaleAds` of `{locale}/ads.json`: others may have it too.
    var shortName: String {
        let stem = path.split(separator: ".").dropLast().joined().replacing("{", with: "/by/")
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map(Self.capitalized).joined()
        return name.first?.isLetter == true ? name : "File" + name
    }
}

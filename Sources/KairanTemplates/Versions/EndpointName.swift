internal import KairanFormats
internal import KairanModel
internal import KairanSystem

extension EndpointContract {
    /// A name for use in programs: `DealsById` for `deals/{id}.json`, or `Shops_AdItems` for `shops/ad_items.json`.
    ///
    /// It depends on the path alone and no two paths share one, so the code that apps generate for one endpoint is not
    /// renamed because of another. A path that is not made of lower-case words has a hash in its name.
    package var typeName: String {
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

    /// Returns `Id` for `{id}`.
    private static func parameter(_ segment: Substring) -> String? {
        guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
        let name = segment.dropFirst().dropLast()
        return isWord(name) && name.first?.isLetter == true ? capitalized(name) : nil
    }

    /// Returns `AdItems` for `ad_items` and `Ad_items` for `ad-items`, or nil if the result could be the name of
    /// another path.
    private static func words(_ segment: Substring) -> String? {
        var name = ""
        for part in segment.split(separator: "_", omittingEmptySubsequences: false) {
            for (index, word) in part.split(separator: "-", omittingEmptySubsequences: false).enumerated() {
                // A digit has no upper case, and 'by' marks parameters.
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

    /// A short name such as `ByLocaleAds` for `{locale}/ads.json`, which other paths may share.
    package var shortName: String {
        let stem = path.split(separator: ".").dropLast().joined().replacing("{", with: "/by/")
        let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map(Self.capitalized).joined()
        return name.first?.isLetter == true ? name : "File" + name
    }
}

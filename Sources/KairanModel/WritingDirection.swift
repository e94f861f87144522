/// The direction in which a language is written.
package enum WritingDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// - Parameter tag: A BCP 47 tag. Its script decides, or else the one in which the language is mostly written.
    package init(of tag: String) {
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        let script = parts.dropFirst().first { $0.utf8.count == 4 && $0.first?.isLetter == true }
        if let script {
            self = Self.scripts.contains(script) ? .rightToLeft : .leftToRight
        } else {
            let names = [parts.first ?? "", parts.prefix(2).joined(separator: "-")]
            let isOther = Self.others.contains(names[1])
            self = !isOther && names.contains(where: Self.languages.contains) ? .rightToLeft : .leftToRight
        }
    }

    private static let scripts: Set = [
        "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi",
    ]
    private static let languages: Set = [
        "ar", "arc", "arz", "ary", "bal", "bgn", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "khw", "ks", "lrc", "mzn",
        "nqo", "pa-pk", "pnb", "prs", "ps", "sd", "skr", "syr", "ug", "ur", "uz-af", "yi",
    ]
    /// Languages with another script in one country.
    private static let others: Set = ["sd-in"]
}

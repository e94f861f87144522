internal import KairanModel

/// The longest id, in bytes. Names of files have at most 255 bytes, and the names of outputs and of their temporary
/// files need some more.
let longestID = 120

/// Returns whether an id is safe as a file's name and has nothing that a part of an address would have to hide: letters
/// and digits of any script, and the signs `-`, `_`, `.` and `+`.
package func isSafeID(_ id: String) -> Bool {
    guard let first = id.utf8.first, first != UInt8(ascii: "."), id.utf8.count <= longestID else { return false }
    return id.unicodeScalars.allSatisfy { scalar in
        guard !scalar.isASCII else {
            return isASCIILetter(UInt8(scalar.value)) || isASCIIDigit(UInt8(scalar.value))
                || "-_.+".unicodeScalars.contains(scalar)
        }
        return scalar.isOfWord
    }
}

extension Unicode.Scalar {
    /// This is true for letters, the marks that many scripts write with them, and digits.
    fileprivate var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            !properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}

/// Returns the name of which a download or a file manager made a copy, such as `fair` for `fair (1)`.
func original(ofCopy name: String) -> Substring? {
    let copy = name.wholeMatch(
        of: /(.+?)(?: ?\([0-9]+\)|(?: - | )?(?:[Cc]opy|Kopie|[Cc]opie|[Cc]opia|コピー|のコピー|복사본|副本)(?: ?\(?[0-9]+\)?)?)/)
    return copy?.output.1
}

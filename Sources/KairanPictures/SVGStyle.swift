/// Reads style sheets and values of properties (CSS Syntax 3), and keeps what loads nothing.
struct SVGStyle {
    /// The text without what may load something.
    private(set) var kept: [UInt8] = []
    /// The rules that were left out, such as `@import`.
    private(set) var removed: [String] = []
    /// The part that makes the whole text unsafe, such as `url(https:…)`; nil if there is none.
    private(set) var unsafePart: String?

    private let text: [UInt8]
    private var at = 0

    /// - Parameter isSheet: True for the text of an element `style`, which may have rules with an `@`.
    init(_ text: [UInt8], isSheet: Bool) {
        self.text = text
        while at < text.count, unsafePart == nil {
            let start = at
            if isSheet, text[at] == UInt8(ascii: "@") {
                skipRule()
            } else {
                step()
                kept += text[start..<at]
            }
        }
    }

    /// Moves past a comment, a string, a function's bracket or one byte.
    private mutating func step() {
        switch text[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
        case UInt8(ascii: "/") where text[at...].starts(with: "/*".utf8): skipComment()
        case UInt8(ascii: "("): openFunction()
        // A backslash can write any of the names below in another way, and a markup sign can end the style.
        case UInt8(ascii: "\\"), UInt8(ascii: "@"), UInt8(ascii: "<"), 0:
            unsafePart = String(decoding: text[at...at], as: UTF8.self)
        default: at += 1
        }
    }

    private mutating func skipComment() {
        at += 2
        while at < text.count, !text[at...].starts(with: "*/".utf8) { at += 1 }
        at = min(at + 2, text.count)
    }

    /// A line end in a string ends it in a way that programs understand differently.
    private mutating func skipString() {
        let quote = text[at]
        at += 1
        while at < text.count, text[at] != quote {
            if text[at] == UInt8(ascii: "\\") || text[at] == 0x0A || text[at] == 0x0D || text[at] == 0x0C {
                return unsafePart = "\""
            }
            at += 1
        }
        // A string without an end might end elsewhere for others.
        guard at < text.count else { return unsafePart = "\"" }
        at += 1
    }

    private mutating func openFunction() {
        var start = at
        while start > 0, isOfName(text[start - 1]) { start -= 1 }
        let name = String(decoding: text[start..<at], as: UTF8.self).lowercased()
        at += 1
        if name == "url" { return readAddress() }
        if !name.isEmpty, !Self.functions.contains(name) { unsafePart = "\(name)(…)" }
    }

    /// Reads the address of `url(#a)`, which may be in quotes. It must be a place of the picture itself.
    private mutating func readAddress() {
        skipSpace()
        var quote: UInt8?
        if at < text.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[at]) {
            quote = text[at]
            at += 1
        }
        let start = at
        while at < text.count, isOfName(text[at]) || "#.:".utf8.contains(text[at]) { at += 1 }
        let isPlace = at > start + 1 && text[start] == UInt8(ascii: "#")
        if let quote {
            guard at < text.count, text[at] == quote else { return unsafePart = "url(…)" }
            at += 1
        }
        skipSpace()
        guard isPlace, at < text.count, text[at] == UInt8(ascii: ")") else { return unsafePart = "url(…)" }
        at += 1
    }

    private mutating func skipSpace() {
        while at < text.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(text[at]) { at += 1 }
    }

    /// Leaves out a rule such as `@import "a";` or `@font-face { … }`.
    private mutating func skipRule() {
        let start = at
        at += 1
        while at < text.count, isOfName(text[at]) { at += 1 }
        removed.append(String(decoding: text[start..<at].prefix(30), as: UTF8.self))
        var depth = 0
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth <= 0 { return at += 1 }
            case UInt8(ascii: ";") where depth == 0: return at += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipString()
                if unsafePart != nil { return }
                continue
            case UInt8(ascii: "/") where text[at...].starts(with: "/*".utf8):
                skipComment()
                continue
            default: break
            }
            at += 1
        }
    }

    private func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// The functions that compute colours, sizes and shapes, and those of selectors.
    private static let functions: Set = [
        "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "var", "calc", "min",
        "max", "clamp", "matrix", "matrix3d", "translate", "translatex", "translatey", "translatez", "translate3d",
        "scale", "scalex", "scaley", "scalez", "scale3d", "rotate", "rotatex", "rotatey", "rotatez", "rotate3d", "skew",
        "skewx", "skewy", "perspective", "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate",
        "invert", "opacity", "saturate", "sepia", "inset", "circle", "ellipse", "polygon", "path", "cubic-bezier",
        "steps", "rect", "not", "is", "where", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "lang",
    ]
}

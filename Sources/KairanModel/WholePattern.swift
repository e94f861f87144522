/// A regular expression that a whole text must match. Its syntax means the same in ECMA-262 with and without the flag
/// `u`, so that JSON Schema, browsers and apps read it in the same way.
package struct WholePattern: Sendable {
    /// The expression as it is declared.
    package let text: String
    private let pattern: LinearPattern

    /// - Throws: The reason why the expression cannot be read.
    package init(_ text: String) throws(PatternMistake) {
        self.text = text
        // `a)|(b` can be read only inside the group that `anchored` adds, so the text is also read by itself.
        _ = try LinearPattern(text, isStrict: true)
        pattern = try LinearPattern(Self.anchored(text), isStrict: true)
    }

    /// The expression for engines that would otherwise also match a part of a text.
    package var anchored: String { Self.anchored(text) }

    private static func anchored(_ text: String) -> String { "^(?:\(text))$" }

    package func matches(_ text: String) -> Bool { pattern.isFound(in: text) }
}

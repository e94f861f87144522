/// A regular expression that a whole text must match, in the syntax that ECMA-262 has in common with itself with the
/// flag `u`, so that JSON Schema, browsers and apps read it in the same way.
package struct WholePattern: Sendable {
    /// The expression as it is declared.
    package let text: String
    private let pattern: LinearPattern

    /// - Throws: The reason why the expression cannot be read.
    package init(_ text: String) throws(PatternMistake) {
        self.text = text
        // The expression must also be one by itself, unlike `a)|(b`.
        _ = try LinearPattern(text, isStrict: true)
        pattern = try LinearPattern(Self.anchored(text), isStrict: true)
    }

    /// The expression for engines that look for a part of a text.
    package var anchored: String { Self.anchored(text) }

    private static func anchored(_ text: String) -> String { "^(?:\(text))$" }

    package func matches(_ text: String) -> Bool { pattern.isFound(in: text) }
}

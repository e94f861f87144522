package import KairanModel

/// What a kind of field tells of itself to those who declare it and those who fill it in. The same file of `Kinds` reads
/// its values.
package struct FieldKind: Sendable {
    /// What a value is, to somebody who writes one.
    package var meaning: String
    /// A value as YAML.
    package var example: String
    /// What a declaration may say beside the type.
    package var options = ["unique", "default"]
    package var bounds = Bounds.numbers
    /// Whether a value may be written as a mapping or a list.
    package var hasParts = false
    /// Whether the values may be the ids of entries.
    var canBeID = false

    /// How a declaration writes the minimum and the maximum of a kind.
    package struct Bounds: Sendable {
        var name: String
        /// Whether YAML takes what is written for a number.
        package var areNumbers = true
        var read: @Sendable (String) -> DecimalNumber?
        package var written: @Sendable (DecimalNumber) -> String

        static let numbers = Bounds(name: "a number", read: { DecimalNumber($0) }, written: \.description)
    }
}

package import KairanModel

/// The description of a kind of field for people who declare it or fill it in. The same file of `Kinds` reads its
/// values.
package struct FieldKind: Sendable {
    /// The meaning of a value, for people who write one.
    package var meaning: String
    /// An example of a value as YAML.
    package var example: String
    /// The options that a declaration may have besides the type.
    package var options = ["unique", "default"]
    package var bounds = Bounds.numbers
    /// This is true if a value may be written as a mapping or a list.
    package var hasParts = false
    /// This is true if values may be the ids of entries.
    var canBeID = false

    /// The form of the minimum and the maximum in a declaration of the kind.
    package struct Bounds: Sendable {
        var name: String
        /// This is true if YAML reads a bound as a number.
        package var areNumbers = true
        var read: @Sendable (String) -> DecimalNumber?
        package var written: @Sendable (DecimalNumber) -> String

        static let numbers = Bounds(name: "a number", read: { DecimalNumber($0) }, written: \.description)
    }
}

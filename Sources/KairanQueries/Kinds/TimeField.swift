internal import KairanContent
internal import KairanFormats
internal import KairanModel

extension FieldTraits {
    static let time = FieldTraits(
        isOrdered: true, isGroupable: true, isWord: true, numbers: { _ in .own }, form: "time",
        schema: { _ in .string(pattern: KnownPattern.time.rawValue) },
        editor: { _ in .text(Forms.time, write: "18:30") })
}

internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let version = FieldTraits(
        views: ["major": TypedStep(step: .major, type: .integer), "minor": TypedStep(step: .minor, type: .integer)],
        isOrdered: true, isGroupable: true, schema: { _ in .string(pattern: KnownPattern.version.rawValue) },
        editor: { _ in .textOrNumber(Forms.version, write: "3.1.0") },
        isTold: { $0.has(.major, .minor) }, written: { $0.version($1) })
}

extension Evaluator {
    func versionView(_ step: Step, _ version: Version) -> Value { .integer(version.numbers[step == .major ? 0 : 1]) }
}

extension FieldWriter {
    func version(_ told: Recovered) -> SourceNode? {
        if let numbers = scalars(told, [.major, .minor]) { return told.text(numbers.joined(separator: ".")) }
        return told.value
    }
}

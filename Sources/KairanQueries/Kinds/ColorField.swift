internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let color = FieldTraits(
        views: [
            "number": TypedStep(step: .number, type: .integer), "red": TypedStep(step: .red, type: .integer),
            "green": TypedStep(step: .green, type: .integer), "blue": TypedStep(step: .blue, type: .integer),
        ], isWord: true, numbers: { _ in .text([:]) },
        schema: { _ in .string(pattern: KnownPattern.color.rawValue) },
        editor: { _ in .text("^#([0-9a-fA-F]{3}){1,2}$", write: "\"#1d6f5c\", in quotes") },
        isTold: { $0.has(.number) || $0.has(.red, .green, .blue) }, written: { $0.color($1) })
}

extension Evaluator {
    /// Returns a view of a colour such as `#1d6f5c`. Colours are the only texts that have views.
    func colorView(_ step: Step, _ color: String) -> Value {
        guard let number = Int(color.dropFirst(), radix: 16) else { return .missing }
        return switch step {
        case .red: .integer(number >> 16)
        case .green: .integer(number >> 8 & 255)
        case .blue: .integer(number & 255)
        default: .integer(number)
        }
    }
}

extension FieldWriter {
    mutating func color(_ told: Recovered) -> SourceNode? {
        var number = told[.number]?.value?.scalar.flatMap { Int($0) }
        if let parts = scalars(told, [.red, .green, .blue])?.compactMap({ Int($0) }), parts.count == 3 {
            number = parts.allSatisfy((0...255).contains) ? parts[0] << 16 | parts[1] << 8 | parts[2] : -1
        }
        guard let number else { return told.value }
        guard (0...0xFF_FFFF).contains(number) else {
            mistake(.importValue, "\(number) is not the number of a colour", told)
            return nil
        }
        let digits = String(number, radix: 16)
        return told.text("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }
}

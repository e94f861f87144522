internal import KairanContent
internal import KairanModel

/// Maps the values of one type to numbers that are compared instead. Equal values have the same number, and the numbers
/// of ordered values have the same order.
struct ValueNumbers: Sendable {
    /// The numbers of a value that was left out, and of a value that no entry has.
    static let missing = Int.min, unknown = Int.min + 1

    enum Kind {
        /// The value is a number itself, such as that of a day.
        case own
        case choice(Choice)
        case window(DateTime)
        /// The number is an entry's position, found by its id.
        case entry([String: Int])
        /// Texts are numbered in the order in which they are met.
        case text([String: Int])
    }

    private var kind: Kind

    /// Returns nil for a type whose values have no numbers.
    init?(_ type: FieldType, _ site: Site) {
        guard let kind = type.traits.numbers(site) else { return nil }
        self.kind = kind
    }

    var areOrdered: Bool {
        switch kind {
        case .own, .choice: true
        case .window, .entry, .text: false
        }
    }

    /// This is false for a window, whose number is only its phase.
    var areExact: Bool { !dependsOnMoment }

    /// This is true for a window, whose phase changes with time.
    var dependsOnMoment: Bool { if case .window = kind { true } else { false } }

    /// Returns the number of a field's own value, or nil if it has none.
    mutating func number(ofField value: Value) -> Int? {
        if case .window(let moment) = kind, case .window(let window) = value {
            return number(of: window.phase(at: moment))
        }
        guard case .text(var texts) = kind, case .text(let text) = value else { return number(of: value) }
        if let known = texts[text] { return known }
        kind = .own
        texts[text] = texts.count
        kind = .text(texts)
        return texts.count - 1
    }

    func own(_ number: Int) -> Int? { if case .own = kind { number } else { nil } }

    func number(of entry: EntryReference) -> Int? { if case .entry = kind { entry.index } else { nil } }

    func number(ofText text: String) -> Int? {
        switch kind {
        case .own: nil
        case .choice(let choice): choice.index(of: text) ?? Self.unknown
        case .window: Window.Phase(rawValue: text).map(number) ?? Self.unknown
        case .entry(let positions): positions[text] ?? Self.unknown
        case .text(let texts): texts[text] ?? Self.unknown
        }
    }

    func number(ofChoice value: String) -> Int? {
        switch kind {
        case .choice, .text: number(ofText: value)
        case .own, .window, .entry: nil
        }
    }

    private func number(of phase: Window.Phase) -> Int {
        switch phase {
        case .past: 0
        case .now: 1
        case .future: 2
        }
    }
}

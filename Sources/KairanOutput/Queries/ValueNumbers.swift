internal import KairanContent
internal import KairanModel

/// Gives the values of one type numbers to be compared instead: equal values have the same one, and the numbers of
/// ordered values have their order.
struct ValueNumbers: Sendable {
    /// The number of a value that was left out, and of one that no entry has.
    static let missing = Int.min, unknown = Int.min + 1

    private enum Kind {
        /// A number by itself, such as a day's.
        case own
        case choice(Choice)
        case window(DateTime)
        /// An entry's position, by its id.
        case entry([String: Int])
        /// Texts in the order in which they were met.
        case text([String: Int])
    }

    private var kind: Kind

    /// Nil for a type whose values have no numbers.
    init?(_ type: FieldType, _ site: Site) {
        switch type {
        case .integer, .boolean, .date, .time, .dateTime: kind = .own
        case .choice(let choice): kind = .choice(choice)
        case .window: kind = .window(site.moment)
        case .reference(let name): kind = .entry(site.content.collection(name)?.positions ?? [:])
        case .text, .url, .email, .phone, .color: kind = .text([:])
        default: return nil
        }
    }

    var areOrdered: Bool {
        switch kind {
        case .own, .choice: true
        case .window, .entry, .text: false
        }
    }

    /// False for a window, whose number is only its phase.
    var areExact: Bool { !dependsOnMoment }

    /// True for a window, whose phase passes.
    var dependsOnMoment: Bool { if case .window = kind { true } else { false } }

    /// The number of a field's own value; nil when it has none.
    mutating func number(ofField value: Value) -> Int? {
        switch (kind, value) {
        case (.window(let moment), .window(let window)): return number(of: window.phase(at: moment))
        case (.text(var texts), .text(let text)):
            if let known = texts[text] { return known }
            kind = .own
            texts[text] = texts.count
            kind = .text(texts)
            return texts.count - 1
        default: return number(of: value)
        }
    }

    /// The number of a value that fields are compared with; nil when numbers cannot tell.
    func number(of value: Value) -> Int? {
        switch (kind, value) {
        case (_, .missing): Self.missing
        case (.own, .integer(let number)): number > Self.unknown ? number : nil
        case (.own, .boolean(let flag)): flag ? 1 : 0
        case (.own, .date(let date)): date.daysSinceEpoch
        case (.own, .time(let time)): time.secondsSinceMidnight
        case (.own, .dateTime(let moment)): moment.epochSeconds
        case (.choice(let choice), .choice(let index, let other)):
            choice.index(of: other.options[index].value) ?? Self.unknown
        case (.choice(let choice), .text(let text)): choice.index(of: text) ?? Self.unknown
        case (.window, .text(let text)): Window.Phase(rawValue: text).map(number) ?? Self.unknown
        case (.entry, .entry(let reference)): reference.index
        case (.entry(let positions), .text(let id)): positions[id] ?? Self.unknown
        case (.text(let texts), .text(let text)): texts[text] ?? Self.unknown
        case (.text(let texts), .choice(let index, let choice)): texts[choice.options[index].value] ?? Self.unknown
        default: nil
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

internal import KairanFormats
internal import KairanModel
internal import KairanQueries

/// A page and its layouts, checked and compiled. Names are positions, so rendering needs no lookup.
struct PageProgram: Sendable {
    /// The page, followed by its layouts, the innermost first. Each is the `content` of the next.
    var levels: [[MustacheInstruction]] = []
    /// The format whose rules apply to values.
    var format = FileFormat.html
    /// The parts of `page` that are shown anywhere. The others need not be made.
    var pageParts: Set<String> = []
}

enum MustacheInstruction: Sendable {
    case literal([UInt8])
    /// The place of the next instruction in a template, for formats that have a writer.
    case mark(SourceSpan)
    case print(MustacheOperand, isEscaped: Bool)
    /// A text whose parts are values in a format.
    case printText(TextPattern, isEscaped: Bool)
    /// The content that stands inside a layout.
    case content
    /// A section repeats for each element of a list, and runs once for any other value that is there.
    case section(MustacheOperand, isInverted: Bool, [MustacheInstruction])
    case printPosition(ListPosition.Part)
    case positionSection(ListPosition.Part, isInverted: Bool, [MustacheInstruction])
    /// A partial, whose lines each start with the indentation.
    case partial([MustacheInstruction], indentation: [UInt8])
    /// The content of a block, whose lines each start with the indentation, also the first if a line starts there.
    case block([MustacheInstruction], indentation: [UInt8], startsLine: Bool)
}

/// The source of a value and its transforms. It is a class because a struct's parts would be reference-counted with
/// every use.
final class MustacheOperand: Sendable {
    let path: Path
    /// The changes, the innermost first.
    let changes: [MustacheChange]

    init(path: Path, changes: [MustacheChange]) { (self.path, self.changes) = (path, changes) }
}

/// What a word before a name in brackets makes of its value.
enum MustacheChange: Sendable {
    case transform(MustacheTransform)
    /// The text of `_strings.yml` at a position, with the number in it.
    case counted(Int)
}

enum MustacheTransform: String, Sendable, CaseIterable {
    case count, empty, first, last, reversed
    case capitalized, lowercased, uppercased

    static let ofLists: [MustacheTransform] = [.count, .empty, .first, .last, .reversed]
    static let ofTexts: [MustacheTransform] = [.capitalized, .lowercased, .uppercased, .empty]

    /// Returns the type that the transform makes of a value.
    func type(of value: FieldType) -> FieldType {
        switch self {
        case .empty: .boolean
        case .count: .integer
        case .first, .last: value.elementOfList
        case .reversed: value
        case .capitalized, .lowercased, .uppercased: .text
        }
    }
}

/// The position of an element in its list.
struct ListPosition {
    enum Part: String, Sendable, CaseIterable { case first, last, index, even, odd }

    var index: Int
    var count: Int

    func value(_ part: Part) -> Value {
        switch part {
        case .first: .boolean(index == 0)
        case .last: .boolean(index == count - 1)
        case .index: .integer(index)
        case .even: .boolean(index % 2 == 0)
        case .odd: .boolean(index % 2 == 1)
        }
    }
}

extension Evaluator {
    func apply(_ change: MustacheChange, to value: Value) -> Value {
        switch change {
        case .transform(let transform): apply(transform, to: value)
        case .counted(let string): counted(string, value)
        }
    }

    private func apply(_ transform: MustacheTransform, to value: Value) -> Value {
        switch (transform, value) {
        case (.count, .list(let elements)): .integer(elements.count)
        case (.empty, .list(let elements)): .boolean(elements.isEmpty)
        case (.first, .list(let elements)): elements.first ?? .missing
        case (.last, .list(let elements)): elements.last ?? .missing
        case (.reversed, .list(let elements)): .list(elements.reversed())
        case (.count, _): .integer(0)
        case (.empty, _): .boolean(plainText(value).isEmpty)
        case (_, .missing), (.first, _), (.last, _), (.reversed, _): .missing
        case (.lowercased, _): .text(lowercased(plainText(value), locale.code))
        case (.uppercased, _): .text(uppercased(plainText(value), locale.code))
        case (.capitalized, _): .text(capitalized(plainText(value), locale.code))
        }
    }
}

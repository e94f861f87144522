internal import KairanModel

/// A page and its layouts, checked and compiled: names are positions, so rendering looks nothing up.
struct PageProgram: Sendable {
    /// The page, then its layouts, the innermost first; each is the `content` of the next.
    var levels: [[MustacheInstruction]] = []
    /// By what rules values are written.
    var format = FileFormat.html
    /// Those parts of `page` that are shown anywhere in them; the others need not be made.
    var pageParts: Set<String> = []
}

enum MustacheInstruction: Sendable {
    case literal([UInt8])
    /// Where the next one stands in a template, in formats that have a writer.
    case mark(SourceSpan)
    case print(MustacheOperand, isEscaped: Bool)
    /// What a layout stands around.
    case content
    /// A list's elements one by one; any other value once, if it is there.
    case section(MustacheOperand, isInverted: Bool, [MustacheInstruction])
    case printPosition(ListPosition.Part)
    case positionSection(ListPosition.Part, isInverted: Bool, [MustacheInstruction])
    /// The indentation stands before each of its lines.
    case partial([MustacheInstruction], indentation: [UInt8])
}

/// Where a value comes from and what is made of it. A class, as pages count it with every use.
final class MustacheOperand: Sendable {
    let path: Path
    /// The innermost first.
    let transforms: [MustacheTransform]

    init(path: Path, transforms: [MustacheTransform]) { (self.path, self.transforms) = (path, transforms) }
}

enum MustacheTransform: String, Sendable {
    case count, empty, first, last, reversed
    case capitalized, lowercased, uppercased

    static let ofLists: [MustacheTransform] = [.count, .empty, .first, .last, .reversed]
    static let ofTexts: [MustacheTransform] = [.capitalized, .lowercased, .uppercased, .empty]

    /// What it makes of a value.
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

/// Where in its list an element stands.
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
    func apply(_ transform: MustacheTransform, to value: Value) -> Value {
        switch (transform, value) {
        case (.count, .list(let elements)): .integer(elements.count)
        case (.empty, .list(let elements)): .boolean(elements.isEmpty)
        case (.first, .list(let elements)): elements.first ?? .missing
        case (.last, .list(let elements)): elements.last ?? .missing
        case (.reversed, .list(let elements)): .list(elements.reversed())
        case (.count, _): .integer(0)
        case (.empty, _): .boolean(plainText(value).isEmpty)
        case (_, .missing), (.first, _), (.last, _), (.reversed, _): .missing
        case (.lowercased, _): .text(plainText(value).lowercased())
        case (.uppercased, _): .text(plainText(value).uppercased())
        case (.capitalized, _): .text(capitalized(plainText(value)))
        }
    }
}

/// The first letter of every word is large, the others small. What is no letter ends a word, but for an apostrophe and
/// its like.
private func capitalized(_ text: String) -> String {
    var result = ""
    var isInsideWord = false
    for scalar in text.unicodeScalars {
        let properties = scalar.properties
        result += isInsideWord ? properties.lowercaseMapping : properties.titlecaseMapping
        if !properties.isCaseIgnorable { isInsideWord = properties.isCased }
    }
    return result
}

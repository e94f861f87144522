internal import KairanContent
internal import KairanFormats
internal import KairanModel

/// One step of a path, which leads from a value to a part or a view of it.
package enum Step: Hashable, Sendable {
    /// The step leads to a field of an entry or a record, by position.
    case field(Int)
    /// The step leads to a value of one of several types, by the position of its own.
    case member(Int)
    case id, page
    /// The step leads to one part of an entry's page.
    case pageURL, pagePath
    case assetURL, assetPath, assetName, width, height, byteCount, mediaType
    case pictureColor, sizes, srcset
    case from, until, lastDay, phase
    /// The step leads to the end of a window as readers see it: the last day, or else the moment.
    case shownEnd
    case year, month, day, weekday, yearMonth, week, weekYear
    case dateOf, timeOf, epoch, minutes
    case displayText, lines
    case label, number, major, minor
    case red, green, blue
    case latitude, longitude, position
    case html, plainText, outline
    case count
    /// The steps that follow lead from each element of a list, and make one list of what they find.
    case each
    /// A duration or a number is added or taken away, to which so many of the next steps lead from the start of the path.
    case later(Int), earlier(Int)
    case minutesLater(Int)
}

/// A step together with the type that it leads to.
struct TypedStep {
    var step: Step
    var type: FieldType
    var isOptional = false
    var assurance = TextAssurance.none
}

extension Step {
    /// The schema of the view's JSON; nil if its type describes it fully.
    var schema: ValueSchema? {
        switch self {
        case .month: .integer(1...12)
        case .day: .integer(1...31)
        case .weekday: .integer(0...6)
        case .week: .integer(1...53)
        case .red, .green, .blue: .integer(0...255)
        case .width, .height: .integer(from: 1, .int32)
        case .count, .minutes: .integer(from: 0, .int32)
        case .byteCount, .major, .minor: .integer(from: 0, .int64)
        // This number is part of a colour, because the number of a choice was handled before.
        case .year, .weekYear, .number: ValueSchema(.integer(NumberRange(size: .int32)))
        case .latitude: .number(-90...90)
        case .longitude: .number(-180...180)
        // See RFC 7946, 3.1.1.
        case .position: ValueSchema(.array(ValueSchema(.number(.any)), count: CountRange(minimum: 2, maximum: 2)))
        case .yearMonth: .string(pattern: KnownPattern.yearMonth.rawValue)
        case .phase: ValueSchema(.oneOf(Window.Phase.allCases.map { .string($0.rawValue) }))
        // These addresses start at the host's root.
        case .assetPath, .pagePath: .string(format: "iri-reference")
        case .field, .member, .id, .page, .pageURL, .assetURL, .assetName, .mediaType, .pictureColor, .sizes, .srcset,
            .from, .until, .lastDay, .shownEnd, .dateOf, .timeOf, .epoch, .displayText, .lines, .label, .html,
            .plainText, .outline, .each,
            .later, .earlier, .minutesLater:
            nil
        }
    }

    /// This is true if the view follows from other views of the same value, or from an entry's place.
    package var isOnlyShown: Bool {
        switch self {
        case .page, .pageURL, .pagePath, .html, .outline, .width, .height, .byteCount, .mediaType, .pictureColor,
            .assetName, .sizes, .srcset, .phase, .count, .weekday, .week, .weekYear, .later, .earlier, .minutesLater:
            true
        case .field, .member, .id, .assetURL, .assetPath, .from, .until, .lastDay, .shownEnd, .year, .month, .day,
            .yearMonth, .dateOf, .timeOf, .epoch, .minutes, .displayText, .lines, .label, .number, .major, .minor, .red,
            .green, .blue,
            .latitude,
            .longitude, .position, .plainText, .each:
            false
        }
    }
}

internal import KairanContent
internal import KairanFormats
package import KairanModel

extension MarkupValue {
    package init(_ name: String, _ path: Path, _ type: FieldType) {
        let kind: Kind =
            if type == .html {
                .html
            } else if type == .url {
                .address(path.assurance)
            } else {
                type.traits.isWord || path.isWord ? .word : .text
            }
        self.init(name, kind)
        (isOptional, isID) = (path.isOptional, path.steps.last == .id)
        isForMachines = type == .duration
    }
}

extension MarkupValue {
    package init(_ name: String, _ pattern: TextPattern) {
        self.init(name, pattern.isHTML ? .html : pattern.parts.allSatisfy(\.isWord) ? .word : .text)
        isOptional = pattern.isOptional
    }
}

extension Shape {
    /// The assurance that a template may rely on in the shape's value.
    package var assurance: TextAssurance {
        switch self {
        case .path(let path): path.isWord ? .word : path.assurance
        case .text(let pattern): pattern.parts.allSatisfy(\.isWord) ? .word : .none
        case .either(_, let then, let otherwise): then.shape.assurance.common(otherwise?.shape.assurance)
        case .firstOf(let shapes): Self.assurance(ofFirst: shapes)
        case .object, .array, .each, .eachGroup, .first, .count, .total, .position, .holds, .day, .between, .split,
            .group, .keyed, .literal, .chart,
            .map, .occurrences, .changes, .route:
            .none
        }
    }
}

extension Shape {
    /// Returns what is sure of the first value. The template's author wrote the literals, but they need not be
    /// addresses.
    private static func assurance(ofFirst shapes: [TypedShape]) -> TextAssurance {
        let others = shapes.filter { $0.shape.constant == nil }.map(\.shape.assurance)
        guard let first = others.first, others.allSatisfy({ $0 == first }) else { return .none }
        return first == .word || others.count == shapes.count ? first : .none
    }
}

extension Path {
    fileprivate var isWord: Bool { assurance == .word || steps.last == .id || type.traits.isWord }
}

extension TextPattern.Part {
    /// This is true if the part is a word or a literal of the template itself.
    fileprivate var isWord: Bool {
        switch self {
        case .literal, .path(_, .number), .path(_, .decimals), .path(_, .date), .path(_, .percent): true
        case .path(_, .counted), .path(_, .localizedDate): false
        case .either(let parts): parts.allSatisfy(\.isWord)
        case .path(let path, .plain): path.isWord
        case .path(let path, .changed(let format, _)):
            path.type.elementOfList == path.type && TextPattern.Part.path(path, format).isWord
        }
    }
}

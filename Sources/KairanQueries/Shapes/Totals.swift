internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// One value that is computed of all elements of a query.
package struct TotalShape: Sendable {
    enum Kind: String { case sum, mean }

    var kind: Kind
    package var query: Query
    /// The path from an element to its value. An element without a value does not count.
    var path: Path
    /// The number of values without which there is no total, because they are those of one entry and a part of them
    /// would be wrong; nil for the elements of a list.
    var needed: Int?
    /// The positions of the values that are taken away, as `-lent` is; nil if all are.
    var taken: Set<Int>? = []
    /// This is true if there may be no total.
    var isOptional: Bool
    var span: SourceSpan
}

extension ShapeCompiler {
    mutating func total(_ kind: TotalShape.Kind, _ node: SourceNode, in scope: Scope) -> TypedShape? {
        if let numbers = node[kind.rawValue]?.elements { return total(kind, of: numbers, node, in: scope) }
        guard let query = query(kind.rawValue, node, in: scope) else { return nil }
        guard let of = node["of"] else {
            reader.error(
                .shapeOf, "'\(kind.rawValue)' needs 'of', the path to the value of each element", at: node.span,
                help: "write of: and a path; \(ShapeWord.escape(kind.rawValue))")
            return nil
        }
        let (named, isTaken) = summand(of, of: kind)
        guard let path = path(named, in: scope.entering(query)) else { return nil }
        if isTaken, path.type == .duration { return refuseTaken(of) }
        guard let type = kind.type(of: path.type) else {
            var help = path.ofOneType ?? kind.help
            if case .list = path.type, let list = query.source.text {
                help = "go through the list: \(kind.rawValue): \(list).\(path.text)"
            } else if path.type == .text, case .reference(let collection) = query.element, path.steps.count == 1 {
                help = "if its texts are numbers, declare '\(path.text)' as integer or decimal in content/\(collection)"
            }
            reader.error(
                .shapeOf, "'\(kind.rawValue)' adds up \(kind.summands), and '\(path.text)' is \(path.type.withArticle)",
                at: of.span, help: help)
            return nil
        }
        var total = TotalShape(kind: kind, query: query, path: path, isOptional: kind != .sum, span: of.span)
        if isTaken { total.taken = nil }
        return TypedShape(.total(total), type, isOptional: total.isOptional)
    }

    /// Returns what a sum names, and whether it is taken away: `-lent`.
    private func summand(_ node: SourceNode, of kind: TotalShape.Kind) -> (named: SourceNode, isTaken: Bool) {
        guard kind == .sum, let text = node.scalar, text.prefixMatch(of: /-[a-zA-Z$]/) != nil else {
            return (node, false)
        }
        let place = node.span.part(text.dropFirst(), of: text)
        return (SourceNode(.scalar(String(text.dropFirst()), .string), span: place), true)
    }

    private mutating func refuseTaken<Nothing>(_ node: SourceNode) -> Nothing? {
        reader.error(
            .shapeOf, "only numbers are taken away, and '\(node.scalar ?? "")' is a duration", at: node.span,
            help: "from a moment or a time a duration is taken as in starts - length")
        return nil
    }

    /// Compiles `sum: [price, postage, -discount]`, which adds numbers of one entry.
    private mutating func total(
        _ kind: TotalShape.Kind, of elements: [SourceNode], _ node: SourceNode, in scope: Scope
    ) -> TypedShape? {
        let word = kind.rawValue
        for member in node.members ?? [] where member.key != word {
            reader.error(
                .shapeOf, "'\(member.key)' means nothing where '\(word)' names numbers of one entry",
                at: member.keySpan, help: .remove("leave it out; of a list write \(word): LIST, of: PATH"))
        }
        let summands = elements.map { summand($0, of: kind) }
        let shapes = summands.compactMap { shape($0.named, in: scope, for: .endpoint) }
        guard shapes.count == elements.count else { return nil }
        for ((shape, summand), element) in zip(zip(shapes, summands), elements)
        where summand.isTaken && shape.type == .duration {
            return refuseTaken(element)
        }
        guard var type = shapes.first?.type else {
            reader.error(
                .shapeOf, "'\(word)' names nothing that it adds up", at: node[word]?.span ?? node.span,
                help: Help("\(kind.help); \(ShapeWord.escape(word))"))
            return nil
        }
        for (shape, element) in zip(shapes, elements) {
            let isAddable = kind.type(of: shape.type) != nil && (shape.type == .duration) == (type == .duration)
            guard isAddable else {
                let name = element.scalar.map { "'\($0)'" } ?? "this"
                reader.error(
                    .shapeOf, "'\(word)' adds up \(kind.summands), and \(name) is \(shape.type.withArticle)",
                    at: element.span, help: Help("name numbers alone, or durations; \(ShapeWord.escape(word))"))
                return nil
            }
            if shape.type == .decimal { type = .decimal }
        }
        var query = Query(source: .shapes([TypedShape(.array(shapes), .list(type))]), element: type)
        query.frame = scope.frames.count
        guard let path = path("value", in: scope.entering(type), at: node.span), let result = kind.type(of: type) else {
            return nil
        }
        let total = TotalShape(
            kind: kind, query: query, path: path, needed: shapes.count,
            taken: Set(summands.indices.filter { summands[$0].isTaken }),
            isOptional: shapes.contains(where: \.isOptional), span: node[word]?.span ?? node.span)
        return TypedShape(.total(total), result, isOptional: total.isOptional)
    }
}

extension TotalShape.Kind {
    fileprivate var help: String {
        switch self {
        case .sum: "name the path to a number or a duration"
        case .mean: "name the path to a number"
        }
    }

    fileprivate var summands: String {
        switch self {
        case .sum: "numbers or durations"
        case .mean: "numbers"
        }
    }

    /// Returns the type of the result, or nil if values of this type have none.
    fileprivate func type(of value: FieldType) -> FieldType? {
        switch (self, value) {
        case (.sum, .integer), (.sum, .decimal), (.sum, .duration): value
        case (.mean, .integer), (.mean, .decimal): .decimal
        case (.sum, _), (.mean, _): nil
        }
    }
}

extension Evaluator {
    /// Returns a missing value for the mean of nothing. The sum of nothing is 0.
    func total(_ shape: TotalShape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> Value {
        let values = values(at: shape.path, of: shape.query, frames)
        if let needed = shape.needed, values.count < needed { return .missing }
        // A mean may be small enough although the sum is not.
        let total = sum(values, taking: shape.taken, as: shape.kind == .mean ? .decimal : shape.path.type)
        if total == nil {
            diagnostics.append(
                Diagnostic(
                    .error, .numberSize, "the sum of these values has more digits than a number in JSON can have",
                    at: shape.span,
                    help: "choose fewer elements with 'where', or publish the values themselves"))
        }
        guard shape.kind == .mean, let total else { return total ?? .missing }
        return total.number?.divided(by: values.count).map(Value.decimal) ?? .missing
    }

    /// Returns nil for a sum that is too large.
    private func sum(_ values: [Value], taking taken: Set<Int>?, as type: FieldType) -> Value? {
        if type == .duration {
            let minutes = values.reduce(0) { sum, value in
                if case .duration(let duration) = value { sum &+ duration.minutes } else { sum }
            }
            return .duration(MinuteDuration(minutes: minutes))
        }
        var sum: DecimalNumber? = DecimalNumber(0)
        for (position, value) in values.enumerated() {
            let number = taken?.contains(position) ?? true ? value.number.map { -$0 } : value.number
            sum = number.flatMap { number in sum.flatMap { $0.adding(number) } }
        }
        guard let sum else { return nil }
        guard type == .integer else { return .decimal(sum) }
        return wholeNumbersOfJSON.contains(sum.significand) ? .integer(sum.significand) : nil
    }
}

extension SchemaDerivation {
    func total(_ shape: TotalShape, _ type: FieldType) -> ValueSchema {
        let value = element(.path(shape.path), shape.path.type, of: shape.query)
        let schema =
            switch (shape.kind, value.form) {
            case (.sum, .integer) where shape.taken != []: ValueSchema(.integer(NumberRange.any.sized))
            case (.sum, .number) where shape.taken != []: ValueSchema(.number(.any))
            case (.sum, .integer(let range)): ValueSchema(.integer(range.ofSum.sized))
            case (.sum, .number(let range)): ValueSchema(.number(range.ofSum))
            case (.mean, .integer(let range)), (.mean, .number(let range)):
                ValueSchema(.number(NumberRange(minimum: range.minimum, maximum: range.maximum)))
            default: type.traits.schema(nil)
            }
        return schema.orNull(shape.isOptional)
    }
}

extension NumberRange {
    /// The range of the sums of any number of values.
    fileprivate var ofSum: NumberRange {
        let zero = DecimalNumber(0)
        return NumberRange(
            minimum: minimum.flatMap { $0 < zero ? nil : zero }, maximum: maximum.flatMap { $0 > zero ? nil : zero })
    }
}

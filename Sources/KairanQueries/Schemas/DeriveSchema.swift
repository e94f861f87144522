internal import KairanContent
package import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Schema {
    /// Returns what is true of all JSON that a shape makes, whatever the content holds.
    ///
    /// A schema promises what the types ensure and not what the data happen to be. A text that never exceeds ten
    /// characters in this build promises nothing. Conditions do promise something: `where: { note: { exists: true } }`
    /// excludes null.
    ///
    /// - Parameter iteration: The iteration that fills the scope's own frames.
    /// - Parameter isLocalized: If this is true, there is a file for each locale.
    package func valueSchema(
        of shape: TypedShape, in scope: Scope, of iteration: Iteration = .once, isLocalized: Bool = false
    ) -> ValueSchema {
        var derivation = SchemaDerivation(
            schema: self, formats: ShownFormats(settings: declarations.settings, isLocalized: isLocalized),
            frames: scope.frames.map { .init(frame: $0) })
        for index in derivation.frames.indices { derivation.frames[index].take(iteration) }
        return derivation.derive(shape)
    }
}

/// Walks a shape, with the types of the frames in which its paths start.
struct SchemaDerivation {
    struct Frame {
        var frame: Scope.Frame
        /// The declaration of the element, if it is a part of a field.
        var declaration: FieldDeclaration?
        /// The schema of the element, if several shapes make it.
        var shapes: ValueSchema?
        /// The query that yields the element.
        var query: Query?
        /// The queries whose conditions chose the element before that.
        var earlier: [Query] = []
        /// For grouped elements, the queries that chose them and the paths by which they were grouped.
        var group: (queries: [Query], by: [Path])?
        /// The query that chose the entries before and after a template's own entry.
        var neighbours: Query?
    }

    let schema: Schema
    let formats: ShownFormats
    var frames: [Frame]
    /// The conditions of each `if` around the shape.
    var conditions: [[[Filter]]] = []

    func derive(_ shape: Shape, _ type: FieldType) -> ValueSchema {
        switch shape {
        case .path(let path): return self.path(path)
        case .firstOf(let shapes): return first(of: shapes)
        case .object(let shapes, let record): return object(shapes, record)
        case .array(let shapes): return array(shapes)
        case .each(let query, let value):
            return ValueSchema(.array(element(value, type.elementOfList, of: query), count: count(ofAll: query)))
        case .eachGroup(let query, let by, let group, let value):
            var inner = self
            let queries = [query] + chosenBefore(query)
            inner.frames.append(Frame(frame: .element(.record(group)), group: (queries, [by])))
            return .array(value.map { inner.derive($0, type.elementOfList) } ?? of(type.elementOfList, nil))
        case .first(let query, let value, let isRequired, _):
            return element(value, type, of: query).orNull(!isRequired)
        case .count: return .integer(from: 0, .int32)
        case .position(from: let first): return .integer(from: first, .int32)
        case .total(let shape): return total(shape, type)
        case .holds: return ValueSchema(.boolean)
        case .either(let alternatives, let then, let otherwise):
            let first = assuming(alternatives).derive(then)
            return otherwise.map { .either([first, derive($0)]) } ?? first.orNull(true)
        case .group(let query, let by, let value):
            if case .record(let record) = type {
                return ValueSchema(
                    .object(
                        record.fields.map {
                            .init(
                                name: $0.name, schema: .array(element(value, $0.type.elementOfList, of: query)),
                                isRequired: true)
                        }))
            }
            guard case .dictionary(let list) = type else { return ValueSchema(.any) }
            let inner = element(value, list.elementOfList, of: query)
            var schema = ValueSchema(.dictionary(.array(inner), keys: keys(by, of: query)))
            schema.textFormat = formats.format(of: by)
            return schema
        case .keyed(let query, let by, let value):
            guard case .dictionary(let element) = type else { return ValueSchema(.any) }
            return keyed(query, by, self.element(value, element, of: query))
        case .occurrences(let days):
            if days.time != nil { return ValueSchema.array(of(.dateTime, nil)).orNull(!isRequired(shape)) }
            if days.patterns.isEmpty { return .array(.string(format: "date")) }
            return .array(ValueSchema.text.written(formats.format(ofDates: days.patterns)))
        case .literal(.missing): return ValueSchema(.null)
        case .text(let pattern):
            return of(type, nil).written(formats.format(of: pattern)).orNull(!isRequired(shape))
        case .between: return ValueSchema(.integer(NumberRange(size: .int32))).orNull(!isRequired(shape))
        case .day, .split: return of(type, nil).orNull(!isRequired(shape))
        case .literal, .chart, .map, .changes, .route: return of(type, nil)
        }
    }

    fileprivate func derive(_ shape: TypedShape) -> ValueSchema {
        derive(shape.shape, shape.type).orNull(mayBeMissing(shape))
    }

    func element(_ shape: Shape?, _ type: FieldType, of query: Query) -> ValueSchema {
        let made = elements(of: query)
        guard let shape else { return made ?? of(type, nil) }
        var inner = self
        inner.frames.append(
            Frame(
                frame: .element(query.element), declaration: declaration(ofElementsIn: query.source), shapes: made,
                query: query, earlier: chosenBefore(query)))
        return inner.derive(shape, type)
    }

    func declaration(ofElementsIn source: Query.Source) -> FieldDeclaration? {
        switch source {
        case .collection, .calendar, .shapes: return nil
        case .list(let path): return declaration(of: path)?.elementOfEach
        case .parts(let outer, let path):
            guard let element = outer.element else { return nil }
            var inner = self
            inner.frames.append(Frame(frame: .element(element), declaration: declaration(ofElementsIn: outer)))
            return inner.declaration(of: path)?.elementOfEach
        }
    }

    private func object(_ shapes: [Shape], _ record: RecordType) -> ValueSchema {
        ValueSchema(
            .object(
                zip(shapes, record.fields).map { shape, field in
                    let schema = derive(TypedShape(shape, field.type, isOptional: field.isOptional))
                    return .init(
                        name: field.name, schema: field.omitsMissing ? schema.ofValues : schema,
                        isRequired: !field.omitsMissing)
                }))
    }

    private func array(_ shapes: [TypedShape]) -> ValueSchema {
        let schemas = shapes.map(derive)
        guard let first = schemas.first else { return .array(ValueSchema(.any)) }
        // A list of constants is content, which may grow; in any other each place has a meaning of its own.
        let isContent = shapes.allSatisfy { $0.shape.constant != nil }
        let count = isContent ? .any : CountRange(minimum: shapes.count, maximum: shapes.count)
        if schemas.allSatisfy({ $0 == first }) { return ValueSchema(.array(first, count: count)) }
        guard schemas.allSatisfy({ $0.loosened == first.loosened }) else { return ValueSchema(.tuple(schemas)) }
        let formats = schemas.compactMap(\.textFormat)
        return ValueSchema(.array(first.loosened, count: count)).written(
            formats.dropFirst().reduce(formats.first) { all, next in all.map { $0 + next } })
    }

    /// Returns whether a condition of the surrounding query ensures that a value exists.
    func isRequired(_ shape: Shape) -> Bool {
        switch shape {
        case .path(let path): return isThere(path)
        case .split(let path, by: _): return isThere(path)
        case .text(let pattern): return pattern.paths.allSatisfy(isThere)
        case .day(let day): return day.path.map(isThere) ?? true
        case .occurrences(let days): return days.time.map(isThere) ?? true
        case .between(let first, let last, in: _):
            return [first.path, last.path].allSatisfy { $0.map(isThere) ?? true }
        case .firstOf(let shapes): return !shapes.allSatisfy(mayBeMissing)
        case .either(let alternatives, let then, let otherwise?):
            return !assuming(alternatives).mayBeMissing(then) && !mayBeMissing(otherwise)
        case .object, .array, .each, .eachGroup, .first, .count, .total, .position, .holds, .either, .group, .keyed,
            .literal, .chart, .map, .changes, .route:
            return false
        }
    }

    private func mayBeMissing(_ shape: TypedShape) -> Bool { shape.isOptional && !isRequired(shape.shape) }

    private func isThere(_ path: Path) -> Bool {
        if !path.isOptional || frames[path.frame].query?.requires(path) == true { return true }
        return path.slot == nil && conditions.contains { !$0.isEmpty && $0.require(path, of: path.frame) }
    }

    private func assuming(_ alternatives: [[Filter]]) -> Self {
        var inner = self
        inner.conditions.append(alternatives)
        return inner
    }

    /// Returns the choice whose number a path yields, or nil if it yields no such number.
    func numbered(_ path: Path) -> Choice? {
        guard path.steps.last == .number else { return nil }
        var field = path
        field.steps.removeLast()
        guard case .choice(let choice)? = declaration(of: field)?.type else { return nil }
        return choice
    }

    private func isStartOfDay(_ path: Path) -> Bool {
        guard path.steps.last == .epoch else { return false }
        var day = path
        day.steps.removeLast()
        return declaration(of: day)?.type == .date
    }

    private func path(_ path: Path) -> ValueSchema {
        (ofShapes(path)
            ?? narrowed(of(path.type, declaration(of: path), path.steps.last, view: numbered(path)), at: path))
            .written(isStartOfDay(path) ? formats.dayStart : formats.format(of: ungrouped(path)))
            .orNull(!isThere(path))
    }

    private func first(of shapes: [TypedShape]) -> ValueSchema {
        var all = ValueSchema(.null)
        for (shape, position) in zip(shapes, shapes.indices) {
            let next = derive(shape.shape, shape.type)
            if let value = shape.shape.constant, next.jsonType == all.jsonType, next.form != .null {
                let mayBeOther = shapes[..<position].contains { $0.type == .text && mayBeMissing($0) }
                all.chosenRange = nil
                // A literal beside a value that is not a text has the form of the value.
                if mayBeOther { all.textFormat = all.textFormat?.orOtherWords }
                all = all.admitting(value)
            } else {
                all = .either([all, next])
            }
        }
        return all.ofValues.orNull(shapes.allSatisfy(mayBeMissing))
    }
}

extension SchemaDerivation {
    /// Returns nil if no collection declares the value.
    func declaration(of path: Path) -> FieldDeclaration? {
        let frame = frames[path.frame]
        if path.steps.isEmpty { return frame.declaration }
        // The limits of a field say nothing about a sum.
        if path.isSum { return nil }
        let type: FieldType
        switch (frame.frame, path.slot) {
        case (.names(let record), let slot?): type = record.fields[slot].type
        case (.element(let element), _): type = element
        case (.names, nil): return nil
        }
        let field = schema.fields(along: path, from: type, declaredAs: frame.declaration).last
        return field?.steps == path.steps.count ? field?.declaration : nil
    }

    private func of(
        _ type: FieldType, _ declaration: FieldDeclaration?, _ step: Step? = nil, view choice: Choice? = nil
    ) -> ValueSchema {
        if let choice { return numbers(of: choice) }
        if let schema = step?.schema { return schema }
        if case .list(let element) = type {
            return ValueSchema(.array(of(element, declaration?.parts.first), count: count(declaration)))
        }
        if case .record(let record) = type { return ValueSchema(.object(properties(record, declaration))) }
        if case .dictionary(let element) = type {
            var schema = ValueSchema(.dictionary(of(element, declaration?.parts.first), keys: nil))
            schema.keyCount = count(declaration)
            return schema
        }
        if case .oneOf(let types) = type {
            let members = types.members.enumerated().map { of($1, declaration?.parts[$0]) }
            var schema = ValueSchema.either(members).orNull(types.allowsNull)
            schema.nullIsValue = types.allowsNull
            return schema
        }
        // The length of texts depends on the content, and no client relies on it.
        var schema = type.traits.schema(declaration?.limits)
        schema.hasOwnLimits = declaration?.limits.minimum != nil || declaration?.limits.maximum != nil
        return schema
    }

    /// Returns how many elements a list has that takes all of those of another list.
    private func count(ofAll query: Query) -> CountRange {
        guard case .list(let path) = query.source, query.choosesAll else { return .any }
        return count(declaration(of: path))
    }

    /// Returns how many elements or keys a list or map has.
    func count(_ declaration: FieldDeclaration?) -> CountRange {
        let limits = declaration?.limits
        return CountRange(minimum: limits?.minimum?.significand, maximum: limits?.maximum?.significand)
    }

    private func properties(_ record: RecordType, _ declaration: FieldDeclaration?) -> [ValueSchema.Property] {
        record.fields.map { field in
            let part = declaration?.parts.first { $0.name == field.name }
            return .init(
                name: field.name, schema: of(field.type, part).orNull(field.isOptional && !field.omitsMissing),
                isRequired: !field.omitsMissing)
        }
    }

    private func numbers(of choice: Choice) -> ValueSchema {
        let names = choice.options.compactMap { option in option.number.map { ($0, option.value) } }
        let form: ValueSchema.Form =
            choice.isOpen ? .integer(NumberRange(size: .int32)) : .oneOf(names.map { .integer($0.0) })
        var schema = ValueSchema(form)
        schema.namesOfNumbers = Dictionary(names) { first, _ in first }
        return schema
    }
}

extension ValueSchema {
    /// Returns the schema extended by a value that may stand for a missing one.
    fileprivate func admitting(_ value: Value) -> ValueSchema {
        var schema = self
        switch (form, value) {
        case (.oneOf(let values), .text(let text)): schema.form = .oneOf(values.adding(.string(text)))
        case (.oneOf(let values), .choice(let index, let choice)):
            schema.form = .oneOf(values.adding(.string(choice.options[index].value)))
        case (.oneOf(let values), .integer(let number)): schema.form = .oneOf(values.adding(.integer(number)))
        case (.integer(let range), .integer(let number)):
            schema.form = .integer(range.admitting(DecimalNumber(number)))
        case (.number(let range), .integer(let number)): schema.form = .number(range.admitting(DecimalNumber(number)))
        case (.number(let range), .decimal(let number)): schema.form = .number(range.admitting(number))
        case (.string(let form), .text(let text)) where form.mediaType == nil:
            // The text was read as the field's type. Only an empty text stands for no value.
            // A path is a whole address only where an entry has it.
            let isWhole = form.format != "iri" || hasScheme(text)
            return !text.isEmpty && isWhole && violations(in: writeJSON(.string(text))).isEmpty
                ? self : .text.written(textFormat)
        case (.array(let element, var count), .list(let values)):
            count.minimum = count.minimum.map { min($0, values.count) }
            count.maximum = count.maximum.map { max($0, values.count) }
            schema.form = .array(values.reduce(element) { $0.admitting($1) }, count: count)
        case (.dictionary(let element, let keys), .dictionary(let pairs)):
            schema.keyCount.minimum = keyCount.minimum.map { min($0, pairs.count) }
            schema.keyCount.maximum = keyCount.maximum.map { max($0, pairs.count) }
            schema.form = .dictionary(pairs.reduce(element) { $0.admitting($1.value) }, keys: keys)
        case (.object(let properties), .record(let values, let record)):
            let given = Dictionary(zip(record.fields.map(\.name), values)) { first, _ in first }
            schema.form = .object(
                properties.map { property in
                    var property = property
                    if let value = given[property.name] { property.schema = property.schema.admitting(value) }
                    return property
                })
        default: break
        }
        return schema
    }
}

extension [JSONScalar] {
    fileprivate func adding(_ scalar: JSONScalar) -> [JSONScalar] { contains(scalar) ? self : self + [scalar] }
}

extension NumberRange {
    fileprivate func admitting(_ number: DecimalNumber) -> NumberRange {
        let range = NumberRange(minimum: minimum.map { min($0, number) }, maximum: maximum.map { max($0, number) })
        let needs = NumberRange(minimum: number, maximum: number).sized.size
        return NumberRange(minimum: range.minimum, maximum: range.maximum, size: size == .int32 ? needs : size)
    }
}

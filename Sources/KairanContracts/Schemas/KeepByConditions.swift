internal import KairanFormats
internal import KairanModel
internal import KairanTemplates

// Some promises are kept only because conditions ensure them, and no longer by the declarations alone.
extension EndpointContract {
    /// - Parameter grows: If this is false, values that conditions leave out today stay promised too.
    mutating func keep(_ published: EndpointContract, grows: Bool) {
        schema = schema.keeping(published.schema, byConditions: grows)
        for index in parameters.indices {
            guard let known = published.parameters.first(where: { $0.name == parameters[index].name }) else { continue }
            parameters[index].schema = parameters[index].schema.keeping(known.schema, byConditions: grows)
        }
    }
}

extension ValueSchema {
    fileprivate func keeping(_ published: ValueSchema, byConditions grows: Bool) -> ValueSchema {
        var schema = self
        switch (published.form, form) {
        case (.integer(let old), .integer(let new)): schema.form = .integer(new.keeping(old, within: chosenRange))
        case (.number(let old), .number(let new)): schema.form = .number(new.keeping(old, within: chosenRange))
        case (.oneOf(let old), .oneOf(let new)) where !grows:
            let kept = old.filter { declaredValues.contains($0) && !new.contains($0) }
            schema.form = .oneOf(new + kept)
        // A list that is always empty keeps the promise about its elements.
        case (.array(let old, _), .array(let new, let count)) where new.isAnything:
            schema.form = .array(old, count: count)
        // A contract that may not change, from before the lengths of fixed lists were described, promises none.
        case (.array(let old, .any), .array(let new, _)) where !grows:
            schema.form = .array(new.keeping(old, byConditions: grows), count: .any)
        case (.array(let old, _), .array(let new, let count)):
            schema.form = .array(new.keeping(old, byConditions: grows), count: count)
        case (.tuple(let old), .tuple(let new)) where old.count == new.count:
            schema.form = .tuple(zip(old, new).map { $1.keeping($0, byConditions: grows) })
        case (.dictionary(let old, _), .dictionary(let new, let keys)):
            schema.form = .dictionary(new.keeping(old, byConditions: grows), keys: keys)
        case (.object(let old), .object(let new)):
            schema.form = .object(
                new.map { property in
                    var kept = property
                    let known = old.first { $0.name == property.name }
                    if let known { kept.schema = property.schema.keeping(known.schema, byConditions: grows) }
                    return kept
                })
        case (.union(let old), .union(let new)):
            schema.form = .union(
                new.map { type in
                    let known = old.first { $0.jsonType == type.jsonType }
                    return known.map { type.keeping($0, byConditions: grows) } ?? type
                })
        default: break
        }
        return schema
    }
}

extension NumberRange {
    /// Returns the range with the promised ends, if no number beyond them is chosen.
    fileprivate func keeping(_ old: NumberRange, within chosen: NumberRange?) -> NumberRange {
        guard let chosen else { return self }
        var kept = self
        if let end = old.minimum, let least = chosen.minimum, least >= end { kept.minimum = max(minimum ?? end, end) }
        if let end = old.maximum, let most = chosen.maximum, most <= end { kept.maximum = min(maximum ?? end, end) }
        if old.size == .int32, size == .int64 { kept.size = kept.intersection(chosen).sized.size }
        return kept
    }
}

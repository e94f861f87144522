internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension ValueSchema {
    /// Returns the changes that clients written for `self` meet in `new`.
    ///
    /// - Parameter path: The place of the schema in the JSON of the endpoint.
    func changes(to new: ValueSchema, endpoint: String, at path: String = "") -> [ContractChange] {
        var comparison = SchemaComparison(endpoint: endpoint)
        comparison.compare(self, new, path)
        // Every change of a frozen contract must be reported.
        if comparison.changes.isEmpty, compared != new.compared { comparison.note(.narrowed, path, "promises more") }
        return comparison.changes
    }
}

extension ValueSchema {
    /// Returns whether a value is certain to be one that clients expect.
    fileprivate func admits(_ value: JSONScalar) -> Bool {
        switch form {
        // Kairan cannot check texts of other formats, so nothing is certain about them.
        case .string(let form)
        where form.mediaType != nil || form.format.map({ KnownFormat.all[$0]?.isKept == nil }) == true: false
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .object, .dictionary, .array, .tuple, .union:
            violations(in: writeJSON(JSONValue(value))).isEmpty
        }
    }

    /// A normal form for comparison. It leaves out what no client sees and what is compared separately.
    fileprivate var compared: ValueSchema {
        var schema = written(nil)
        schema.keyCount = .any
        switch form {
        case .any: return ValueSchema(.any)
        case .oneOf(let values):
            schema.form = .oneOf(values.sorted { $0.inWords < $1.inWords })
            schema.namesOfNumbers = [:]
        case .integer: (schema.form, schema.namesOfNumbers) = (form.withoutSize, [:])
        case .array(let element, let count): schema.form = .array(element.compared, count: count)
        case .tuple(let elements): schema.form = .tuple(elements.map(\.compared))
        case .dictionary(let element, _): schema.form = .dictionary(element.compared, keys: nil)
        case .union(let types): schema.form = Self.union(of: types.map(\.compared))
        case .object(let properties):
            schema.form = .object(
                properties.sorted { $0.name < $1.name }.map {
                    Property(name: $0.name, schema: $0.schema.compared, isRequired: $0.isRequired)
                })
        case .null, .boolean, .number, .string: break
        }
        return schema
    }
}

private struct SchemaComparison {
    let endpoint: String
    var changes: [ContractChange] = []

    mutating func compare(_ old: ValueSchema, _ new: ValueSchema, _ path: String) {
        if old.isAnything { return }
        let known = changes.count
        defer { formats(old, new, path, after: known) }
        if new.isNullable, !old.isNullable, !new.isAnything {
            note(.becameNullable, path, "may be null, which it never was")
        } else if old.isNullable, !new.isNullable, !new.isAnything {
            note(.narrowed, path, "can no longer be null")
        }
        switch (old.form, new.form) {
        case (.null, .null), (.boolean, .boolean): break
        case (.integer(let range), .integer(let newRange)):
            ranges(range, newRange, path)
            numbers(old.namesOfNumbers, new.namesOfNumbers, path)
        case (.number(let old), .number(let new)): ranges(old, new, path)
        case (.integer, .number): note(.integerToDecimal, path, "may have decimals, but apps expect an integer")
        case (.number(let old), .integer(let new)):
            note(.narrowed, path, "is now always an integer")
            ranges(old, new, path)
        case (.string(let old), .string(let new)): strings(old, new, path)
        case (.oneOf(let values), .string) where values.allSatisfy({ !$0.isInteger }):
            note(.formatLoosened, path, "may be any string, but apps expect \(old.inWords)")
        case (.oneOf(let values), .integer) where values.allSatisfy(\.isInteger):
            note(.formatLoosened, path, "may be any integer, but apps expect \(old.inWords)")
        case (.string, .oneOf(let values)) where values.allSatisfy({ !$0.isInteger }),
            (.integer, .oneOf(let values)) where values.allSatisfy(\.isInteger):
            if let other = values.first(where: { !old.admits($0) }) {
                note(.formatLoosened, path, "may be \(other.inWords), but apps expect \(old.inWords)")
            } else {
                note(.narrowed, path, "is now always \(new.inWords)")
            }
        case (.oneOf(let known), .oneOf(let now)) where old.typeName == new.typeName:
            enumerations(known, now, new.declaredValues, path)
            numbers(old.namesOfNumbers, new.namesOfNumbers, path)
        case (_, .null) where old.isNullable: note(.narrowed, path, "is now always null")
        case (.union, _), (_, .union): unions(old, new, path)
        case (.array(let old, let oldCount), .array(let new, let newCount)):
            counts(oldCount, newCount, "element", path)
            compare(old, new, path + "[]")
        case (.tuple(let old), .tuple(let new)) where old.count == new.count:
            for (index, pair) in zip(old, new).enumerated() { compare(pair.0, pair.1, "\(path)[\(index)]") }
        case (.object(let old), .object(let new)): objects(old, new, path)
        case (.dictionary(let element, let oldKeys), .dictionary(let other, let newKeys)):
            // Contracts from before keys were described or counted promise nothing about them.
            if old.keyCount != .any { counts(old.keyCount, new.keyCount, "key", path) }
            if let oldKeys, oldKeys != newKeys {
                note(.typeChanged, path, "has other keys: \(newKeys ?? "any"), but apps look for \(oldKeys)")
            }
            compare(element, other, path + "{}")
        case (.array(let element, let count), .tuple(let elements)):
            counts(count, CountRange(minimum: elements.count, maximum: elements.count), "element", path)
            for (index, new) in elements.enumerated() { compare(element, new, "\(path)[\(index)]") }
        case (.dictionary(_, let keys), .object(let properties)):
            let names = properties.map { "'\($0.name)'" }.joined(separator: ", ")
            note(.typeChanged, path, "has the keys \(names), but apps look for \(keys ?? "any")")
        case (.array, .object), (.array, .dictionary), (.tuple, .object), (.tuple, .dictionary):
            note(.arrayToObject, path, "is an object, but apps expect an array")
        case (.object, .array), (.object, .tuple), (.dictionary, .array), (.dictionary, .tuple):
            note(.arrayToObject, path, "is an array, but apps expect an object")
        default: note(.typeChanged, path, "is \(new.inWords), but apps expect \(old.inWords)")
        }
    }

    /// Compares how data are written. Contracts from before this was described promise nothing about it.
    private mutating func formats(_ old: ValueSchema, _ new: ValueSchema, _ path: String, after known: Int) {
        guard let format = old.textFormat, !format.isKept(in: new.textFormat), new.form != .null,
            !changes[known...].contains(where: { $0.path == path && $0.rule != .becameNullable && $0.isBreaking })
        else { return }
        let now = new.textFormat?.inWords ?? "without a format"
        note(.formatChanged, path, "is written \(now), but apps expect \(format.inWords)")
    }

    fileprivate mutating func note(_ rule: ContractRule, _ path: String, _ what: String) {
        let subject = path.isEmpty ? "the document" : "'\(path)'"
        changes.append(ContractChange(rule: rule, endpoint: endpoint, path: path, message: "\(subject) \(what)"))
    }

    private func joined(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

extension SchemaComparison {
    private mutating func objects(_ old: [ValueSchema.Property], _ new: [ValueSchema.Property], _ parent: String) {
        var added = new.filter { property in !old.contains { $0.name == property.name } }
        for property in old {
            let path = joined(parent, property.name)
            guard let other = new.first(where: { $0.name == property.name }) else {
                // The key was probably renamed if exactly one new key has the same schema.
                let candidates = added.filter {
                    $0.schema.compared == property.schema.compared && $0.isRequired == property.isRequired
                }
                if candidates.count == 1 {
                    added.removeAll { $0.name == candidates[0].name }
                    note(.keyRenamed, path, "would be called '\(candidates[0].name)'")
                    changes[changes.count - 1].newPath = joined(parent, candidates[0].name)
                } else {
                    note(.keyRemoved, path, "would be gone")
                }
                continue
            }
            if property.isRequired, !other.isRequired {
                note(.becameOptional, path, "would be declared optional, but apps always expect it")
            } else if !property.isRequired, other.isRequired {
                note(.narrowed, path, "is now always there")
            }
            compare(property.schema, other.schema, path)
        }
        for property in added { note(.keyAdded, joined(parent, property.name), "is new") }
    }

    /// Compares each type that both schemas have.
    private mutating func unions(_ old: ValueSchema, _ new: ValueSchema, _ path: String) {
        if new.alternatives.contains(where: { old.alternative(like: $0) == nil }) {
            note(.typeChanged, path, "is \(new.inWords), but apps expect \(old.inWords)")
        }
        for known in old.alternatives {
            if let other = new.alternative(like: known) {
                compare(known, other, path)
            } else {
                note(.narrowed, path, "can no longer be \(known.inWords)")
            }
        }
    }

    /// - Parameter declared: The values of the choice, including those that only conditions leave out.
    private mutating func enumerations(
        _ old: [JSONScalar], _ new: [JSONScalar], _ declared: [JSONScalar], _ path: String
    ) {
        let (known, now) = (Set(old), Set(new))
        for value in new where !known.contains(value) {
            note(.valueAdded, path, "may be \(value.inWords), which apps do not know")
            changes[changes.count - 1].value = value.text
        }
        for value in old where !now.contains(value) {
            note(declared.contains(value) ? .narrowed : .valueRemoved, path, "can no longer be \(value.inWords)")
        }
    }

    /// Compares what numbers stand for. Contracts from before this was described promise nothing about it.
    private mutating func numbers(_ old: [Int: String], _ new: [Int: String], _ path: String) {
        let others = old.filter { number, name in new[number].map { $0 != name } ?? false }.keys.sorted()
        guard !others.isEmpty else { return }
        func listed(_ names: [Int: String]) -> String {
            others.map { "\($0) for '\(names[$0] ?? "")'" }.joined(separator: ", ")
        }
        note(.typeChanged, path, "is \(listed(new)), but apps expect \(listed(old))")
    }

    private mutating func strings(_ old: StringForm, _ new: StringForm, _ path: String) {
        if old.mediaType != new.mediaType {
            let (old, new) = (old.mediaType ?? "plain text", new.mediaType ?? "plain text")
            note(.typeChanged, path, "is \(new), but apps expect \(old)")
        }
        for (old, new) in [(old.format, new.format), (old.pattern, new.pattern)] {
            // An IRI is also an IRI reference (RFC 3987, 2.2).
            if old == new || (old, new) == ("iri-reference", "iri") { continue }
            if let old {
                let found = new.map(StringForm.inWords) ?? "any text"
                note(.formatLoosened, path, "may be \(found), but apps expect \(StringForm.inWords(old))")
            } else if let new {
                note(.narrowed, path, "is now always \(StringForm.inWords(new))")
            }
        }
        counts(old.length, new.length, "character", path)
    }

    private mutating func ranges(_ old: NumberRange, _ new: NumberRange, _ path: String) {
        let wider = changes.count
        if let minimum = old.minimum, new.minimum.map({ $0 < minimum }) ?? true {
            note(.rangeWidened, path, "may be less than \(minimum)")
        }
        if let maximum = old.maximum, new.maximum.map({ maximum < $0 }) ?? true {
            note(.rangeWidened, path, "may be more than \(maximum)")
        }
        // Contracts from before the sizes of numbers were described promise nothing about them.
        if old.size == .int32, new.size != .int32, changes.count == wider {
            note(.rangeWidened, path, "may need 64 bits, but apps expect at most 32")
        }
        let isSmaller =
            old.minimum != new.minimum || old.maximum != new.maximum || (old.size, new.size) == (.int64, .int32)
        if isSmaller, changes.count == wider { note(.narrowed, path, "now has a smaller range") }
    }

    private mutating func counts(_ old: CountRange, _ new: CountRange, _ noun: String, _ path: String) {
        let wider = changes.count
        if let minimum = old.minimum, new.minimum.map({ $0 < minimum }) ?? true {
            note(.rangeWidened, path, "may have fewer than \(amount(minimum, of: noun))")
        }
        if let maximum = old.maximum, new.maximum.map({ $0 > maximum }) ?? true {
            note(.rangeWidened, path, "may have more than \(amount(maximum, of: noun))")
        }
        if old != new, changes.count == wider { note(.narrowed, path, "now allows fewer numbers of \(noun)s") }
    }
}

internal import KairanFormats

extension ValueSchema {
    /// Returns what is still promised after some breaking changes were accepted. Only the accepted changes are
    /// loosened.
    ///
    /// - Parameter decided: The accepted changes, by their place in the JSON.
    func accepting(
        _ decided: [String: Set<ContractRule>], from new: ValueSchema, at path: String = ""
    ) -> ValueSchema {
        if decided.isEmpty { return self }
        var rules = decided[path] ?? []
        var schema = self
        // For these changes, the caller or the form below keeps the rest of the promise.
        if rules.remove(.becameNullable) != nil { schema.isNullable = true }
        if rules.remove(.formatChanged) != nil { schema.textFormat = new.textFormat }
        rules.subtract([.keyRemoved, .keyRenamed, .keyAdded, .becameOptional])
        switch (form, new.form) {
        case (.array(let element, let count), .array(let other, let newCount)):
            schema.form = .array(
                element.accepting(decided, from: other, at: path + "[]"),
                count: rules.remove(.rangeWidened) == nil ? count : newCount)
        case (.tuple(let elements), .tuple(let others)) where elements.count == others.count:
            schema.form = .tuple(
                zip(elements, others).enumerated().map { index, pair in
                    pair.0.accepting(decided, from: pair.1, at: "\(path)[\(index)]")
                })
        case (.dictionary(let element, let keys), .dictionary(let other, _)):
            schema.form = .dictionary(element.accepting(decided, from: other, at: path + "{}"), keys: keys)
            if rules.remove(.rangeWidened) != nil { schema.keyCount = new.keyCount }
        case (.object(let properties), .object(let others)):
            schema.form = .object(
                properties.compactMap { property in
                    property.accepting(
                        decided, from: others, at: path.isEmpty ? property.name : "\(path).\(property.name)")
                })
        case (.union, _), (_, .union):
            schema.form = Self.union(
                of: alternatives.map { known in
                    new.alternative(like: known).map { known.accepting(decided, from: $0, at: path) } ?? known
                })
        default: break
        }
        return rules.isEmpty ? schema : new
    }
}

extension ValueSchema.Property {
    /// Returns nil if the key may be gone.
    fileprivate func accepting(
        _ decided: [String: Set<ContractRule>], from others: [Self], at path: String
    ) -> Self? {
        let rules = decided[path] ?? []
        guard rules.isDisjoint(with: [.keyRemoved, .keyRenamed]) else { return nil }
        guard let other = others.first(where: { $0.name == name }) else { return self }
        var property = self
        property.schema = schema.accepting(decided, from: other.schema, at: path)
        if rules.contains(.becameOptional) { property.isRequired = false }
        return property
    }
}

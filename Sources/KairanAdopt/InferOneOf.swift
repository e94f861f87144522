internal import KairanContent
internal import KairanModel
internal import KairanReaders

// Values of several kinds under one key, and objects whose keys are data.
extension FieldInference {
    /// Returns a field of several types.
    ///
    /// - Parameter keepsNull: If this is true, null is not the same as a missing value.
    func oneOf(
        _ values: [SourceNode?], at path: String, key: String, isOptional: Bool, keepsNull: Bool
    ) throws(Unshaped) -> InferredField {
        var sources = values.map { keepsNull && $0?.isNull == true ? $0 : nil }
        var types: [SourceNode] = []
        var isFlat = !keepsNull
        // A text comes last, since in YAML a text can be written like every other scalar.
        for kind in ["true or false", "a number", "a list", "an object", "a text"] {
            let positions = values.indices.filter { values[$0]?.present?.jsonKind == kind }
            let own = positions.compactMap { values[$0] }
            guard !own.isEmpty else { continue }
            guard let field = plainField(own, at: path, key: key), let type = field.type else {
                throw mixed(values, key: key)
            }
            types.append(type)
            isFlat = isFlat && field.isFlat && type.scalar != "text"
            for (position, source) in zip(positions, field.sources) { sources[position] = source }
        }
        if types.isEmpty { types.append(.word("text")) }
        let known = OneOf(types.compactMap { $0.scalar.flatMap { DeclarationWords.plainTypes[$0] } })
        return InferredField(
            type: .object([(isOptional ? "oneOf?" : "oneOf", .list(types + (keepsNull ? [null] : [])))]),
            shape: .word(path), sources: sources.map { $0.map { quoted($0, known) } }, isFlat: isFlat)
    }

    private func mixed(_ values: [SourceNode?], key: String) -> Unshaped {
        let present = values.compactMap { $0?.present }
        guard let first = present.first, let other = present.first(where: { $0.jsonKind != first.jsonKind }) else {
            let null = values.compactMap(\.self).first(where: \.isNull)
            return Unshaped(reason: "'\(key)' is null in one object and missing in another", span: null?.span)
        }
        return Unshaped(
            reason: "'\(key)' is \(first.jsonKind) in one place and \(other.jsonKind) in another", span: other.span)
    }

    /// Returns the field for values of one kind that the path alone shows as they are, or nil if there is none.
    private func plainField(_ values: [SourceNode], at path: String, key: String) -> InferredField? {
        for isPlain in Set([self.isPlain, true]).sorted(by: { !$0 && $1 }) {
            var inner = self
            inner.isPlain = isPlain
            do throws(Unshaped) {
                let field = try inner.field(values.map(Optional.some), at: path, key: key)
                if field.type != nil, field.shape.scalar == path, field.sources.allSatisfy({ $0 != nil }) {
                    return field
                }
            } catch { continue }
        }
        return nil
    }

    /// A text that YAML would read as a number or a boolean is written in quotes.
    private func quoted(_ node: SourceNode, _ types: OneOf) -> SourceNode {
        guard case .scalar(let text, .string) = node.content, types.needsQuotes(text) else { return node }
        return SourceNode(.scalar(text, .quoted), span: node.span)
    }

    /// Returns a map for objects whose keys are data, with values of one kind.
    func map(_ values: [SourceNode?], at path: String, key: String, isOptional: Bool) -> InferredField? {
        let objects = values.compactMap { $0?.members }
        let keys = objects.map { $0.map(\.key) }
        let elements = objects.flatMap { $0.map(\.value) }
        guard areData(keys), let element = element(elements, at: path, key: key), let type = element.type else {
            return nil
        }
        var rest = element.sources[...]
        let sources = values.map { value -> SourceNode? in
            guard let members = value?.members else { return nil }
            defer { rest = rest.dropFirst(members.count) }
            return .object(zip(members, rest).compactMap { member, source in source.map { (member.key, $0) } })
        }
        return InferredField(
            type: .object([(isOptional ? "keyed?" : "keyed", type)]), shape: .word(path), sources: sources)
    }

    private func isName(_ key: String) -> Bool {
        key.first?.isNumber == false && key.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
    }

    private func element(_ values: [SourceNode], at path: String, key: String) -> InferredField? {
        guard values.contains(where: \.isNull) else { return plainField(values, at: path, key: key) }
        do throws(Unshaped) {
            return try oneOf(
                values.map(Optional.some), at: path, key: key, isOptional: false, keepsNull: true)
        } catch {
            return nil
        }
    }

    /// Returns whether the keys of objects are data: they are no words, or their order or they themselves differ from
    /// object to object.
    private func areData(_ objects: [[String]]) -> Bool {
        let all = Set(objects.joined())
        if !all.allSatisfy(isName) { return true }
        if commonOrder(ofKeysIn: objects) == nil { return true }
        let areShared = all.contains { key in objects.allSatisfy { $0.contains(key) } }
        return objects.count > 2 && !areShared && all.count * objects.count > 2 * objects.joined().count
    }
}

internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static func oneOf(_ types: OneOf) -> FieldTraits {
        let members = types.members.map(\.traits)
        let views = types.members.enumerated().map { index, type in
            (type.word, TypedStep(step: .member(index), type: type, isOptional: true))
        }
        return FieldTraits(
            views: Dictionary(views) { first, _ in first },
            text: members.allSatisfy(\.isPlainText) ? .plain : .none, isString: members.allSatisfy(\.isString),
            isSearched: members.allSatisfy(\.isSearched), isWord: members.allSatisfy(\.isWord),
            editor: { schema in
                let parts = schema.field.parts.map(schema.part)
                return ["anyOf": .array(parts + (types.allowsNull ? [["type": "null"]] : []))]
            },
            isTold: { told in
                types.members.indices.allSatisfy { told[.member($0)]?.tells(types.members[$0]) ?? false }
            }, written: { $0.oneOf($1, types) })
    }
}

extension FieldWriter {
    mutating func oneOf(_ told: Recovered, _ types: OneOf) -> SourceNode? {
        let node = member(told, types)
        guard case .scalar(let text, .string)? = node?.content, types.needsQuotes(text) else { return node }
        return told.node(.scalar(text, .quoted))
    }

    private mutating func member(_ told: Recovered, _ types: OneOf) -> SourceNode? {
        if let value = told.value {
            // Only lists and mappings are made of parts that are written differently in entries.
            let type = types.members.first { type in
                switch type {
                case .list: value.elements != nil
                case .record, .dictionary: value.members != nil
                case .text, .markdown, .html, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .url,
                    .email, .phone, .color, .image, .file, .choice, .version, .window, .schedule, .point, .reference,
                    .oneOf:
                    false
                }
            }
            return type.map { node(told, $0) } ?? value
        }
        for index in types.members.indices {
            guard let part = told[.member(index)], !part.isNothing else { continue }
            return node(part, types.members[index])
        }
        return nil
    }
}

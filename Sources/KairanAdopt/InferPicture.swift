internal import KairanReaders

// Texts that are paths of pictures.
extension FieldInference {
    /// Returns the field for paths of pictures in one folder; nil if the values are anything else.
    func picture(_ values: [SourceNode?], at path: String, _ isOptional: Bool) -> InferredField? {
        let texts = values.compactMap { $0?.scalar }
        for (start, view) in [(facts.url, "url"), (facts.path, "path")] {
            let start = start + facts.prefix
            guard
                texts.allSatisfy({ $0.hasPrefix(start) && facts.pictures.contains(String($0.dropFirst(start.count))) })
            else { continue }
            let sources = values.map {
                $0?.scalar.map { SourceNode.word("/\(facts.prefix)\($0.dropFirst(start.count))") }
            }
            return InferredField(
                type: .word(isOptional ? "image?" : "image"), shape: .word("\(path).\(view)"), sources: sources,
                isFlat: true)
        }
        guard let first = texts.first, !texts.contains(where: { $0.hasPrefix("/") || $0.contains("{") }) else {
            return nil
        }
        let folder = folder(of: first)
        guard texts.allSatisfy({ KairanReaders.folder(of: $0) == folder }),
            let start = pathFolders.first(where: { start in texts.allSatisfy { facts.pictures.contains(start + $0) } })
        else { return nil }
        let name = "\(path).name"
        let shape: SourceNode =
            folder.isEmpty ? .word(name) : .object([("text", .word("\(folder)/{\(name)}"))])
        let sources = values.map { $0?.scalar.map { SourceNode.word("/\(facts.prefix)\(start)\($0)") } }
        return InferredField(
            type: .word(isOptional ? "image?" : "image"), shape: shape, sources: sources, isFlat: true)
    }
}

extension AdoptedCollection {
    /// The paths in `content/` of the pictures that its entries name.
    var picturePaths: [String] { fields.flatMap { picturePaths($0.type, $0.sources) } }

    private func picturePaths(_ type: SourceNode, _ sources: [SourceNode?]) -> [String] {
        let values = sources.compactMap(\.self)
        if let word = type.scalar {
            return word.hasPrefix("image") ? values.compactMap { $0.scalar.map { String($0.dropFirst()) } } : []
        }
        guard let member = type.members?.first else { return [] }
        switch member.key {
        case "record", "record?":
            return (member.value.members ?? []).flatMap { part in picturePaths(part.value, values.map { $0[part.key] })
            }
        case "list", "list?":
            return picturePaths(
                member.value["of"] ?? member.value, values.flatMap { $0.elements ?? [] }.map(Optional.some))
        default: return []
        }
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// Entries that the endpoint shows and the JSON lacks.
extension EntryImporter {
    /// The position of such an entry, and the fields that choose it and are to do so no more.
    typealias Gone = (entry: Int, flags: [Int], isListedElsewhere: Bool)

    /// Notes which entries go, and reports those that may not.
    mutating func takeGone(_ drafts: [Draft], _ matches: [Int?], _ collection: Collection) -> [Gone] {
        let declaration = collection.declaration
        let all = gone(drafts, matches, collection)
        let before = all.count + Set(matches.compactMap(\.self)).count
        if before > 10, drafts.count * 10 <= before, !request.allowsLoss {
            result.losesMost = true
            mistake(
                .error, .importUpdate,
                "the JSON has only \(drafts.count) of \(before) entries of \(declaration.name)",
                at: request.json.span, help: "if that is right, import it with --allow-removals")
            return []
        }
        var elsewhere: Set<Substring>?
        var result: [Gone] = []
        for part in all {
            let entry = collection.entries[part.entry]
            var noted = ImportedEntries.Gone(id: entry.id, path: entry.span.path)
            var part = part
            if !part.flags.isEmpty {
                let words = elsewhere ?? wordsOfOtherTemplates
                elsewhere = words
                let names = part.flags.map { declaration.fields[$0].name }
                part.flags.removeAll { words.contains(declaration.fields[$0].name[...]) }
                if part.flags.isEmpty {
                    let list = names.map { "'\($0)'" }.joined(separator: ", ")
                    mistake(
                        .error, .importUpdate,
                        "the JSON has no '\(entry.id)' any more, and other templates use what chooses it here: \(list)",
                        at: request.json.span,
                        help: "change it in \(entry.span.path):\(entry.span.line), where that is meant, or choose by "
                            + "a field of this endpoint's own, and import again")
                    continue
                }
                noted.flags = part.flags.map { declaration.fields[$0].name }
            } else if part.isListedElsewhere {
                continue
            }
            self.result.gone.append(noted)
            result.append(part)
        }
        return result
    }

    /// Lets a collection of which no entry is left be empty.
    mutating func allowNone(in collection: Collection, before count: Int) {
        let declaration = collection.declaration
        let removed = result.gone[count...].filter { $0.flags.isEmpty }
        guard !declaration.mayBeEmpty, removed.count == collection.entries.count, !removed.isEmpty,
            let file = sources[declaration.span.path]
        else { return }
        var lines = String(decoding: file.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasPrefix("entry:") }) else { return }
        lines.insert("mayBeEmpty: true", at: first + 1)
        result.files.append(
            .init(
                path: file.path, bytes: Array(lines.joined(separator: "\n").utf8), isNew: false,
                origin: request.json.span, oldLineCount: lines.count))
    }

    /// Returns the positions of the entries that the endpoint shows and the JSON lacks, and the fields that say so.
    private func gone(_ drafts: [Draft], _ matches: [Int?], _ collection: Collection) -> [Gone] {
        var finders: [Int: Set<Int>] = [:]
        for (draft, match) in zip(drafts, matches) {
            if let match { finders[match, default: []].formUnion(draft.queries) }
        }
        var flags: [Int: Set<Int>] = [:]
        for (position, listed) in queries.enumerated()
        where listed.collection == collection.name && listed.form != .only && listed.query.choosesByValue {
            let own = listed.query.flags
            for entry in entries(of: listed) where finders[entry]?.contains(position) != true {
                flags[entry, default: []].formUnion(own)
            }
        }
        return flags.sorted { $0.key < $1.key }.map { entry, own in
            // Another list of the endpoint that still has the entry may choose it by one of these fields.
            let kept = finders[entry]?.flatMap { queries[$0].query.flags } ?? []
            return (entry, own.subtracting(kept).sorted(), finders[entry] != nil)
        }
    }

    /// The words by which other templates choose and show entries.
    private var wordsOfOtherTemplates: Set<Substring> {
        var words: Set<Substring> = []
        for (path, file) in sources where path.hasPrefix("templates/") && path != request.template.path {
            guard let text = String(validating: file.bytes, as: UTF8.self) else { continue }
            var parts: [Substring] = []
            if ["yml", "yaml"].contains(file.fileExtension) {
                parts = [text[...]]
            } else {
                // The words between the tags of a page are for people, and name no flags.
                if text.hasPrefix("---\n") {
                    parts.append(text[..<(text.dropFirst(4).firstRange(of: "\n---")?.lowerBound ?? text.endIndex)])
                }
                parts += text.split(separator: "{{").dropFirst().map {
                    $0[..<($0.firstRange(of: "}}")?.lowerBound ?? $0.endIndex)]
                }
            }
            for part in parts { words.formUnion(part.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) }
        }
        return words
    }
}

extension Query {
    /// This is true if each element is chosen for itself.
    fileprivate var choosesByValue: Bool { skip == 0 && limit == nil && hasNoUnique }

    /// The fields of the element that must be true.
    fileprivate var flags: [Int] {
        guard alternatives.count == 1 else { return [] }
        return alternatives[0].compactMap { filter in
            guard !filter.isNegated, case .is = filter.comparison, case .value(.boolean(true))? = filter.operands.first
            else { return nil }
            return filter.path.ownField
        }
    }
}

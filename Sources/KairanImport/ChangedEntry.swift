internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// Entries that exist with other values.
extension EntryImporter {
    /// Returns the fields of which the JSON gives another value; nil after a mistake.
    mutating func differingFields(
        _ entry: Entry, _ draft: Draft, _ reference: EntryReference, _ declaration: CollectionDeclaration
    ) -> [Int]? {
        let differing = declaration.fields.indices.filter { index in
            guard let part = draft.told[.field(index)] else { return false }
            return !evaluator.isSame(Recovered(parts: [(.field(index), part)]), .entry(reference))
        }
        let untold = differing.compactMap { index in
            draft.told[.field(index)].flatMap { part in
                part.mayLackElements || !part.tells(declaration.fields[index].type) ? (index, part) : nil
            }
        }
        for (index, part) in untold {
            mistake(
                .error, .importShape,
                "this differs from \(entry.span.path):\(entry.span.line), but the value of "
                    + "'\(declaration.fields[index].name)' cannot be told from it",
                at: part.span ?? draft.span, help: "change it there")
        }
        return untold.isEmpty ? differing : nil
    }

    /// Changes the differing fields in an entry's own file, and leaves all other lines unchanged.
    mutating func change(
        _ entry: Entry, _ draft: Draft, _ reference: EntryReference, _ declaration: CollectionDeclaration
    ) {
        guard let differing = differingFields(entry, draft, reference, declaration) else { return }
        guard !differing.isEmpty else {
            result.sameCount += 1
            return
        }
        let names = differing.map { "'\(declaration.fields[$0].name)'" }.joined(separator: ", ")
        let place = "\(entry.span.path):\(entry.span.line)"
        let nodes = nodes(draft, declaration) { differing.contains($0) }
        guard let file = sources[entry.span.path], let lines = changedLines(of: file, nodes, declaration) else {
            return mistake(
                .error, .importUpdate, "\(place) has different values for \(names)", at: draft.span,
                help: "change them there: import writes only YAML files that hold one entry")
        }
        guard lines.lines.map({ $0.text + "\n" }).joined().utf8.elementsEqual(file.bytes) == false else {
            result.sameCount += 1
            return
        }
        guard request.updates else {
            return mistake(
                .error, .importExists, "\(place) has different values for \(names)", at: draft.span,
                help: "--update changes them there")
        }
        result.files.append(self.file(file.path, lines, of: draft, isNew: false))
    }

    /// Returns nil if the file is not a YAML mapping.
    private func changedLines(
        of file: SourceFile, _ nodes: [(index: Int, node: SourceNode?)], _ declaration: CollectionDeclaration
    ) -> EntryLines? {
        var old = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if old.last?.isEmpty == true { old.removeLast() }
        var head = old[...]
        var (start, body) = (0, [Substring]())
        if file.isMarkdown {
            guard old.first == "---", let end = old.dropFirst().firstIndex(of: "---") else { return nil }
            (head, body, start) = (old[1..<end], Array(old[(end + 1)...]), 1)
        } else if !["yml", "yaml"].contains(file.fileExtension) || head.first?.hasPrefix("-") == true {
            return nil
        }
        guard !file.bytes.contains(UInt8(ascii: "\r")) else { return nil }
        var lines = EntryLines()
        if start == 1 { lines.append("---") }
        var waiting = nodes.filter { !isBody($0.index, declaration) }
        var isReplaced = false
        for line in head {
            let key =
                line.first?.isWhitespace == true || line.hasPrefix("#") || line.hasPrefix("-")
                ? nil
                : line.split(separator: ":", maxSplits: 1).first.map(String.init)
            if let key {
                let position = waiting.firstIndex { declaration.fields[$0.index].name == key }
                isReplaced = position != nil
                if let position, let node = waiting.remove(at: position).node { lines.append(key, node) }
            } else if line.hasPrefix("#") {
                isReplaced = false
            }
            if !isReplaced { lines.append(String(line)) }
        }
        for (index, node) in waiting {
            if let node { lines.append(declaration.fields[index].name, node) }
        }
        guard start == 1 else { return lines }
        lines.append("---")
        if let changed = nodes.first(where: { isBody($0.index, declaration) }) {
            if let node = changed.node { lines.append(text: node) }
        } else {
            for line in body { lines.append(String(line)) }
        }
        return lines
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// Fields that the shape does not determine.
extension EntryImporter {
    mutating func checkFields(of declaration: CollectionDeclaration, toldBy drafts: [Draft]) {
        var told = Recovered()
        let examples = example.filter { $0.collection == declaration.name }
        for draft in examples { told.add(draft.told) }
        let span = examples.first?.span ?? request.template.span
        for (index, field) in declaration.fields.enumerated() {
            if request.values[field.name] != nil { continue }
            guard let part = told[.field(index)] else {
                if field.mayBeLeftOut { continue }
                if examples.contains(where: { numberField(of: $0, declaration)?.field == index }) { continue }
                if field.type == .window, examples.contains(where: { $0.openWindows.contains(index) }) {
                    mistake(
                        .warning, .importWindow, "'\(field.name)' is not given, so new entries are always shown",
                        at: span, help: "give them one: --set \(field.name)=…")
                    continue
                }
                mistake(
                    .error, .importField, "nothing here gives '\(field.name)', which new entries need", at: span,
                    help: "give them all the same value: --set \(field.name)=…, or publish it")
                continue
            }
            guard !part.tells(field.type) else {
                if part.value == nil, let listed = part.listed {
                    mistake(
                        .warning, .importDays,
                        "'\(field.name)' is known only from \(listed.range.lowerBound) until "
                            + "\(listed.range.upperBound): "
                            + "new entries get no other dates, and the weekdays named here continue",
                        at: part.anyOrigin ?? span, help: "add other days to the entries")
                }
                if case .date = field.type, part.value == nil, part[.day] == nil,
                    part[.month] != nil || part[.yearMonth] != nil
                {
                    mistake(
                        .warning, .importDay,
                        "this gives no day for '\(field.name)', so the first of the month is used",
                        at: part.anyOrigin ?? span)
                }
                continue
            }
            if field.type == .markdown, part[.html] != nil {
                checkHTML(of: index, declaration, drafts, at: part.anyOrigin ?? span)
                continue
            }
            // A text that cannot be read back may still be empty.
            if part.parts.allSatisfy({ $0.step.isOnlyShown }), field.isOptional { continue }
            mistake(
                .error, .importShape,
                "the value of '\(field.name)', \(field.type.withArticle), cannot be told from this",
                at: part.anyOrigin ?? span,
                help: "publish what is written there, or give all new entries the same value: --set \(field.name)=…")
        }
        for name in request.values.keys.sorted() where !declaration.fields.contains(where: { $0.name == name }) {
            mistake(
                .error, .importField, "the \(declaration.entryWord) has no field '\(name)'", at: declaration.span,
                help: suggestion(for: name, in: declaration.fields.map(\.name), kind: "fields")?.words)
        }
    }

    /// Reports a field of which only HTML is known, because the Markdown that it was made from is unknown. An empty
    /// field needs no Markdown.
    private mutating func checkHTML(
        of index: Int, _ declaration: CollectionDeclaration, _ drafts: [Draft], at span: SourceSpan
    ) {
        let field = declaration.fields[index]
        let texts = drafts.compactMap { $0.told[.field(index)]?[.html]?.value?.scalar }
        let mayBeEmpty = field.isOptional || isBody(index, declaration)
        guard !mayBeEmpty || texts.contains(where: { !$0.isEmpty }) else { return }
        mistake(
            .error, .importShape,
            "'\(field.name)' cannot be recovered from HTML alone: the Markdown that it was made from is unknown",
            at: span,
            help: "publish \(field.name).text too, which comes back as plain text, or write these entries by hand")
    }

    /// Returns the value that an author would write for each field, in the order of the declaration.
    mutating func nodes(
        _ draft: Draft, _ declaration: CollectionDeclaration, where isWanted: (Int) -> Bool
    ) -> [(index: Int, node: SourceNode?)] {
        declaration.fields.indices.filter(isWanted).map { index in
            let field = declaration.fields[index]
            if let part = draft.told[.field(index)], part.tells(field.type) {
                if part.isNothing, !field.mayBeLeftOut, field.type != .window,
                    !field.type.allowsNull
                {
                    nothing(field, declaration, at: part.span ?? draft.span)
                }
                return (index, writer.node(part, field.type))
            }
            if let text = request.values[field.name] {
                let span = SourceSpan(path: "--set \(field.name)=\(text)")
                return (index, SourceNode(.scalar(text, .number), span: span))
            }
            let isOpen = field.type == .window && draft.openWindows.contains(index)
            return (index, isOpen ? SourceNode(.scalar("always", .string), span: draft.span) : nil)
        }
    }

    private mutating func nothing(_ field: FieldDeclaration, _ declaration: CollectionDeclaration, at span: SourceSpan)
    {
        let help =
            if case .list = field.type {
                "write [] for a list without elements"
            } else if field.type == .schedule {
                "the JSON does not say on which other days it happens: write the entry by hand, or put '?' after "
                    + "the field's type in _collection.yml"
            } else {
                "write it here, or put '?' after the field's type in _collection.yml"
            }
        writer.report(
            .importValue,
            "there is nothing here, but every \(declaration.entryWord) has '\(field.name)', \(field.type.withArticle)",
            at: span, help: help)
    }
}

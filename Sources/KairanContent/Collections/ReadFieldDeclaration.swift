internal import KairanModel
internal import KairanReaders

extension DeclarationReader {
    /// Reads `name: text?` or `name: { text?: { maximum: 80 } }`.
    mutating func field(named name: String, _ node: SourceNode, at span: SourceSpan) -> FieldDeclaration? {
        let typeWord: String
        let typeSpan: SourceSpan
        var options: SourceNode?
        if let word = node.scalar, !node.isNull {
            (typeWord, typeSpan) = (word, node.span)
        } else if let member = node.members?.first, node.members?.count == 1 {
            (typeWord, typeSpan, options) = (member.key, member.keySpan, member.value)
        } else {
            error(
                .fieldDeclaration, "the type of '\(name)' must be a word or a mapping of one word", at: node.span,
                help: keysHelp(name, node) ?? "write \(name): text, or \(name): { text: { maximum: 80 } }")
            return nil
        }
        let isOptional = typeWord.hasSuffix("?")
        let word = isOptional ? String(typeWord.dropLast()) : typeWord
        var field = FieldDeclaration(name: name, type: .text, isOptional: isOptional, span: span)
        guard setType(word, options, of: &field, at: typeSpan) else { return nil }
        field.hasLocalizedParts = field.parts.contains(where: \.differsByLocale)
        return field
    }

    private mutating func setType(
        _ word: String, _ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan
    ) -> Bool {
        switch word {
        case "choice": return choice(options, of: &field, at: span)
        case "list": return list(options, of: &field, at: span)
        case "record": return record(options, of: &field, at: span)
        case "keyed": return keyed(options, of: &field, at: span)
        case "map":
            let present = field.isOptional ? "keyed?" : "keyed"
            if options != nil { formerWord(word, is: "keyed", at: span, Fix(.rename(span, to: present))) }
            return keyed(options, of: &field, at: span)
        case "oneOf": return oneOf(options, of: &field, at: span)
        case OneOf.null:
            error(
                .fieldDeclaration, "'null' is a type only beside others", at: span,
                help: "write \(field.name): { oneOf: [text, null] }")
            return false
        case "reference":
            guard let collection = text(options, "the collection of a reference", help: "write { reference: clubs }")
            else {
                if options == nil {
                    error(
                        .fieldDeclaration, "a reference must name a collection", at: span,
                        help: "write { reference: clubs } for the ids of content/clubs")
                }
                return false
            }
            (field.type, field.collectionSpan) = (.reference(collection), options?.span)
        case "pattern": return pattern(options, of: &field, at: span)
        case "entries": return entries(options, of: &field, at: span)
        case "ignored":
            error(
                .fieldDeclaration, "'ignored' stands alone, for a field of the entry or of a record", at: span,
                help: "write \(field.name): ignored")
            return false
        default:
            guard let type = DeclarationWords.plainTypes[word] else {
                error(
                    .fieldType, "there is no field type '\(word)'", at: span,
                    help: nearestHelp(to: word, in: DeclarationWords.typeNames)
                        ?? "types: \(DeclarationWords.typeNames.joined(separator: ", "))")
                return false
            }
            field.type = type
            if type == .record(.audience) { field.parts = FieldDeclaration.partsOfAudience(at: span) }
            if let options { limits(options, of: &field) }
        }
        return true
    }

    private mutating func choice(
        _ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan
    ) -> Bool {
        let before = diagnostics.count
        let values = options?["values"] ?? options
        let pairs: [(value: String, label: String)]
        var labels: [[String?]] = []
        if let elements = values?.elements {
            pairs = elements.compactMap { words($0, "a value of a choice") }.map { ($0, $0) }
        } else {
            pairs = (values?.members ?? []).compactMap { member in
                if let texts = localizedWords(member, "the label of '\(member.key)'", locales) {
                    labels.append(texts)
                    return texts[0].map { (member.key, $0) }
                }
                return words(
                    member.value, "the label of '\(member.key)'",
                    help: "write choice: [first, second], or choice: { values: [first, second], default: first }"
                ).map { (member.key, $0) }
            }
        }
        guard !Array(diagnostics[before...]).hasErrors else { return false }
        guard !pairs.isEmpty else {
            error(
                .fieldDeclaration, "a choice must list its values", at: span,
                help: "write choice: [first, second], or choice: { first: Words people read }")
            return false
        }
        var seen: Set<String> = []
        for element in values?.elements ?? [] {
            guard let value = element.scalar, !seen.insert(value).inserted else { continue }
            error(.fieldDeclaration, "the choice lists '\(value)' twice", at: element.span, help: .remove("remove one"))
        }
        // Some labels may be the same in all languages.
        if !labels.isEmpty, labels.count < pairs.count {
            labels = (values?.members ?? []).map { member in
                locales.map { member.value[$0.code]?.scalar ?? member.value.scalar }
            }
        }
        var choice = Choice(options: pairs, labels: labels)
        if let options, options["values"] != nil {
            let given = members(of: options, allowed: DeclarationWords.choice, what: "a choice")
            for member in given where member.key == "numbers" {
                for (index, number) in (numbers(member.value, of: choice) ?? []).enumerated() {
                    choice.options[index].number = number
                }
            }
            choice.isOpen = boolean(options["open"], "'open'") ?? false
            field.type = .choice(choice)
            for member in given where member.key == "default" { setDefault(member.value, of: &field) }
        }
        field.type = .choice(choice)
        return true
    }

    /// Reads a number for each value, as in `{ waiting: 0, matched: 1 }`. None of the numbers changes when another
    /// value is added between.
    private mutating func numbers(_ node: SourceNode, of choice: Choice) -> [Int]? {
        let values = choice.options.map(\.value)
        var numbers: [String: Int] = [:]
        for member in members(of: node, allowed: values, what: "'numbers'") {
            guard
                let number = integer(member.value, "the number of '\(member.key)'", in: Int(Int32.min)...Int(Int32.max))
            else {
                continue
            }
            if let other = numbers.first(where: { $0.value == number })?.key {
                error(
                    .fieldDeclaration, "'\(other)' also has the number \(number)", at: member.value.span,
                    help: "give each value a number of its own")
            }
            numbers[member.key] = number
        }
        for value in values where node.members != nil && node[value] == nil {
            error(
                .fieldDeclaration, "'\(value)' has no number", at: node.span,
                help: "add '\(value):' and the number that apps know it by")
        }
        let found = values.compactMap { numbers[$0] }
        return found.count == values.count ? found : nil
    }

    private mutating func record(_ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan) -> Bool
    {
        guard let members = options?.members, members.contains(where: { !$0.isIgnored }) else {
            error(
                .fieldDeclaration, "a record must list its fields", at: span,
                help: "write { record: { small: integer, large: integer? } }")
            return false
        }
        field.ignoredKeys = members.filter(\.isIgnored).map(\.key)
        field.parts = members.filter { !$0.isIgnored }.compactMap { namedField($0) }
        field.type = .record(
            RecordType(
                field.parts.map {
                    // A null that is a value does not also stand for a missing one, whose key is left out instead.
                    .init(
                        $0.name, $0.type, isOptional: $0.isOptional,
                        omitsMissing: $0.isOptional && $0.type.allowsNull,
                        assurance: $0.limits.hosts.isEmpty ? .none : .knownHost)
                }))
        checkParts(of: field, members.map(\.value))
        return true
    }

    /// Reads `{ entries: releases }`, a list of records that are the entries of the collection `releases`.
    private mutating func entries(
        _ options: SourceNode?, of field: inout FieldDeclaration, at span: SourceSpan
    ) -> Bool {
        let help: Help = "write { entries: releases }, and 'parent:' in content/releases/_collection.yml"
        guard let options, let collection = text(options, "the collection of 'entries'", help: help) else {
            if options == nil {
                error(.fieldDeclaration, "'entries' must name a collection", at: span, help: help)
            }
            return false
        }
        field.parts = [
            FieldDeclaration(name: field.name, type: .reference(collection), isOptional: false, span: options.span)
        ]
        (field.type, field.entriesOf) = (.list(.reference(collection)), collection)
        return true
    }

    /// Reports words that would have no effect in a part. Only values of whole fields are compared between entries.
    ///
    /// - Parameter isOneOf: This is true for one of several types. A mapping would be both a text in several languages
    ///   and a value of another type.
    mutating func checkParts(of field: FieldDeclaration, _ nodes: [SourceNode], isOneOf: Bool = false) {
        let isPattern = { (node: SourceNode) in node.members?.first.map { $0.key.hasPrefix("pattern") } ?? false }
        if field.parts.contains(where: { $0.pattern != nil }), let node = nodes.first(where: isPattern) ?? nodes.first {
            error(
                .fieldDeclaration, "a part of '\(field.name)' cannot be a pattern", at: node.span,
                help: nodes.count == 2 && nodes.contains { $0.isNull || $0.scalar == OneOf.null }
                    ? "write \(field.name): { pattern?: … }, under which null means that there is none"
                    : "declare the pattern as a field of the entry itself")
        }
        for part in field.parts where part.holdsEntries {
            error(
                .fieldDeclaration, "a part of '\(field.name)' cannot hold entries", at: part.span,
                help: "write a record, or make it a field of the entry itself")
        }
        for node in nodes {
            for member in node.members?.first?.value.members ?? [] {
                if member.key == "default", field.parts.contains(where: { $0.computedDefault != nil }) {
                    error(
                        .declarationDefault, "the default of a part of '\(field.name)' cannot be computed",
                        at: member.value.span, help: "only that of a field of the entry itself can")
                }
                let isOfEntries =
                    member.key == "unique" && field.parts.contains(where: \.isUnique)
                    || member.key == "consecutive" && field.parts.contains(where: \.isConsecutive)
                    || member.key == "localized" && isOneOf && field.parts.contains(where: \.isLocalized)
                guard isOfEntries else { continue }
                error(
                    .declarationKey, "a part of '\(field.name)' cannot be \(member.key)", at: member.keySpan,
                    help: "remove it: only a field of the entry itself can be")
            }
        }
    }

    private mutating func limits(_ options: SourceNode, of field: inout FieldDeclaration) {
        let given = members(
            of: options, allowed: field.type.kind.options, what: "the type \(field.type)")
        // The default must satisfy the limits, even if it is declared before them.
        for member in given where member.key != "default" { setLimit(member, of: &field) }
        checkLimits(given, of: field)
        checkConsecutive(options, of: field)
        checkLocalized(options, of: &field)
        for member in given where member.key == "default" { setDefault(member.value, of: &field) }
    }

    /// Reports limits that no value can satisfy.
    mutating func checkLimits(_ options: [SourceNode.Member], of field: FieldDeclaration) {
        guard let minimum = field.limits.minimum, let maximum = field.limits.maximum, minimum > maximum,
            let node = options.first(where: { $0.key == "minimum" })?.value,
            let other = options.first(where: { $0.key == "maximum" })?.value
        else { return }
        error(
            .declarationLimits, "'minimum' is more than 'maximum', so no value can be right", at: node.span,
            help: "swap the two", fix: .swap(node, other))
    }

    private mutating func checkConsecutive(_ options: SourceNode, of field: FieldDeclaration) {
        guard field.isConsecutive, let node = options["consecutive"] else { return }
        if field.limits.minimum == nil || !field.isUnique || field.isOptional {
            error(
                .declarationLimits, "consecutive numbers must be unique, have a minimum and be in every entry",
                at: node.span,
                help: "write \(field.name): { integer: { unique: true, minimum: 0, consecutive: true } }")
        }
    }

    /// Checks a localized field, which needs locales in `site.yml` and cannot be unique.
    mutating func checkLocalized(_ options: SourceNode, of field: inout FieldDeclaration) {
        guard field.isLocalized, let span = options.members?.first(where: { $0.key == "localized" })?.keySpan else {
            return
        }
        if field.isUnique {
            error(
                .declarationLimits, "'\(field.name)' cannot be both localized and unique", at: span,
                help: "remove one of the two words")
        }
        guard locales.isEmpty else { return }
        field.isLocalized = false
        error(
            .localeNone, "'\(field.name)' is localized, but site.yml names no locales", at: span,
            help: "write 'locales:' there and below it, indented, a line for each, such as 'en: English'")
    }

    private mutating func setLimit(_ member: SourceNode.Member, of field: inout FieldDeclaration) {
        switch member.key {
        case "minimum": field.limits.minimum = bound(member, of: field, least: 0)
        case "maximum": field.limits.maximum = bound(member, of: field, least: 1)
        case "maximumKilobytes": field.limits.maximumKilobytes = integer(member.value, member.key, in: 1...Int.max)
        case "maximumWidth": field.limits.maximumWidth = integer(member.value, member.key, in: 1...Int.max)
        case "maximumHeight": field.limits.maximumHeight = integer(member.value, member.key, in: 1...Int.max)
        case "widths": field.limits.widths = widths(member.value)
        case "precision": field.limits.precision = integer(member.value, member.key, in: 0...7)
        case "matches": field.limits.matches = wholePattern(member.value)
        case "not": field.limits.noneOf = fieldName(member.value, "not")
        case "schemes": field.limits.schemes = schemes(member.value)
        case "hosts": field.limits.hosts = hosts(member.value)
        case "localized": field.isLocalized = boolean(member.value, "localized") ?? false
        case "consecutive": field.isConsecutive = boolean(member.value, "consecutive") ?? false
        default: setUnique(member.value, of: &field)
        }
    }

    private mutating func setUnique(_ node: SourceNode, of field: inout FieldDeclaration) {
        guard node.scalar == "folded" else { return field.isUnique = boolean(node, "unique") ?? false }
        (field.isUnique, field.isUniqueFolded) = (true, true)
        if field.type != .text {
            error(
                .declarationType, "'folded' is only for the type text", at: node.span,
                help: .write("write true", "true", for: "folded"))
        }
    }

    private mutating func wholePattern(_ node: SourceNode) -> WholePattern? {
        guard let text = text(node, "'matches'") else { return nil }
        do throws(PatternMistake) {
            return try WholePattern(text)
        } catch {
            self.error(
                .declarationPattern, "the regular expression cannot be read: \(error.reason)", at: node.span,
                help: "it consists of characters, sets such as [A-Z], groups, '|' and repetitions such as {2,5}")
            return nil
        }
    }

    private mutating func fieldName(_ node: SourceNode, _ what: String) -> FieldName? {
        guard let text = text(node, what) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 { return FieldName(collection: parts[0], field: parts[1], span: node.span) }
        error(
            .declarationType, "\(what) must be a collection and its field", at: node.span,
            help: "join them with a dot, such as nicknames.word")
        return nil
    }

    /// Reads the widths of pictures to be made, in ascending order.
    mutating func widths(_ node: SourceNode) -> [Int] {
        guard let elements = node.elements, !elements.isEmpty else {
            error(
                .declarationType, "'widths' must be a list of numbers, not \(node.kindName)", at: node.span,
                help: "write [320, 640]")
            return []
        }
        return Set(elements.compactMap { integer($0, "a width", in: 1...20_000) }).sorted()
    }

    private mutating func hosts(_ node: SourceNode) -> [String] {
        texts(node, "'hosts'", help: "write hosts: [maps.example]").compactMap { host in
            let isHost = host.text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "-.:".utf8.contains($0) }
            if isHost, !host.text.isEmpty { return host.text.lowercased() }
            error(
                .urlHost, "'\(host.text)' is not a host", at: host.span,
                help: "write it as it appears between :// and the next /, such as maps.example")
            return nil
        }
    }

    private mutating func schemes(_ node: SourceNode) -> [String] {
        texts(node, "'schemes'", help: "write schemes: [https, mailto]").compactMap { scheme in
            let name = scheme.text.lowercased()
            guard isScheme(name[...]) else {
                let bare = name.prefix { $0 != ":" }
                error(
                    .urlScheme, "'\(scheme.text)' is not a scheme", at: scheme.span,
                    help: isScheme(bare) ? "write \(bare)" : "write what comes before the ':', such as https")
                return nil
            }
            guard ["javascript", "vbscript", "data", "file"].contains(name) else { return name }
            error(
                .urlScheme, "'\(name):' addresses can run code or read files, and are never allowed", at: scheme.span)
            return nil
        }
    }

    /// - Parameter least: The least number of characters that a text may be held to.
    private mutating func bound(
        _ member: SourceNode.Member, of field: FieldDeclaration, least: Int
    ) -> DecimalNumber? {
        if field.type == .text {
            return integer(member.value, member.key, in: least...Int.max).map { DecimalNumber($0) }
        }
        let bounds = field.type.kind.bounds
        if let bound = member.value.scalar.flatMap(bounds.read) { return bound }
        error(.declarationType, "\(member.key) must be \(bounds.name)", at: member.value.span)
        return nil
    }

    mutating func setDefault(_ node: SourceNode, of field: inout FieldDeclaration) {
        if isComputed(node, field) { return setComputedDefault(node, of: &field) }
        // Other defaults may not refer to anything.
        let scope = ValueScope(timeZone: timeZone, locales: locales, entryIDs: [:], files: [:])
        var reader = ValueReader(scope: scope)
        field.defaultValue = reader.value(node, as: field)
        field.defaultAddresses = reader.addresses
        diagnostics += reader.diagnostics
    }
}

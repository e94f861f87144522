internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles a constant of the compared type, `now`, a day such as `today`, or a `$path` from outside the query.
    mutating func operand(
        _ node: SourceNode, _ compared: Path, _ type: FieldType, _ comparison: Filter.Operator, in scope: Scope
    ) -> Filter.Operand? {
        if node.isNull, type.allowsNull { return .value(.null) }
        if node.isWrittenNull {
            reader.error(
                .queryWhere, "'\(compared.text)' is never null", at: node.span,
                help: "write \(compared.text): { exists: false } for those without a value")
            return nil
        }
        guard let text = node.scalar else {
            reader.error(
                .queryWhere, "'\(compared.text)' is compared with one value, not \(node.kindName)", at: node.span,
                help: "write one value, or \(compared.text): { in: [first, second] }")
            return nil
        }
        if text.hasPrefix("$"), type == .date, text.contains(" ") {
            return day(node, "'\(compared.text)'", in: scope).map(Filter.Operand.day)
        }
        if text.hasPrefix("$"),
            !text.contains(" ") || [.dateTime, .time, .integer, .decimal].contains(type) && schema.isSum(text)
        {
            return pathOperand(text, type, in: scope, at: node.span)
        }
        if type == .dateTime, text.hasPrefix("$") || text.hasPrefix("today") || text.hasPrefix("this ") {
            reader.error(
                .queryWhere, "'\(text)' is a day, but '\(compared.text)' is a moment", at: node.span,
                help: "compare \(compared.text).date, or write \(compared.text): { on: … }")
            return nil
        }
        if isRefusedAsTime(node, text, compared, type) { return nil }
        // A constant that only bounds a range of ids need not be an id.
        if !comparison.isBound, let collection = collection(withIDs: compared, type, in: scope) {
            namedEntries.append(NamedEntry(collection: collection, id: text, span: node.span))
        }
        if type == .window {
            if let phase = Window.Phase(rawValue: text) { return .phase(phase) }
            reader.error(
                .queryWhere, "a window is past, now or future, not '\(text)'", at: node.span,
                help: suggestion(for: text, in: Window.Phase.allCases.map(\.rawValue), kind: "write"))
            return nil
        }
        if type == .schedule {
            reader.error(
                .queryWhere, "'\(compared.text)' is a schedule, which cannot be compared with a value", at: node.span,
                help: "compare one of its parts, such as \(compared.text).from, or write { exists: true }")
            return nil
        }
        if type == .dateTime, text == "now" {
            if !comparison.isBound { warnOfInstant(compared, at: node.span) }
            return .now
        }
        if type == .date, LocalDate(text) == nil, !text.hasPrefix("$") {
            return day(node, "'\(compared.text)'", in: scope).map(Filter.Operand.day)
        }
        if case .reference = type { return .value(.text(text)) }
        if isRefusedAsName(text, compared, type, comparison, in: scope, at: node.span) { return nil }
        return constant(node, compared, type)
    }

    /// Refuses the name of a value where a number is needed, and says how the value is compared.
    private mutating func isRefusedAsName(
        _ text: String, _ compared: Path, _ type: FieldType, _ comparison: Filter.Operator, in scope: Scope,
        at span: SourceSpan
    ) -> Bool {
        guard [.integer, .decimal].contains(type), DecimalNumber(text) == nil,
            case .success(let named) = schema.path(text, in: scope, at: span)
        else { return false }
        let help: String
        if scope.comparesItself || named.frame < scope.frames.count - 1 {
            help = "write $\(text)"
        } else if [.integer, .decimal].contains(named.type), case .reference? = scope.element, comparison != .contains {
            help = "compare their difference: \(compared.text) - \(text): { \(comparison.rawValue): 0 }"
        } else {
            help = "write a number, or the path to one outside the list after a '$'"
        }
        reader.error(
            .queryWhere, "'\(compared.text)' is compared with a number, not with '\(text)'", at: span,
            help: Help(help))
        return true
    }

    /// Refuses `today`, `now` and expressions that start with them if they are compared with a text. Without quotes,
    /// the author most likely means the time.
    private mutating func isRefusedAsTime(
        _ node: SourceNode, _ text: String, _ compared: Path, _ type: FieldType
    ) -> Bool {
        // For a window's phase, 'now' is a valid value.
        guard case .scalar(_, .plain) = node.content, compared.steps.last != .phase || text != "now",
            text.wholeMatch(of: /(now|today|this (week|month|year))(\s*[+-]\s*\d+\s+[a-z]+)*/) != nil
        else { return false }
        // These types report the mistake themselves, and one of their values may have such a name.
        if type.traits.isOnDays { return false }
        if case .choice = type { return false }
        if case .reference = type { return false }
        var help = "name a date or a dateTime"
        if type == .time { help = "write $site.moment.time for the time at which the site is built" }
        if type == .text { help += ", or write \"\(text)\" in quotes if the word itself is meant" }
        let what = text.hasPrefix("now") ? "a moment" : "a day"
        reader.error(
            .queryWhere, "'\(text)' is \(what), but '\(compared.text)' is \(compared.type.withArticle)",
            at: node.span,
            help: help)
        return true
    }

    /// Returns the collection whose ids are compared, or nil if no ids are compared.
    private func collection(withIDs path: Path, _ type: FieldType, in scope: Scope) -> String? {
        if case .reference(let collection) = type { return collection }
        guard path.steps.last == .id else { return nil }
        if path.steps.count == 1, path.slot == nil {
            if case .element(.reference(let collection)) = scope.frames[path.frame] { return collection }
        } else if case .success(let path) = schema.path(
            String(path.text.dropLast(".id".count)), in: scope, at: SourceSpan(path: "")),
            case .reference(let collection) = path.type
        {
            return collection
        }
        return nil
    }

    private mutating func pathOperand(
        _ text: String, _ type: FieldType, in scope: Scope, at span: SourceSpan
    ) -> Filter.Operand? {
        guard let path = path(text, in: scope, at: span),
            canBeCompared(path.type, with: type, at: span, help: path.ofOneType)
        else {
            return nil
        }
        return .path(path)
    }

    mutating func canBeCompared(
        _ type: FieldType, with compared: FieldType, at span: SourceSpan, help: String? = nil
    ) -> Bool {
        switch (type, compared) {
        case (.text, .reference), (.reference, .text), (.text, .choice), (.choice, .text), (.choice, .choice),
            (.integer, .decimal), (.decimal, .integer):
            return true
        case (let left, let right) where left == right: return true
        default:
            reader.error(
                .queryWhere, "\(type.withArticle) cannot be compared with \(compared.withArticle)", at: span,
                help: help ?? "compare it with \(compared.withArticle)")
            return false
        }
    }

    /// Reads a constant by the rules of the content itself.
    private mutating func constant(_ node: SourceNode, _ compared: Path, _ type: FieldType) -> Filter.Operand? {
        let read = readConstant(
            node, as: type, named: compared.text, timeZone: schema.declarations.settings.timeZone)
        reader.diagnostics += read.diagnostics.map { mistake in
            guard case .oneOf(let types) = type, case .scalar(let word, .plain) = node.content,
                let near = nearestName(to: word, in: types.words)
            else { return mistake }
            var mistake = mistake
            mistake.help = "did you mean the type '\(near)'?"
            return mistake
        }
        return read.value.isMissing ? nil : .value(read.value)
    }
}

extension Filter.Operator {
    fileprivate var isBound: Bool { [.lessThan, .atMost, .moreThan, .atLeast].contains(self) }
}

internal import KairanContent
internal import KairanModel
package import KairanReaders

extension ShapeCompiler {
    /// Compiles conditions of the innermost element itself, whose parts they may compare with each other.
    package mutating func conditions(_ node: SourceNode, of word: String, in scope: Scope) -> [[Filter]] {
        alternatives(node, of: word, in: scope.comparingItself)
    }

    /// Compiles a mapping of conditions, or a list of such mappings, one of which must hold. `scope` ends with the
    /// element.
    mutating func alternatives(_ node: SourceNode, of word: String, in scope: Scope) -> [[Filter]] {
        guard let elements = node.elements else { return [filters(node, of: word, in: scope)] }
        if elements.isEmpty {
            reader.error(
                .queryWhere, "this list has no conditions, so nothing could match", at: node.span,
                help: "remove '\(word)', or write { field: value }")
        }
        return elements.map { filters($0, of: word, in: scope) }
    }

    /// Compiles conditions such as `{ kind: pr, shown: now, order: { atLeast: 3 } }`, all of which must hold.
    private mutating func filters(_ node: SourceNode, of word: String, in scope: Scope) -> [Filter] {
        // `where: {}` chooses everything, but a condition of its own would always hold.
        guard let members = node.members, word == "where" || !members.isEmpty else {
            let isEmpty = node.members != nil
            reader.error(
                isEmpty && word == "if" ? .shapeIf : .queryWhere,
                isEmpty ? "'\(word)' has no conditions" : "conditions must be a mapping, not \(node.kindName)",
                at: node.span,
                help: "write \(word): { field: value }" + (word == "if" ? "; \(ShapeWord.escape(word))" : ""))
            return []
        }
        return members.flatMap { member -> [Filter] in
            if Filter.Operator(rawValue: member.key) != nil, !isPath(member.key, in: scope) {
                reader.error(
                    .queryWhere, "'\(member.key)' compares a value, but no value is named", at: member.keySpan,
                    help: "write \(word): { field: { \(member.key): … } }")
                return []
            }
            guard let path = path(member.key, in: scope.lookingIntoLists, at: member.keySpan) else { return [] }
            guard let comparisons = member.value.members else {
                return filter(path, .is, member.value, in: scope).map { [$0] } ?? []
            }
            return comparisons.flatMap { comparison -> [Filter] in
                guard let word = comparisonWord(comparison) else { return [] }
                if word == .not, comparison.value.scalar == nil { return negated(path, comparison.value, in: scope) }
                return filter(path, word, comparison.value, in: scope).map { [$0] } ?? []
            }
        }
    }

    /// Compiles `{ not: { in: [a, b] } }`, which holds where the comparison does not, or a list of such comparisons,
    /// none of which may hold.
    private mutating func negated(_ path: Path, _ node: SourceNode, in scope: Scope) -> [Filter] {
        let comparisons = node.elements ?? [node]
        guard !comparisons.isEmpty, comparisons.allSatisfy({ $0.members?.count == 1 }) else {
            reader.error(
                .queryWhere, "'not' takes one value, one comparison, or a list of comparisons", at: node.span,
                help: "write not: { in: [first, second] }")
            return []
        }
        return comparisons.flatMap { $0.members ?? [] }.compactMap { comparison in
            guard let word = comparisonWord(comparison) else { return nil }
            return filter(path, word, comparison.value, in: scope)?.opposite
        }
    }

    private mutating func comparisonWord(_ member: SourceNode.Member) -> Filter.Operator? {
        if let word = Filter.Operator(rawValue: member.key) { return word }
        reader.error(
            .queryWhere, "there is no comparison '\(member.key)'", at: member.keySpan,
            help: suggestion(for: member.key, in: Filter.Operator.allCases.map(\.rawValue), kind: "comparisons"))
        return nil
    }

    private mutating func filter(
        _ path: Path, _ comparison: Filter.Operator, _ node: SourceNode, in scope: Scope
    ) -> Filter? {
        switch comparison {
        case .exists:
            guard let flag = reader.boolean(node, "'exists'") else { return nil }
            if case .list = path.type, !path.isOptional, !path.leadsThroughList {
                warnOfList(path, exists: flag, at: node.span)
            }
            return Filter(path: path, comparison: .exists, operands: [.value(.boolean(flag))])
        case .in:
            if case .list = path.type {
                return refuseList(path, "{ contains: … }, or a list of such conditions", at: node.span)
            }
            guard let elements = node.elements else { return inList(path, node, in: scope) }
            let operands = elements.compactMap { element in
                askedType(element, path.type).map(Filter.Operand.value)
                    ?? operand(element, path, path.type, .is, in: scope)
            }
            return operands.count == elements.count ? Filter(path: path, comparison: .in, operands: operands) : nil
        case .contains:
            guard case .list(let element) = path.type else {
                reader.error(
                    .queryWhere, "'\(path.text)' is \(path.type.withArticle), not a list", at: node.span,
                    help: "write \(path.text): { is: … }, or { in: [first, second] }")
                return nil
            }
            let asked = askedType(node, element).map(Filter.Operand.value)
            return (asked ?? operand(node, path, element, .contains, in: scope)).map {
                Filter(path: path, comparison: .contains, operands: [$0])
            }
        case .is, .not:
            if case .list = path.type {
                return refuseList(
                    path, comparison == .not ? "{ not: { contains: … } }" : "{ contains: … }", at: node.span)
            }
            if case .member(let index, _)? = askedType(node, path.type), let member = path.member(index) {
                return Filter(path: member, comparison: .exists, operands: [.value(.boolean(comparison == .is))])
            }
            return operand(node, path, path.type, comparison, in: scope).map {
                Filter(path: path, comparison: comparison, operands: [$0])
            }
        case .lessThan, .atMost, .moreThan, .atLeast:
            return ordered(path, comparison, node, in: scope)
        case .on:
            guard canBeOnADay(path, "on", at: node.span), !isWeekday(node, path) else { return nil }
            if let days = namedDays(node) {
                return days.map { Filter(path: path, comparison: .on, operands: [.named($0)]) }
            }
            guard let day = day(node, "'on'", in: scope) else { return nil }
            return Filter(path: path, comparison: .on, operands: [.day(day)])
        case .between:
            return between(path, node, in: scope)
        }
    }

    /// Returns the operand for a type in `eol: { is: date }`, or nil if the node is a value. A text with the name of a
    /// type is a value if it is written in quotes.
    private func askedType(_ node: SourceNode, _ type: FieldType) -> Value? {
        guard case .oneOf(let types) = type, case .scalar(let word, .plain) = node.content else { return nil }
        return types.index(of: word).map { .member($0, .missing) }
    }

    /// Compiles `{ in: $list }`.
    private mutating func inList(_ path: Path, _ node: SourceNode, in scope: Scope) -> Filter? {
        guard let text = node.scalar, text.hasPrefix("$") else {
            reader.error(
                .queryWhere, "'in' needs a list", at: node.span, help: "write in: [first, second], or in: $list")
            return nil
        }
        guard let list = self.path(text, in: scope, at: node.span) else { return nil }
        guard case .list(let element) = list.type else {
            reader.error(
                .queryWhere, "'\(list.text)' is \(list.type.withArticle), not a list", at: node.span,
                help: "write \(path.text): { is: \(text) }")
            return nil
        }
        guard canBeCompared(element, with: path.type, at: node.span) else { return nil }
        return Filter(path: path, comparison: .in, operands: [.path(list)])
    }

    /// Compiles `{ between: [2026-04-01, $lastDay] }`, which holds on each day from the first to the last.
    private mutating func between(_ path: Path, _ node: SourceNode, in scope: Scope) -> Filter? {
        guard let ends = node.elements, ends.count == 2 else {
            reader.error(
                .queryWhere, "'between' needs two days", at: node.span, help: "write between: [first, last]")
            return nil
        }
        guard canBeOnADay(path, "between", at: node.span) else { return nil }
        let days = ends.compactMap { day($0, "'between'", in: scope) }
        guard days.count == 2, areInOrder(days[0], days[1]) else { return nil }
        return Filter(path: path, comparison: .between, operands: days.map(Filter.Operand.day))
    }

    /// Tells of a word that seems to mean days of the week, and says how they are asked for.
    private mutating func isWeekday(_ node: SourceNode, _ path: Path) -> Bool {
        guard let word = node.scalar?.lowercased() else { return false }
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let numbers: String
        if let day = days.firstIndex(where: { word == $0 || word.hasPrefix($0) && word.hasSuffix("day") }) {
            numbers = "\(day)"
        } else if ["weekday", "weekdays", "workday", "workdays"].contains(word) {
            numbers = "{ in: [1, 2, 3, 4, 5] }"
        } else if ["weekend", "weekends"].contains(word) {
            numbers = "{ in: [0, 6] }"
        } else {
            return false
        }
        guard schema.declarations.collection(word) == nil else { return false }
        let isDay = path.type == .date || path.type == .dateTime
        let asked = path.type == .dateTime ? "\(path.text).date" : path.text
        reader.error(
            .queryDay, "'\(word)' is no day of the calendar, and 'on' asks for one", at: node.span,
            help: isDay
                ? "for days of the week, where Sunday is 0, write \(asked).weekday: \(numbers)"
                : "write 2026-04-01 or today, or name a collection that has days")
        return true
    }

    mutating func canBeOnADay(_ path: Path, _ word: String, at span: SourceSpan) -> Bool {
        if path.type.elementOfList.traits.isOnDays { return true }
        reader.error(
            .queryWhere, "\(path.type.withArticle) has no '\(word)'", at: span,
            help: path.ofOneType ?? "days have it: date, dateTime, window, schedule, and lists of them")
        return false
    }

    private mutating func ordered(
        _ path: Path, _ comparison: Filter.Operator, _ node: SourceNode, in scope: Scope
    ) -> Filter? {
        guard path.type.traits.isOrdered else {
            reader.error(
                .queryWhere, "\(path.type.withArticle) has no order", at: node.span,
                help: path.leadsThroughList
                    ? "to compare each of them, make the elements of the list entries of a collection of their own: "
                        + "{ entries: NAME }"
                    : path.ofOneType)
            return nil
        }
        guard let operand = operand(node, path, path.type, comparison, in: scope) else { return nil }
        // Values of different types can be equal if they are written alike, but 'before' and 'after' need a common
        // order.
        let haveOrder = { (other: FieldType) in other == path.type || other.isNumber && path.type.isNumber }
        if case .path(let other) = operand, !haveOrder(other.type) {
            reader.error(
                .queryWhere, "'\(other.text)' and '\(path.text)' have no order in common", at: node.span,
                help: "compare two values of the same type")
            return nil
        }
        return Filter(path: path, comparison: comparison, operands: [operand])
    }
}

extension Path {
    /// Returns the path to the values of one of several types.
    fileprivate func member(_ index: Int) -> Path? {
        guard case .oneOf(let types) = type else { return nil }
        var member = self
        member.steps.append(.member(index))
        member.gaps.append(member.steps.count)
        (member.type, member.isOptional) = (types.members[index], true)
        member.text += ".\(types.members[index].word)"
        return member
    }

    /// Advice for a value of one of several types where only one type can stand.
    var ofOneType: String? {
        guard case .oneOf(let types) = type else { return nil }
        return "name the type: " + types.members.map { "\(text).\($0.word)" }.joined(separator: ", ")
    }
}

extension FieldType {
    var isNumber: Bool { self == .integer || self == .decimal }
}

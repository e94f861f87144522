internal import KairanContent
package import KairanModel
package import KairanReaders

extension SourceNode {
    /// The words of a revision that stands beside data, as in `version: { revision: { first: 3 } }`. They are checked
    /// where it may stand.
    package var revisionBesideData: SourceNode? {
        guard let members, members.count == 1, members[0].key == "revision" else { return nil }
        let words = members[0].value
        let isRevision = words.isNull || words.members?.allSatisfy { ["of", "first"].contains($0.key) } ?? false
        return isRevision ? words : nil
    }
}

/// The purpose of a shape. An endpoint must end in JSON values, while a page may keep whole entries.
package enum ShapePurpose { case endpoint, page }

extension ShapeCompiler {
    package mutating func shape(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        switch node.content {
        case .scalar: return pathShape(node, in: scope, for: purpose)
        case .sequence(let elements):
            let shapes = elements.compactMap { shape($0, in: scope, for: purpose) }
            guard purpose == .endpoint || haveOneForm(shapes, elements) else { return nil }
            return TypedShape(.array(shapes), .list((shapes.first?.type ?? .text).withoutAssurance))
        case .mapping(let members):
            guard let node = present(node, members, in: scope) else { return nil }
            let members = node.members ?? members
            guard let found = wordShape(node, members, in: scope) else {
                if let present = presentDefault(node, members, in: scope) {
                    return shape(present, in: scope, for: purpose)
                }
                return object(members, in: scope, for: purpose)
            }
            report(found)
            // If the author may have meant something else, no further mistakes are reported.
            return found.unknown.isEmpty && found.isCertain
                ? shape(of: found.word, found.node, in: scope, for: purpose) : nil
        }
    }

    private mutating func shape(
        of word: ShapeWord, _ node: SourceNode, in scope: Scope, for purpose: ShapePurpose
    ) -> TypedShape? {
        switch word {
        case .each: return each(node, in: scope, for: purpose)
        case .first: return first(node, in: scope, for: purpose)
        case .firstOf: return firstOf(node, in: scope, for: purpose)
        case .count: return query("count", node, in: scope, for: purpose).map { TypedShape(.count($0), .integer) }
        case .sum: return total(.sum, node, in: scope)
        case .mean: return total(.mean, node, in: scope)
        case .position: return position(node, in: scope)
        case .group: return group(node, in: scope, for: purpose)
        case .keyed: return keyed(node, in: scope, for: purpose)
        case .text: return textShape(node, in: scope)
        case .day: return computedDay(node, in: scope)
        case .between: return between(node, in: scope)
        case .split: return split(node, in: scope)
        case .literal: return literal(node["literal"], for: purpose)
        case .chart: return chart(node, in: scope)
        case .map: return map(node, in: scope)
        case .changes: return changes(node, in: scope)
        case .occurrences: return occurrences(node, in: scope)
        case .object: return escaped(node, in: scope, for: purpose)
        case .if: return condition(node, in: scope, for: purpose)
        case .shape: return sharedShape(node, in: scope, for: purpose)
        }
    }

    /// Compiles `object: { … }`, whose keys are never words.
    private mutating func escaped(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let inner = node["object"], let members = inner.members else { return nil }
        let keys = Set(members.map(\.key))
        if !Self.mayBeWord(keys: keys), !Self.wasWord(keys: keys), wordShape(inner, members, in: scope) == nil {
            reader.error(
                .shapeObject, "the mapping under 'object' is already an object", at: inner.span,
                help: "remove 'object:'; \(ShapeWord.escape("object"))")
        }
        return object(members, in: scope, for: purpose)
    }

    mutating func object(
        _ members: [SourceNode.Member], in scope: Scope, for purpose: ShapePurpose
    ) -> TypedShape? {
        var fields: [RecordType.Field] = []
        var shapes: [Shape] = []
        for member in members {
            let omits = member.key.hasSuffix("?")
            let key = omits ? String(member.key.dropLast()) : member.key
            if fields.contains(where: { $0.name == key }) {
                reader.error(.shapeKey, "the key '\(key)' appears twice", at: member.keySpan)
                continue
            }
            if let written = member.value.revisionBesideData {
                rejectRevision(at: written.span)
                continue
            }
            guard let value = shape(member.value, in: scope, for: purpose) else { continue }
            // A `null` that the template itself names is a value.
            fields.append(
                .init(
                    key, value.type, isOptional: value.isOptional, omitsMissing: omits && !value.shape.endsInNull,
                    assurance: value.shape.assurance))
            shapes.append(value.shape)
        }
        guard shapes.count == members.count else { return nil }
        let type = RecordType(fields)
        return TypedShape(.object(shapes, type), .record(type))
    }

    /// Reports a revision that cannot stand where it does.
    package mutating func rejectRevision(
        _ message: String = "a revision can stand only at the top of 'data' in a data template", at span: SourceSpan,
        help: String = "put it there, in a template without 'for'"
    ) {
        reader.error(.revisionForm, message, at: span, help: "\(help); \(ShapeWord.escape("revision"))")
    }

    private mutating func pathShape(_ node: SourceNode, in scope: Scope, for purpose: ShapePurpose) -> TypedShape? {
        guard let path = path(node, in: scope) else {
            adviseLiteral(node, for: purpose)
            return nil
        }
        guard purpose == .page || hasJSONForm(path.type, path.text, at: node.span) else { return nil }
        return TypedShape(.path(path), path.type, isOptional: path.isOptional)
    }

    /// Says how a shape has a value of its own, or the entries of a collection, where the name of one is unknown and near
    /// no other.
    private mutating func adviseLiteral(_ node: SourceNode, for purpose: ShapePurpose) {
        guard let last = reader.diagnostics.last, last.rule == .pathUnknown, last.span == node.span, last.fix == nil,
            let text = node.scalar, text.wholeMatch(of: /[\p{L}\p{N}][\p{L}\p{N}-]*/) != nil,
            last.help?.hasPrefix("names here: ") ?? true
        else { return }
        let index = reader.diagnostics.count - 1
        if schema.declarations.collection(text) != nil {
            guard purpose == .page else {
                reader.diagnostics[index].help =
                    "for its entries, write { each: \(text), value: … } with what is published"
                return
            }
            reader.diagnostics[index].help = "for its entries, write { each: \(text) }"
            reader.diagnostics[index].fix = Fix(.text(node.span, text, to: "{ each: \(text) }"))
            reader.diagnostics[index].fix?.isCertain = false
            return
        }
        let literal = "{ literal: \(text) }"
        let isName = text.first?.isLetter == true && text != "true" && text != "false"
        let help = isName ? "for the text itself, write \(literal)" : "write \(literal)"
        reader.diagnostics[index].help = isName ? (last.help.map { "\($0); " } ?? "") + help : help
        guard !isName else { return }
        reader.diagnostics[index].fix = Fix(.text(node.span, text, to: literal))
        reader.diagnostics[index].fix?.isCertain = false
    }

    private mutating func hasJSONForm(_ type: FieldType, _ name: String, at span: SourceSpan) -> Bool {
        if case .list(.reference(let collection)) = type {
            reader.error(
                .pathType, "'\(name)' is a list of entries of \(collection), which have no single text", at: span,
                help: "write { each: \(name), value: … } with what of each is published")
            return false
        }
        if type == .list(.image) || type == .list(.file) {
            reader.error(
                .pathType, "'\(name)' is \(type.withArticle), which have no single text", at: span,
                help: "write { each: \(name), value: url } with what of each is published, or 'first' for the first one"
            )
            return false
        }
        if case .list(let element) = type { return hasJSONForm(element, name, at: span) }
        if case .dictionary(let element) = type { return hasJSONForm(element, "\(name).value", at: span) }
        if case .oneOf(let types) = type {
            return types.members.allSatisfy { hasJSONForm($0, "\(name).\($0.word)", at: span) }
        }
        guard case .record(let record) = type else { return isPrintable(type, name, at: span) }
        return record.fields.allSatisfy { hasJSONForm($0.type, "\(name).\($0.name)", at: span) }
    }

    private mutating func textShape(_ node: SourceNode, in scope: Scope) -> TypedShape? {
        guard let text = reader.text(node["text"], "'text'"), let span = node["text"]?.span else { return nil }
        guard !isPath(text, in: scope) else {
            reader.error(
                .shapeText, "this is the text '\(text)', not the value of that path", at: span,
                help: "write '\(text)' alone, {\(text)} inside a text, or literal: \(text); \(ShapeWord.escape("text"))"
            )
            return nil
        }
        return textPattern(text, in: scope, at: span).map { pattern in
            TypedShape(.text(pattern), .text, isOptional: pattern.isOptional)
        }
    }

    /// Checks that all elements of a list have the same form. A page's template treats every element like the first, so
    /// its names must exist in all of them.
    private mutating func haveOneForm(_ shapes: [TypedShape], _ elements: [SourceNode]) -> Bool {
        guard shapes.count == elements.count else { return false }
        guard let first = shapes.first?.type else { return true }
        guard let odd = shapes.firstIndex(where: { first.common($0.type) == nil }) else { return true }
        reader.error(
            .shapeList, "this element differs from the first in its keys or its type", at: elements[odd].span,
            help: "make the elements of the list alike: a template reads them all in the same way")
        return false
    }

    private mutating func literal(_ node: SourceNode?, for purpose: ShapePurpose) -> TypedShape? {
        guard let node else { return nil }
        switch node.content {
        case .scalar(_, .null): return TypedShape(.literal(.missing), .text, isOptional: true)
        case .scalar: return reader.constant(node, "a literal").map { TypedShape(.literal($0), $1) }
        case .sequence(let elements):
            let shapes = elements.compactMap { literal($0, for: purpose) }
            guard purpose == .endpoint || haveOneForm(shapes, elements) else { return nil }
            return TypedShape(.array(shapes), .list((shapes.first?.type ?? .text).withoutAssurance))
        case .mapping(let members):
            let shapes = members.compactMap { literal($0.value, for: purpose) }
            let type = RecordType(zip(members, shapes).map { .init($0.key, $1.type, isOptional: $1.isOptional) })
            return TypedShape(.object(shapes.map(\.shape), type), .record(type))
        }
    }
}

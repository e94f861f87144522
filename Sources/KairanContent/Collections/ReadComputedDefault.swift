internal import KairanModel
internal import KairanReaders

extension DeclarationReader {
    /// Returns whether a default is computed from other values: a text with paths in braces, or one path in braces for
    /// a field of another type.
    func isComputed(_ node: SourceNode, _ field: FieldDeclaration) -> Bool {
        guard let text = node.scalar else { return false }
        // No value of several types and no address is meant to have braces in it.
        if field.type.isOneOfSeveral || field.type == .url { return text.contains(/\{.+\}/) }
        guard !field.type.kind.hasParts else { return false }
        return field.type == .text ? text.contains("{") : text.hasPrefix("{") && text.hasSuffix("}")
    }

    mutating func setComputedDefault(_ node: SourceNode, of field: inout FieldDeclaration) {
        if field.type.isOneOfSeveral {
            return error(
                .declarationDefault, "the default of a value of several types cannot be computed", at: node.span,
                help: "write a value, or declare the field with one type: computed defaults are for these")
        }
        field.computedDefault = node
        if [.markdown, .image, .file].contains(field.type) {
            error(
                .declarationDefault, "the default of \(field.type.withArticle) cannot be computed", at: node.span,
                help: "where templates use it, name the other field for entries without a value")
        } else if field.type != .text, let text = node.scalar {
            checkOnePath(text, node, field)
        }
        let limits = field.limits
        let words = [
            ("unique", field.isUnique), ("minimum", limits.minimum != nil), ("maximum", limits.maximum != nil),
            ("matches", limits.matches != nil), ("not", limits.noneOf != nil), ("hosts", !limits.hosts.isEmpty),
        ]
        for (word, isThere) in words where isThere {
            error(
                .declarationDefault, "a default that is computed cannot be held to '\(word)'", at: node.span,
                help: "remove one of the two")
        }
    }

    /// Reports a default that is more than a path in braces.
    private mutating func checkOnePath(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) {
        let path = text.dropFirst().dropLast()
        guard text.hasPrefix("{"), text.hasSuffix("}"), !path.contains(where: { "{}".contains($0) }) else {
            return error(
                .declarationDefault, "the default of \(field.type.withArticle) is computed from one path alone",
                at: node.span,
                help: field.type == .url
                    ? "write one path in braces, or declare a pattern: { pattern: { of: releases, as: url } }"
                    : "write one path in braces")
        }
        guard let comma = path.firstIndex(of: ",") else { return }
        error(
            .declarationDefault, "formats belong to texts, but '\(field.name)' is \(field.type.withArticle)",
            at: node.span,
            help: Help(
                "write {\(path[..<comma])} without the format, or declare the field as a text",
                .write("{\(path[..<comma])}", for: text, isCertain: false)))
    }

    /// Reports computed defaults where a value has to be written in the entry itself.
    mutating func checkComputedDefaults(of declaration: CollectionDeclaration) {
        for field in declaration.fields {
            guard let node = field.computedDefault else { continue }
            if field.name == declaration.idField {
                error(
                    .declarationDefault, "an id cannot be computed", at: node.span,
                    help: "remove 'default': every entry writes its id")
            } else if declaration.agreement != nil {
                error(
                    .declarationDefault, "nothing is computed in what users agree to", at: node.span,
                    help: "remove 'default': every entry writes what it says")
            }
        }
    }
}

extension FieldType {
    fileprivate var isOneOfSeveral: Bool { if case .oneOf = self { true } else { false } }
}

extension FieldDeclaration {
    /// This is true if an entry need not have the field.
    package var mayBeLeftOut: Bool { isOptional || defaultValue != nil || computedDefault != nil }
}

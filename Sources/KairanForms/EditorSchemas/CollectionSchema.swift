package import KairanContent
internal import KairanQueries
package import KairanReaders

/// Returns the schema with which editors check the entries of a collection, in YAML, TOML, JSON and front matter. It
/// fits a file with one entry and a file that lists several.
package func editorSchema(of declaration: CollectionDeclaration, _ settings: SiteSettings) -> JSONValue {
    let locales = settings.namesLocales ? settings.locales : []
    let entry = fieldsSchema(declaration.writtenFields, ignoring: declaration.ignoredKeys, locales)
    let listed: SchemaNode = [
        "allOf": declaration.idPattern == nil
            ? [.reference("entry"), ["required": [.string(declaration.idField ?? "id")]]] : [.reference("entry")]
    ]
    var definitions: [(key: String, value: SchemaNode)] = [
        (
            "entry",
            entry.withOwnKeys(of: declaration).keeping(declaration.checks, of: declaration.writtenFields, locales)
        ),
        ("listed", listed),
    ]
    definitions += namedForms(usedBy: .object(definitions))
    return [
        "$schema": .string(schemaDialect),
        "$comment": .string(EditorFiles.mark),
        "title": .string(declaration.entryWord + EditorFiles.title(declaration.name)),
        "if": ["type": "array"],
        "then": .list(of: .reference("listed")),
        "else": declaration.fields.contains { $0.name == declaration.entryWord }
            ? .reference("entry") : entryOrNamedList(declaration.entryWord),
        "definitions": .object(definitions),
    ]
}

/// Returns the schema of an entry or of a named list, because TOML has no list without a name.
private func entryOrNamedList(_ word: String) -> SchemaNode {
    [
        "if": ["type": "object", "required": [.string(word)]],
        "then": .mapping([(word, .list(of: .reference("listed")))]),
        "else": .reference("entry"),
    ]
}

extension SchemaNode {
    /// Adds the keys that an entry may have without a declaration.
    fileprivate func withOwnKeys(of declaration: CollectionDeclaration) -> SchemaNode {
        guard case .object(var members) = self, let index = members.firstIndex(where: { $0.key == "properties" }),
            case .object(var properties) = members[index].value
        else { return self }
        if declaration.idField == nil {
            let id: SchemaNode = [
                "type": ["string", "number"], "pattern": .string(Forms.id),
                "description": "What addresses and other entries call it; the file's name if it is left out",
            ]
            properties.insert(("id", id), at: 0)
        }
        properties += ownKeySchemas
        members[index].value = .object(properties)
        return .object(members)
    }
}

/// Returns the named forms that `schema` refers to, directly or through one another.
private func namedForms(usedBy schema: SchemaNode) -> [(key: String, value: SchemaNode)] {
    var used: [String] = []
    var open = [schema]
    while let next = open.popLast() {
        for name in references(in: next) where !used.contains(name) {
            guard let form = valueForms.first(where: { $0.key == name }) else { continue }
            used.append(name)
            open.append(form.value)
        }
    }
    return valueForms.filter { used.contains($0.key) }
}

private func references(in node: SchemaNode) -> [String] {
    switch node {
    case .array(let elements): elements.flatMap(references)
    case .object(let members):
        members.flatMap { member -> [String] in
            if member.key == "$ref", case .string(let target) = member.value {
                return [String(target.dropFirst("#/definitions/".count))]
            }
            return references(in: member.value)
        }
    case .null, .boolean, .integer, .number, .string: []
    }
}

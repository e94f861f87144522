package import KairanContent
internal import KairanReaders

/// The schemas of a site, and what makes editors use them.
package struct EditorFiles {
    /// Where the schemas are, from the site's folder, with `/` and none at its end.
    let folder: String
    let declarations: Declarations

    /// Tells our files from those of others.
    package static let mark = "Made by 'kairan schema': run it again after a change to the declarations"

    package init(folder: String, declarations: Declarations) {
        (self.folder, self.declarations) = (folder, declarations)
    }

    /// Path and schema of each.
    package var schemas: [(path: String, schema: JSONValue)] {
        // No collection is called so: a leading underscore is the declaration's.
        [(path(of: "_site"), siteFileSchema), (path(of: "_collection"), collectionFileSchema)]
            + declarations.collections.map {
                (path(of: $0.name), editorSchema(of: $0, declarations.settings))
            }
    }

    private func path(of name: String) -> String { "\(folder)/\(name).schema.json" }

    /// For VS Code: the extension "YAML" by Red Hat reads the first key, VS Code itself the second.
    package var settings: JSONValue {
        var yaml: [(key: String, value: JSONValue)] = [
            (path(of: "_site"), ["content/site.yml"]), (path(of: "_collection"), ["content/*/_collection.yml"]),
        ]
        yaml += declarations.collections.map { collection in
            let folder = "content/\(collection.name)"
            // Of two schemas that a file matches both would count.
            let patterns = ["\(folder)/**/*.yml", "\(folder)/**/*.yaml", "!\(folder)/_collection.yml"]
            return (path(of: collection.name), .array(patterns.map(JSONValue.string)))
        }
        let json = declarations.collections.map { collection -> JSONValue in
            [
                "fileMatch": [.string("/content/\(collection.name)/**/*.json")],
                "url": .string("./\(path(of: collection.name))"),
            ]
        }
        return ["yaml.schemas": .object(yaml), "json.schemas": .array(json)]
    }

    /// `.taplo.toml`, which "Even Better TOML" and other editors by way of taplo read.
    package var tomlSettings: String {
        let rules = declarations.collections.map { collection in
            """

            [[rule]]
            include = [\(quoted("content/\(collection.name)/**/*.toml"))]
            [rule.schema]
            path = \(quoted(path(of: collection.name)))
            enabled = true

            """
        }
        return "# \(Self.mark)\n" + rules.joined()
    }
}

/// TOML's basic strings have the escapes of JSON's.
private func quoted(_ text: String) -> String {
    String(decoding: writeJSON(.string(text), style: .compact).dropLast(), as: UTF8.self)
}

extension EditorFiles {
    /// `settings` put into those that are there: what is not ours stays, in its order.
    package func merged(into existing: JSONValue) -> JSONValue? {
        guard case .object(var members) = existing, case .object(let ours) = settings else { return nil }
        for (key, value) in ours {
            guard let index = members.firstIndex(where: { $0.key == key }) else {
                members.append((key, value))
                continue
            }
            guard let merged = merge(value, into: members[index].value) else { return nil }
            members[index].value = merged
        }
        return .object(members)
    }

    private func merge(_ ours: JSONValue, into existing: JSONValue) -> JSONValue? {
        switch (ours, existing) {
        case (.object(let ours), .object(let others)):
            .object(others.filter { !isOurs($0.key) } + ours)
        case (.array(let ours), .array(let others)):
            .array(
                others.filter { element in
                    guard case .string(let url)? = element["url"], url.hasPrefix("./") else { return true }
                    return !isOurs(String(url.dropFirst(2)))
                } + ours)
        default: nil
        }
    }

    /// Also that of a collection that is no more.
    private func isOurs(_ path: String) -> Bool { path.hasPrefix(folder + "/") && path.hasSuffix(".schema.json") }
}

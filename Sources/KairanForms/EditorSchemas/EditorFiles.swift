package import KairanContent
package import KairanReaders

/// The schemas of a site, and the settings that make editors use them.
package struct EditorFiles {
    /// The folder of the schemas, relative to the site's folder, with `/` between its parts and none at its end.
    package let folder: String
    let declarations: Declarations

    /// The comment that tells Kairan's files from those of others.
    package static let mark = "Made by 'kairan schema': run it again after a change to the declarations"

    package init(folder: String, declarations: Declarations) {
        (self.folder, self.declarations) = (folder, declarations)
    }

    /// The path of each schema, and the schema.
    package var schemas: [(path: String, schema: JSONValue)] {
        // No collection has such a name, because a leading underscore marks declarations.
        [(path(of: "_site"), siteFileSchema), (path(of: "_collection"), collectionFileSchema)]
            + declarations.collections.map {
                (path(of: $0.name), editorSchema(of: $0, declarations.settings))
            }
    }

    /// Returns whether a file in the folder is the schema of a collection that is gone. A copy under another name is not.
    ///
    /// - Parameter schema: Its content.
    package func isLeft(_ file: String, _ schema: SourceNode) -> Bool {
        guard file.hasSuffix(Self.fileEnd), schema["$comment"]?.scalar == Self.mark else { return false }
        let name = String(file.dropLast(Self.fileEnd.count))
        return declarations.collection(name) == nil && schema["title"]?.scalar?.hasSuffix(Self.title(name)) == true
    }

    /// The end of the title of a collection's schema.
    static func title(_ collection: String) -> String { ", an entry of \(collection)" }

    private static let fileEnd = ".schema.json"

    private func path(of name: String) -> String { "\(folder)/\(name)\(Self.fileEnd)" }

    /// The settings for VS Code. The extension "YAML" by Red Hat reads the first key, and VS Code itself reads the
    /// second.
    package var settings: JSONValue {
        var yaml: [(key: String, value: JSONValue)] = [
            (path(of: "_site"), ["content/site.yml"]), (path(of: "_collection"), ["content/*/_collection.yml"]),
        ]
        yaml += declarations.collections.map { collection in
            let folder = "content/\(collection.name)"
            // If a file matched two schemas, both would apply.
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

    /// The contents of `.taplo.toml`, which "Even Better TOML" and other editors with taplo read.
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

/// Quotes a text for TOML, whose basic strings have the escapes of JSON.
private func quoted(_ text: String) -> String {
    String(decoding: writeJSON(.string(text), style: .compact).dropLast(), as: UTF8.self)
}

extension EditorFiles {
    /// Returns existing settings with `settings` merged into them. All other settings stay, in their order.
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

    /// Returns whether a path is that of a schema of Kairan, including a schema of a collection that no longer exists.
    private func isOurs(_ path: String) -> Bool { path.hasPrefix(folder + "/") && path.hasSuffix(Self.fileEnd) }
}

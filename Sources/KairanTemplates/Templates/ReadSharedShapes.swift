internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The files of `templates/_shapes/`, each with a shape that several templates use.
struct SharedShapeFiles {
    private(set) var shapes: [String: SharedShape] = [:]
    private(set) var reader = DeclarationReader()

    /// - Parameter files: The nodes by name and path.
    init(_ files: [(name: String, path: String, node: SourceNode?)], _ declarations: Declarations) {
        for file in files {
            shapes[file.name] = SharedShape(name: file.name, path: file.path)
            guard let written = file.node else { continue }
            let node = reader.corrected(written, allowed: ["for", "data"], structured: [], what: "a shape")
            guard node.members != nil else { continue }
            for word in ["for", "data"] where node[word] == nil {
                reader.error(
                    .shapeShared, "a shape needs '\(word)'", at: node.span,
                    help: word == "for"
                        ? "write for: NAME, the collection for whose entries it is"
                        : "write data: with a mapping of keys to paths")
            }
            guard let written = node["for"], let name = reader.text(written, "'for'"), let data = node["data"] else {
                continue
            }
            guard declarations.collection(name) != nil else {
                reader.error(
                    .querySource, "there is no collection '\(name)'", at: written.span,
                    help: suggestion(for: name, in: declarations.collections.map(\.name), kind: "collections"))
                continue
            }
            shapes[file.name]?.content = (name, data)
        }
    }

    /// Checks each shape once, whether or not a template uses it.
    func checked(_ schema: Schema) -> ShapeCompiler {
        var all = ShapeCompiler(schema: schema)
        for name in shapes.keys.sorted() {
            guard let shape = shapes[name] else { continue }
            var compiler = ShapeCompiler(schema: schema)
            compiler.check(shape)
            all.reader.diagnostics += compiler.reader.diagnostics
            all.namedEntries += compiler.namedEntries
            all.missingCollections.merge(compiler.missingCollections) { $0 + $1 }
        }
        return all
    }

    func unused(_ used: Set<String>) -> [Diagnostic] {
        shapes.values.filter { !used.contains($0.path) }.map { shape in
            Diagnostic(
                .warning, .templateUnused, "no template uses this shape", at: SourceSpan(path: shape.path),
                help: "write { shape: \(shape.name) } where an entry of it is at hand, or remove it")
        }
    }
}

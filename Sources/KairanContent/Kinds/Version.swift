internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let version = FieldKind(meaning: "a version, such as 3.10.0", example: "1.0.0", canBeID: true)
}

extension ValueReader {
    /// Reads a version. In YAML and CSV, `3.10` keeps its zero, but other tools rewrite it as 3.1 if it is a number in
    /// JSON or TOML.
    mutating func version(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard case .scalar(let text, let kind) = node.content, kind == .plain || kind == .string else {
            error(
                .fieldType, "a version must be text, not \(node.kindName)", at: node.span,
                help: "write it in quotes, so that 3.10 stays 3.10")
            return .missing
        }
        return Version(text).map(Value.version) ?? invalid(text, node, field, "write it as 3.1 or 3.1.0")
    }
}

extension ByteReader {
    mutating func readVersion() throws(DamagedBytes) -> Version {
        guard let version = Version(try readText()) else { throw DamagedBytes() }
        return version
    }
}

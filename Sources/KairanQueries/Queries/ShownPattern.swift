internal import KairanContent
internal import KairanModel
package import KairanReaders

extension ShapeCompiler {
    /// Compiles a text that people read, such as a title. A value whose own form is for programs is told.
    package mutating func pattern(_ node: SourceNode, _ what: String, in scope: Scope) -> TextPattern? {
        let codes = (node.members ?? []).map(\.key)
        let help: Help? =
            !codes.isEmpty && codes.allSatisfy(schema.declarations.settings.locales.map(\.code).contains)
            ? "write the text of each language in templates/_strings.yml, and its name here: \"{strings.NAME}\"" : nil
        guard let text = reader.text(node, what, help: help), let parts = placedParts(text, in: scope, at: node.span)
        else {
            return nil
        }
        for part in parts {
            guard case .path(let path, .plain) = part.part, path.type == .duration else { continue }
            reader.diagnostics.append(
                Diagnostic(
                    .warning, .templateType,
                    "people read '\(part.text)' as a text for machines here, such as PT1H44M", at: part.span,
                    help: .write("write {\(part.text).text}", "\(part.text).text", for: part.text)))
        }
        return TextPattern(parts: parts.map(\.part))
    }
}

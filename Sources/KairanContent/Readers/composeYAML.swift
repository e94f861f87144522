internal import KairanModel
internal import Yams

/// What Yams says of text that is not YAML, with lines and columns counted from the start of the text.
struct YAMLProblem: Error {
    var message: String
    var line = 1
    var column = 1
    /// Such as `while scanning a quoted scalar`, and where that began.
    var context: String?
    var contextLine = 1
    var contextColumn = 1
}

/// Parses YAML with Yams into nodes with places.
///
/// Yams expands aliases while it parses, so that a few lines can stand for billions of nodes, and stops at the first
/// duplicate key without saying where the second is. Both are kept from it: aliases and all but the last of equal
/// keys go in disguised, and the tree builder takes the disguise off.
///
/// What looks like an anchor may be text, which shows when no node has it: then it goes in as it is.
func composeYAML(_ source: YAMLSource) -> Result<Diagnosed<SourceNode?>, YAMLProblem> {
    var disguise = YAMLDisguise(source)
    var shownAnchors: Set<Int> = []
    func show(_ anchors: Set<Int>) {
        shownAnchors.formUnion(anchors)
        disguise = YAMLDisguise(source, showing: shownAnchors)
    }
    while true {
        do {
            // The parser owns the anchors that the nodes refer to.
            let parser = try Parser(yaml: disguise.text, resolver: .basic, encoding: .utf8)
            let root = try parser.singleRoot()
            var (node, builder) = withExtendedLifetime(parser) {
                var builder = YAMLTreeBuilder(source, disguise)
                return (root.map { builder.node($0, depth: 1) } ?? builder.nothing, builder)
            }
            let inText = disguise.anchors.subtracting(builder.anchorOffsets)
            guard inText.isEmpty else {
                // Text that was shown seldom makes text of others; whoever writes such is told of the rest.
                show(shownAnchors.isEmpty ? inText : disguise.anchors)
                continue
            }
            builder.checkBetweenScalars()
            return .success(Diagnosed(builder.diagnostics.hasErrors ? nil : node, builder.diagnostics))
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            if disguise.hideKey(line: context.mark.line, column: context.mark.column) { continue }
            let offset = source.offset(line: context.mark.line, column: context.mark.column)
            if let error = source.lostByteOrderMark(at: offset) { return .success(Diagnosed(nil, [error])) }
            let name = keys.first.map { "'\($0)'" } ?? "a key"
            return .failure(
                YAMLProblem(
                    message: "\(name) is given more than once", line: context.mark.line, column: context.mark.column))
        } catch {
            guard disguise.anchors.isEmpty else {
                show(disguise.anchors)
                continue
            }
            return .failure(YAMLProblem(error))
        }
    }
}

extension YAMLProblem {
    fileprivate init(_ error: any Error) {
        switch error {
        case YamlError.scanner(let context, let problem, let mark, _),
            YamlError.parser(let context, let problem, let mark, _),
            YamlError.composer(let context, let problem, let mark, _):
            self.init(message: problem, line: mark.line, column: mark.column)
            if let context {
                self.context = context.text
                (contextLine, contextColumn) = (context.mark.line, context.mark.column)
            }
        case YamlError.reader(let problem, _, _, _): self.init(message: problem)
        case YamlError.memory: self.init(message: "nested too deeply")
        default: self.init(message: "\(error)")
        }
    }
}

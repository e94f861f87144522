internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let markdown = FieldTraits(
        views: [
            "html": TypedStep(step: .html, type: .html), "text": TypedStep(step: .plainText, type: .text),
            "outline": TypedStep(step: .outline, type: .list(.record(Schema.heading))),
        ], text: .none, isSearched: false, editor: { _ in ["type": FieldSchema.scalar] }, editorWords: "Markdown",
        isTold: { $0.has(.plainText) }, written: { $0.markdown($1) })

    /// The traits of Markdown text in a page. No field is declared with this type.
    static let html = FieldTraits(
        text: .html, isSearched: false,
        schema: { _ in ValueSchema(.string(StringForm(mediaType: "text/html"))) }, editor: { _ in [:] })
}

extension Evaluator {
    func markdownView(_ step: Step, _ markdown: Markdown) -> Value {
        switch step {
        case .html: return .html(html(markdown))
        case .plainText: return .text(markdown.plainText.text(word))
        default:
            let prefix = idPrefix(of: markdown)
            return .list(
                markdown.rendered.outline.map {
                    .record([.integer($0.level), .text(prefix + $0.id), .text($0.text)], Schema.heading)
                })
        }
    }
}

extension FieldWriter {
    mutating func markdown(_ told: Recovered) -> SourceNode? {
        guard let node = told[.plainText]?.value, let text = node.scalar else { return told.value }
        if let markdown = markdownText(showing: text) { return SourceNode(.scalar(markdown, .string), span: node.span) }
        mistake(
            .importText, "no Markdown gives exactly this text", told,
            help: "remove spaces at the ends of lines, and repeated empty lines")
        return nil
    }
}

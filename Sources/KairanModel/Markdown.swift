internal import Synchronization

/// A Markdown text of the content and where it stands.
///
/// It is rendered when the content is read, which finds its mistakes. A text that is known to have none is rendered
/// only when an output first shows it, and so is its plain text, which few outputs show.
package final class Markdown: Sendable {
    /// The start of the text. It tells where the text comes from, and is not part of its value.
    package let span: SourceSpan
    /// A later build can make the same text from this, unless it is nil; then the text has to be read again.
    package let source: Source?
    /// The position of the locale that the text is written in.
    package let locale: Int
    private let state: Mutex<State>
    private let makePlainText: @Sendable () -> PlainText

    /// The text as it is written, and a hash of it and of the pictures in it.
    package enum Source: Sendable {
        /// A body is read from its file when it is needed.
        case body(ContentHash)
        /// Any other text is the value of a field, in UTF-8.
        case field(ArraySlice<UInt8>, ContentHash, keepsHTML: Bool)
    }

    private struct State {
        var html: HTML
        var plainText: PlainText?
    }

    private enum HTML {
        case rendered(RenderedMarkdown)
        case pending(@Sendable () -> RenderedMarkdown)
    }

    package init(
        _ rendered: RenderedMarkdown, at span: SourceSpan, source: Source? = nil, locale: Int = 0,
        plainText: @escaping @Sendable () -> PlainText
    ) {
        (self.span, self.source, self.locale, makePlainText) = (span, source, locale, plainText)
        state = Mutex(State(html: .rendered(rendered)))
    }

    package init(
        at span: SourceSpan, source: Source? = nil, locale: Int = 0,
        renderedLater render: @escaping @Sendable () -> RenderedMarkdown,
        plainText: @escaping @Sendable () -> PlainText
    ) {
        (self.span, self.source, self.locale, makePlainText) = (span, source, locale, plainText)
        state = Mutex(State(html: .pending(render)))
    }

    package var rendered: RenderedMarkdown {
        state.withLock { state in
            switch state.html {
            case .rendered(let rendered): return rendered
            case .pending(let render):
                let rendered = render()
                state.html = .rendered(rendered)
                return rendered
            }
        }
    }

    package var plainText: PlainText {
        state.withLock { state in
            let text = state.plainText ?? makePlainText()
            state.plainText = text
            return text
        }
    }
}

extension Markdown: Hashable {
    package static func == (left: Markdown, right: Markdown) -> Bool {
        left === right || left.rendered == right.rendered
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rendered) }
}

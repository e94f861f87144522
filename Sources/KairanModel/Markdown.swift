internal import Synchronization

/// A Markdown text of the content and where it stands.
///
/// It is rendered when the content is read, which is when its mistakes are found; a text that is known to have none is
/// rendered when an output first shows it. Its plain text, which few outputs show, is always made that late.
package final class Markdown: Sendable {
    /// The start of the text: says whose it is, and is no part of its value.
    package let span: SourceSpan
    /// Of a body as its file has it, and of the pictures in it; nil for other texts.
    package let sourceHash: ContentHash?
    /// The position of the one in whose language it is.
    package let locale: Int
    private let state: Mutex<State>
    private let makePlainText: @Sendable () -> String

    private struct State {
        var html: HTML
        var plainText: String?
    }

    private enum HTML {
        case rendered(RenderedMarkdown)
        case pending(@Sendable () -> RenderedMarkdown)
    }

    package init(
        _ rendered: RenderedMarkdown, at span: SourceSpan, sourceHash: ContentHash? = nil, locale: Int = 0,
        plainText: @escaping @Sendable () -> String
    ) {
        (self.span, self.sourceHash, self.locale, makePlainText) = (span, sourceHash, locale, plainText)
        state = Mutex(State(html: .rendered(rendered)))
    }

    package init(
        at span: SourceSpan, sourceHash: ContentHash? = nil, locale: Int = 0,
        renderedLater render: @escaping @Sendable () -> RenderedMarkdown,
        plainText: @escaping @Sendable () -> String
    ) {
        (self.span, self.sourceHash, self.locale, makePlainText) = (span, sourceHash, locale, plainText)
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

    /// What a reader of the HTML would read, without a final newline.
    package var plainText: String {
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

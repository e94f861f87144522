internal import Synchronization

/// A Markdown text of the content and where it stands.
///
/// It is rendered when the content is read, which is when its mistakes are found; a text that is known to have none is
/// rendered when an output first shows it.
package final class Markdown: Sendable {
    /// The start of the text: says whose it is, and is no part of its value.
    package let span: SourceSpan
    private let state: Mutex<State>

    private enum State {
        case rendered(RenderedMarkdown)
        case pending(@Sendable () -> RenderedMarkdown)
    }

    package init(_ rendered: RenderedMarkdown, at span: SourceSpan) {
        self.span = span
        state = Mutex(.rendered(rendered))
    }

    package init(at span: SourceSpan, renderedLater render: @escaping @Sendable () -> RenderedMarkdown) {
        self.span = span
        state = Mutex(.pending(render))
    }

    package var rendered: RenderedMarkdown {
        state.withLock { state in
            switch state {
            case .rendered(let rendered): return rendered
            case .pending(let render):
                let rendered = render()
                state = .rendered(rendered)
                return rendered
            }
        }
    }
}

extension Markdown: Hashable {
    package static func == (left: Markdown, right: Markdown) -> Bool {
        left === right || left.rendered == right.rendered
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rendered) }
}

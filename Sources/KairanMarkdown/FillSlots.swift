package import KairanModel

extension RenderedMarkdown {
    /// The HTML between the addresses of links, with titles of alerts in a language.
    package func titledSegments(in language: String) -> [Substring] {
        alerts.reduce(segments) { segments, alert in
            let title = alert.html(alert.title(in: language))
            return segments.map { $0.replacing(alert.openTitle, with: title) }
        }
    }

    /// Returns the HTML with the address of each link.
    package func html(in language: String, address: (Link) -> String) -> String {
        let segments = titledSegments(in: language)
        return zip(links, segments.dropFirst()).reduce(into: String(segments[0])) { html, part in
            html += escapedAddress(address(part.0)) + part.1
        }
    }
}

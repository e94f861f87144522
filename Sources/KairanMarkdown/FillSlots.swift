package import KairanModel

extension RenderedMarkdown {
    /// The HTML between the addresses of links.
    ///
    /// - Parameter words: Returns the title of an alert.
    package func titledSegments(_ words: (OwnWord) -> String) -> [Substring] {
        alerts.reduce(segments) { segments, alert in
            let title = alert.html(escapedWords(words(alert.title)))
            return segments.map { $0.replacing(alert.openTitle, with: title) }
        }
    }

    /// Returns the HTML with the address of each link.
    package func html(_ words: (OwnWord) -> String, address: (Link) -> String) -> String {
        let segments = titledSegments(words)
        return zip(links, segments.dropFirst()).reduce(into: String(segments[0])) { html, part in
            html += escapedAddress(address(part.0)) + part.1
        }
    }
}

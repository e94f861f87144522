internal import KairanReaders

/// Returns the content type that GitHub Pages sends for a file.
package func contentType(of path: String) -> String {
    switch fileExtension(of: path) {
    case "html", "htm": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json", "map": "application/json; charset=utf-8"
    case "geojson": "application/geo+json; charset=utf-8"
    case "webmanifest": "application/manifest+json; charset=utf-8"
    case "xml": "application/xml; charset=utf-8"
    case "rss": "application/rss+xml; charset=utf-8"
    case "atom": "application/atom+xml; charset=utf-8"
    case "ics": "text/calendar; charset=utf-8"
    case "txt": "text/plain; charset=utf-8"
    case "md", "markdown": "text/markdown; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "ico": "image/vnd.microsoft.icon"
    case "avif": "image/avif"
    case "woff": "font/woff"
    case "woff2": "font/woff2"
    case "wasm": "application/wasm"
    case let other: mediaType(ofExtension: other)
    }
}

package func isPage(_ path: String) -> Bool { ["html", "htm"].contains(fileExtension(of: path)) }

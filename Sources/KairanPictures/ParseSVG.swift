internal import KairanXML

/// Passes the parts of an XML text to a cleaner. Entities of the file itself are replaced, all others are left out, and
/// no other file is read.
func parseSVG(_ bytes: [UInt8]) throws(Picture.Mistake) -> SVGCleaner {
    do {
        return try parseXML(bytes, into: SVGReceiver()).cleaner
    } catch {
        switch error {
        case .malformed(let line, _, let reason): throw .malformed(line: line, reason: reason)
        case .tooMuch: throw .drawsTooMuch
        }
    }
}

private struct SVGReceiver: XMLReceiver {
    var cleaner = SVGCleaner()

    mutating func start(_ element: XMLName, _ attributes: [(name: XMLName, value: String)], at place: XMLPlace) {
        cleaner.start(element, attributes, line: place.line)
    }

    mutating func end() { cleaner.end() }

    mutating func text(_ bytes: [UInt8]) { cleaner.text(bytes) }

    mutating func instruction(_ target: String, at place: XMLPlace) {
        cleaner.remove("<?\(target.prefix(40))?>", place.line)
    }

    mutating func unknownEntity(_ name: String, at place: XMLPlace) {
        cleaner.remove("'&\(name.prefix(40));'", place.line)
    }

    var keptCount: Int { cleaner.kept.count }
}

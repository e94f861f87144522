package import KairanModel

/// Follows a page with its layouts on every path through its sections. It reports tags whose context differs between
/// these paths, values in places where they must not stand, and elements that browsers read otherwise than they are
/// written.
///
/// - Parameter levels: The page and its layouts, the innermost first.
package func checkMarkup(_ levels: [[MarkupPart]], isXML: Bool) -> [Diagnostic] {
    var walk = MarkupWalk(levels: levels, reader: MarkupReader(isXML: isXML))
    walk.walk(levels.count - 1)
    walk.reader.finish()
    return walk.reader.diagnostics
}

private struct MarkupWalk {
    let levels: [[MarkupPart]]
    var reader: MarkupReader
    /// The position of the level that is being followed.
    private var level = 0
    /// The reader's states before and after each part that is used in several places.
    private var known: [Use: (before: MarkupState, after: MarkupState)] = [:]

    private struct Use: Hashable {
        var part: Part
        var level: Int
        var state: MarkupState.Key
    }

    private enum Part: Hashable {
        case content
        case partial(Int)
        /// A section of a list, by its place and the partial that it is in.
        case list(SourceSpan, in: Int?)
    }

    private var partial: Int?

    init(levels: [[MarkupPart]], reader: MarkupReader) { (self.levels, self.reader) = (levels, reader) }

    mutating func walk(_ level: Int) {
        let outer = self.level
        self.level = level
        walk(levels[level])
        self.level = outer
    }

    private mutating func walk(_ parts: [MarkupPart]) {
        var index = 0
        while index < parts.count {
            switch parts[index] {
            case .text(let text, let place): reader.read(text, at: place)
            case .value(let value, let span): reader.value(value, at: span)
            case .content(let span):
                guard level > 0, reader.takesContent(at: span) else { break }
                once(.content) { $0.walk($0.level - 1) }
            case .partial(let use, let inner):
                once(.partial(use)) { walk in
                    let outer = walk.partial
                    walk.partial = use
                    walk.walk(inner)
                    walk.partial = outer
                }
            case .section(let section):
                if let other = opposite(of: section, in: parts[(index + 1)...]) {
                    alternatives(section, parts[(index + 1)..<other.index], other.section)
                    index = other.index
                } else {
                    optional(section)
                }
            }
            index += 1
        }
    }

    /// Follows a part that is used in several places only once for each state in which it begins.
    private mutating func once(_ part: Part, _ body: (inout MarkupWalk) -> Void) {
        let use = Use(part: part, level: level, state: reader.state.key)
        let before = reader.state
        if let known = known[use] {
            reader.state = known.after
            // The elements around the part are those of this place.
            for (index, element) in before.open.enumerated() where index < reader.state.open.count {
                guard reader.state.open[index].span == known.before.open[index].span else { break }
                reader.state.open[index] = element
            }
            // The same is true of the tag around the part.
            if known.after.tag.span == known.before.tag.span { reader.state.tag.span = before.tag.span }
            return
        }
        body(&self)
        known[use] = (before, reader.state)
    }

    private mutating func optional(_ section: MarkupSection) {
        var before = reader.state
        // A part that is repeated also follows itself.
        for _ in 0..<(section.isList ? 3 : 1) {
            let key = before.key
            if section.isList {
                once(.list(section.span, in: partial)) { $0.walk(section.inner) }
            } else {
                walk(section.inner)
            }
            let after = reader.state
            guard let joined = before.joined(after) else {
                differ(section, before, after)
                reader.state = before
                return
            }
            (before, reader.state) = (joined, joined)
            if joined.key == key { return }
        }
    }

    /// Returns the section that is shown if and only if the other one is not.
    private func opposite(
        of section: MarkupSection, in rest: ArraySlice<MarkupPart>
    ) -> (index: Int, section: MarkupSection)? {
        guard !section.isList else { return nil }
        for (index, part) in zip(rest.indices, rest) {
            switch part {
            case .text(let text, _): if !text.allSatisfy(\.isWhitespace) { return nil }
            case .section(let other):
                if other.isList { return nil }
                let isOpposite = other.written == section.written && other.isInverted != section.isInverted
                return isOpposite ? (index, other) : nil
            default: return nil
            }
        }
        return nil
    }

    private mutating func alternatives(
        _ first: MarkupSection, _ between: ArraySlice<MarkupPart>, _ second: MarkupSection
    ) {
        let before = reader.state
        walk(first.inner)
        walk(Array(between))
        let after = reader.state
        reader.state = before
        walk(Array(between))
        walk(second.inner)
        if let joined = after.joined(reader.state) {
            reader.state = joined
        } else {
            differ(second, after, reader.state)
            reader.state = before
        }
    }

    private mutating func differ(_ section: MarkupSection, _ before: MarkupState, _ after: MarkupState) {
        let opened = after.open.map(\.name), outer = before.open.map(\.name)
        let count = zip(opened, outer).prefix { $0 == $1 }.count
        let message: String
        if before.mode == after.mode, let name = opened.dropFirst(count).first(where: { !endsByItself($0) }) {
            message = "<\(name)> is opened here, but only where this section is shown"
        } else if before.mode == after.mode, let name = outer.dropFirst(count).first(where: { !endsByItself($0) }) {
            message = "<\(name)> is closed here, but only where this section is shown"
        } else {
            message = "this section starts in \(before.place) and ends in \(after.place), but it is not always shown"
        }
        reader.error(
            .templateContext, message, at: section.span,
            help: "let each section hold whole elements, attributes and comments")
    }
}

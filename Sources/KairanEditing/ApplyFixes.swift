package import KairanModel
internal import KairanReaders

extension SourceEditor {
    /// Makes fixes of the file as it is now, all or none of them, and returns those that were made. A fix that would
    /// change what another one changes is left out: it can be made after that one, when its places are known again. So
    /// is one that only writes a text or removes something, if the file could not be read with it.
    package mutating func apply(_ fixes: [Fix]) throws(CannotEdit) -> Set<Fix> {
        var made: Set<Fix> = []
        try attempt { (editor) throws(CannotEdit) in
            var start: SourceSpan?
            // Behind the places of the next fix, nothing that it has to find has moved.
            for fix in fixes.sorted(by: { $1.places < $0.places }) {
                guard let first = fix.places.first, let last = fix.places.last else { continue }
                if let start, start <= last { continue }
                do throws(CannotEdit) {
                    try editor.attempt { (editor) throws(CannotEdit) in try editor.apply(fix) }
                } catch {
                    if fix.mayBeLeftOut { continue }
                    throw error
                }
                made.insert(fix)
                start = first
            }
        }
        return made
    }

    /// Removes the key at a place with its value.
    package mutating func removeKey(at span: SourceSpan) throws(CannotEdit) {
        guard let (path, index) = root.member(at: span), let key = root[path]?.members?[index].key else {
            throw gone(from: span)
        }
        try set(path + [.key(key)], to: nil)
    }

    private mutating func apply(_ fix: Fix) throws(CannotEdit) {
        let before = root
        // At one place, a name is the last to change, since what is added is found by it.
        for change in fix.changes.sorted(by: { ($1.span, $1.rank) < ($0.span, $0.rank) }) {
            switch change {
            case .rename(let span, let name): try renameKey(at: span, to: name)
            case .replace(let span, let value):
                guard let path = root.path(toValueAt: span), let old = root[path] else { throw gone(from: span) }
                if old.scalar == nil, hasComment(in: old) {
                    throw CannotEdit("a mend would lose the comment in here", at: span, help: "mend this one by hand")
                }
                try set(path, to: try node(for: value, before, at: span))
            case .add(let span, let key, let value):
                guard let (path, index) = root.member(at: span) else { throw gone(from: span) }
                try apply(.insertMember(key: key, try node(for: value, before, at: span), at: index + 1), at: path)
            case .remove(let span):
                if root.member(at: span) != nil {
                    try removeKey(at: span)
                } else {
                    guard let path = root.path(toValueAt: span) else { throw gone(from: span) }
                    try removeElement(at: path)
                }
            case .text(let span, let old, let new): try replaceText(old, at: span, with: new)
            }
        }
    }

    private func hasComment(in node: SourceNode) -> Bool {
        let bytes = file.bytes[node.range]
        return zip(bytes, bytes.dropFirst()).contains { $0 <= 0x20 && $1 == UInt8(ascii: "#") }
    }

    private func gone(from span: SourceSpan) -> CannotEdit {
        CannotEdit("what is to be mended is not here any more", at: span)
    }

    private func node(
        for value: FixedValue, _ before: SourceNode, at span: SourceSpan
    ) throws(CannotEdit) -> SourceNode {
        switch value {
        case .text(let text): return SourceNode(.scalar(text, .string), span: span)
        case .kept(let place):
            guard let path = before.path(toValueAt: place), let node = before[path] else { throw gone(from: place) }
            return node
        case .list(let values):
            var elements: [SourceNode] = []
            for value in values { elements.append(try node(for: value, before, at: span)) }
            return SourceNode(.sequence(elements), span: span)
        case .member(let key, let value):
            let member = SourceNode.Member(key: key, keySpan: span, value: try node(for: value, before, at: span))
            return SourceNode(.mapping([member]), span: span)
        }
    }
}

extension Fix {
    /// Tells whether it can be made in a file that cannot be read.
    package var needsOnlyBytes: Bool { changes.allSatisfy(\.needsOnlyBytes) }

    fileprivate var mayBeLeftOut: Bool { changes.allSatisfy(\.mayBeLeftOut) }

    /// All places of the file that it concerns, in order.
    fileprivate var places: [SourceSpan] { changes.flatMap { [$0.span] + $0.kept }.sorted() }
}

extension Fix.Change {
    fileprivate var kept: [SourceSpan] {
        switch self {
        case .rename, .remove, .text: []
        case .replace(_, let value), .add(_, _, let value): value.kept
        }
    }

    fileprivate var needsOnlyBytes: Bool { if case .text = self { true } else { false } }

    fileprivate var mayBeLeftOut: Bool {
        switch self {
        case .remove, .text: true
        case .rename, .replace, .add: false
        }
    }

    fileprivate var rank: Int { if case .rename = self { 0 } else { 1 } }
}

extension [SourceSpan] {
    fileprivate static func < (left: [SourceSpan], right: [SourceSpan]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }
}

extension SourceNode {
    /// The parts of the value, each with the step that leads to it.
    private var steps: [(step: SourceStep, part: SourceNode)] {
        switch content {
        case .scalar: []
        case .sequence(let elements): elements.enumerated().map { (.element($0.offset), $0.element) }
        case .mapping(let members): members.map { (.key($0.key), $0.value) }
        }
    }

    fileprivate func path(toValueAt wanted: SourceSpan) -> [SourceStep]? {
        if span == wanted { return [] }
        for (step, part) in steps { if let path = part.path(toValueAt: wanted) { return [step] + path } }
        return nil
    }

    /// Returns the path to the mapping with the key at a place, and the position of its member.
    fileprivate func member(at wanted: SourceSpan) -> (path: [SourceStep], index: Int)? {
        if let index = members?.firstIndex(where: { $0.keySpan == wanted }) { return ([], index) }
        for (step, part) in steps {
            if let (path, index) = part.member(at: wanted) { return ([step] + path, index) }
        }
        return nil
    }

    /// Returns the tree with another name for the key at a place.
    func renaming(keyAt place: SourceSpan, to name: String) -> SourceNode {
        var node = self
        switch content {
        case .scalar: break
        case .sequence(let elements):
            node.content = .sequence(elements.map { $0.renaming(keyAt: place, to: name) })
        case .mapping(let members):
            node.content = .mapping(
                members.map { member in
                    let key = member.keySpan == place ? name : member.key
                    return Member(
                        key: key, keySpan: member.keySpan, value: member.value.renaming(keyAt: place, to: name))
                })
        }
        return node
    }
}

extension EditedFile {
    /// Returns the bytes of a key, without its quotes; nil if nothing is there.
    func bytes(ofKeyAt span: SourceSpan) -> Range<Int>? {
        let start = offset(of: span)
        let end = offset(of: span.advanced(byColumns: span.length, length: 1))
        guard start < end, end <= bytes.count else { return nil }
        let isQuoted = end - start > 1 && "\"'".utf8.contains(bytes[start]) && bytes[end - 1] == bytes[start]
        return isQuoted ? (start + 1)..<(end - 1) : start..<end
    }
}

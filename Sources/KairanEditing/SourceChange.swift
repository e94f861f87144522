internal import KairanReaders

/// One small change of a value, or of the members or elements of a collection.
enum SourceChange {
    case value(SourceNode)
    case insertMember(key: String, SourceNode, at: Int)
    case removeMember(Int)
    case insertElement(SourceNode, at: Int)
    case removeElement(Int)

    func applied(to node: SourceNode) -> SourceNode {
        var (members, elements) = (node.members ?? [], node.elements ?? [])
        switch self {
        case .value(let value): return value
        case .insertMember(let key, let value, let index):
            members.insert(SourceNode.Member(key: key, keySpan: node.span, value: value), at: index)
            return SourceNode(.mapping(members), span: node.span)
        case .removeMember(let index):
            members.remove(at: index)
            return SourceNode(.mapping(members), span: node.span)
        case .insertElement(let element, let index):
            elements.insert(element, at: index)
            return SourceNode(.sequence(elements), span: node.span)
        case .removeElement(let index):
            elements.remove(at: index)
            return SourceNode(.sequence(elements), span: node.span)
        }
    }
}

extension SourceChange {
    /// Returns whether it would bring null into a list.
    var holdsNullElement: Bool {
        switch self {
        case .value(let value), .insertMember(_, let value, _): value.holdsNullElement
        case .insertElement(let element, _): element.isNull || element.holdsNullElement
        case .removeMember, .removeElement: false
        }
    }
}

extension SourceNode {
    fileprivate var holdsNullElement: Bool {
        let parts = elements ?? members?.map(\.value) ?? []
        return elements != nil && parts.contains(where: \.isNull) || parts.contains(where: \.holdsNullElement)
    }
}

/// Bytes of a file and the text that takes their place.
struct Replacement {
    var range: Range<Int>
    var text: String

    init(_ range: Range<Int>, _ text: String) { (self.range, self.text) = (range, text) }
}

extension [UInt8] {
    /// Returns the bytes after all replacements, none of which may overlap; nil if they do.
    func replacing(_ replacements: [Replacement]) -> [UInt8]? {
        var (result, end): ([UInt8], Int) = ([], 0)
        let ordered = replacements.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        for (_, replacement) in ordered {
            guard replacement.range.lowerBound >= end, replacement.range.upperBound <= count else { return nil }
            result += self[end..<replacement.range.lowerBound]
            result += replacement.text.utf8
            end = replacement.range.upperBound
        }
        return result + self[end...]
    }
}

internal import KairanContent
internal import KairanModel

/// A shape of elements that shows only plain values of the elements themselves, which are entries. Its JSON is the same
/// wherever an entry stands.
package struct PlainElement: Hashable, Sendable {
    private struct Member: Hashable {
        var key: String
        var omitsMissing: Bool
        /// The field; nil for the entry's id.
        var field: Int?
    }

    /// The position of the entries' collection.
    package let collection: Int
    private var members: [Member] = []
    private let locale: Int

    /// The result is nil if the shape may show something else, or not the same at every place.
    package init?(_ shape: Shape, of query: Query, by evaluator: Evaluator, _ frames: Frames) {
        let site = evaluator.site
        guard case .object(let shapes, let type) = shape,
            let collection = query.collection.flatMap(site.content.position)
        else { return nil }
        (self.collection, locale) = (collection, evaluator.localePosition)
        for (shape, field) in zip(shapes, type.fields) {
            guard case .path(let path) = shape, path.slot == nil, path.frame == frames.frames.count,
                path.resolution == nil, path.type.elementOfList.isPlain, path.steps.count == 1
            else { return nil }
            var member = Member(key: field.name, omitsMissing: field.omitsMissing)
            if case .field(let index) = path.steps[0] {
                guard site.schema.computedDefault(of: index, in: collection) == nil else { return nil }
                member.field = index
            } else if path.steps[0] != .id {
                return nil
            }
            members.append(member)
        }
    }

    /// The fields that the shape reads of an entry.
    package var fields: FieldSet {
        members.reduce(into: FieldSet()) { set, member in
            if let field = member.field { set.formUnion(FieldSet(field: field)) }
        }
    }
}

extension FieldType {
    /// This is true if a value's JSON follows from the value alone: it needs no other file and no other entry, and is no
    /// address, before which the site's own may have to stand.
    fileprivate var isPlain: Bool {
        switch self {
        case .text, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .choice, .version: true
        case .email, .phone, .color: true
        case .markdown, .html, .url, .image, .file, .window, .schedule, .point, .reference: false
        case .list, .record, .dictionary, .oneOf: false
        }
    }
}

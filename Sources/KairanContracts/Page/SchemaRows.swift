internal import KairanFormats

extension ValueSchema {
    /// Returns each value with its path, such as `prItems[].id`. Values that are alike share a row.
    func rows(_ path: String = "") -> [(path: String, words: String)] {
        let written = textFormat.map { ", written \($0.inWords)" } ?? ""
        let own = [(path: path.isEmpty ? "(all)" : path, words: inWords + written)]
        switch form {
        case .object(let properties):
            var known: [ValueSchema: String] = [:]
            let inner = properties.flatMap { property -> [(path: String, words: String)] in
                let place = path.isEmpty ? property.name : "\(path).\(property.name)"
                var rows = property.schema.rows(place)
                if rows.count > 1, let same = known[property.schema] {
                    rows = [(place, "\(property.schema.inWords), as \(same)")]
                } else {
                    known[property.schema] = place
                }
                if !property.isRequired { rows[0].words += ", may be left out" }
                return rows
            }
            return path.isEmpty ? inner : own + inner
        case .array(let element, _): return own + element.rows(path + "[]").dropFirst(element.plural == nil ? 0 : 1)
        case .dictionary(let element, _): return own + element.rows(path + "{}")
        case .union(let types): return own + types.flatMap { $0.rows(path).filter { $0.path != own[0].path } }
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .tuple: return own
        }
    }

    var keys: [String] {
        switch form {
        case .object(let properties): properties.flatMap { [$0.name] + $0.schema.keys }
        case .array(let element, _), .dictionary(let element, _): element.keys
        case .tuple(let elements), .union(let elements): elements.flatMap(\.keys)
        case .any, .null, .boolean, .integer, .number, .string, .oneOf: []
        }
    }
}

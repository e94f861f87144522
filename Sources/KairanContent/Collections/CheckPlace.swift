package import KairanModel
internal import KairanReaders

/// The place at which people are told that an entry breaks a check.
package struct CheckPlace: Sendable {
    package var span: SourceSpan
    /// The key that is missing there; nil if the value itself stands there.
    package var missingKey: String?
}

extension Entry {
    /// Returns the place of what `at` names, or of the mapping that lacks it.
    ///
    /// - Parameter fields: The fields of the collection.
    package func place(of check: CheckDeclaration, _ fields: [FieldDeclaration]) -> CheckPlace {
        if let part = partPlaces[check.names(fields)] { return part }
        let span = span(ofField: check.field)
        return CheckPlace(span: span, missingKey: span == self.span ? fields[check.field].name : nil)
    }
}

extension RawEntry {
    /// Returns the places of the parts of records that checks name, by the names that lead to them.
    func partPlaces(_ declaration: CollectionDeclaration) -> [[String]: CheckPlace] {
        var places: [[String]: CheckPlace] = [:]
        for check in declaration.checks where !check.part.isEmpty {
            let names = check.names(declaration.fields)
            guard var node = members.first(where: { $0.key == names[0] })?.value else { continue }
            let rest = names.dropFirst().drop { name in
                guard let next = node[name] else { return false }
                node = next
                return true
            }
            places[names] = CheckPlace(span: node.span, missingKey: rest.first)
        }
        return places
    }
}

extension CheckDeclaration {
    fileprivate func names(_ fields: [FieldDeclaration]) -> [String] { [fields[field].name] + part }
}

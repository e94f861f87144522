internal import KairanContent
package import KairanReaders

extension SourceNode {
    /// The conditions of a `where`, all of which must hold, each as a text that is the same however it is written.
    package var conditionTexts: Set<String> {
        Set(
            (members ?? []).map { member in
                let value = writeJSON(JSONValue(member.value).sortedByKey, style: .compact)
                return "\(member.key): \(String(decoding: value, as: UTF8.self))"
            })
    }
}

extension Schema {
    /// Records that the entries of a collection have pages if the conditions of a `where` hold. Conditions that look out
    /// of their list would mean something else elsewhere.
    package mutating func notePageConditions(_ written: SourceNode, of collection: String) {
        let texts = written.conditionTexts
        if !texts.isEmpty, !texts.contains(where: { $0.contains("$") }) { pageConditions[collection] = texts }
    }

    /// Returns whether a query with this `where` chooses only entries that have pages, as the template of the pages has
    /// the same conditions or some of them.
    func choosesPages(_ collection: String, _ written: SourceNode) -> Bool {
        pageConditions[collection]?.isSubset(of: written.conditionTexts) == true
    }
}

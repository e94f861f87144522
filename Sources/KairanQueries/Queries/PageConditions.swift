internal import KairanContent
package import KairanReaders

extension Schema {
    /// Records that the entries of a collection have pages if the conditions of a `where` hold.
    ///
    /// Conditions that look out of their list would mean something else elsewhere, as would those that only one language
    /// decides for all. Of the versions of an agreement, more conditions apply than are written.
    package mutating func notePageConditions(_ written: SourceNode, of collection: String, inEachLocale: Bool) {
        let texts = written.conditionTexts
        guard inEachLocale || declarations.settings.locales.count < 2, !texts.isEmpty,
            !texts.contains(where: { $0.contains("$") }), declarations.collection(collection)?.agreement == nil
        else { return }
        pageConditions[collection] = texts
    }

    /// Returns whether a query with this `where` chooses only entries that have pages, as the template of the pages has
    /// the same conditions or some of them.
    func choosesPages(_ collection: String, _ written: SourceNode) -> Bool {
        pageConditions[collection]?.isSubset(of: written.conditionTexts) == true
    }
}

extension SourceNode {
    /// The conditions of a `where`, all of which must hold, each as a text that is the same in whichever order it is
    /// written. A word in quotes may mean something else than one without.
    fileprivate var conditionTexts: Set<String> { Set((members ?? []).map(\.text)) }

    fileprivate var words: String {
        switch content {
        case .scalar(let text, let kind): "\(kind) \(text.debugDescription)"
        case .sequence(let elements): "\(elements.map(\.words))"
        case .mapping(let members): "{\(members.map(\.text).sorted())}"
        }
    }
}

extension SourceNode.Member {
    fileprivate var text: String { "\(key): \(value.words)" }
}

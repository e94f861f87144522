internal import KairanContent
package import KairanModel
internal import KairanReaders

extension FieldTraits {
    /// Makes the traits of a reference. Its named parts are those of the collection's entries: see `Schema.step`.
    static func reference(to collection: String) -> FieldTraits {
        FieldTraits(
            text: .none, isGroupable: true,
            numbers: { .entry($0.content.collection(collection)?.positions ?? [:]) },
            editor: { _ in .textOrNumber(Forms.wholeID, write: "the id of an entry") },
            editorWords: "The id of an entry of \(collection)", isTold: { !$0.parts.isEmpty },
            written: { $0.reference($1, to: collection) })
    }
}

extension Evaluator {
    /// Reads a part of an entry: a field, its id or its page. All such reads happen here.
    func entryPart(_ step: Step, _ reference: EntryReference) -> Value {
        switch step {
        case .field(let index):
            recorder?.note(reference, FieldSet(field: index))
            let value = site.value(ofField: index, of: reference)
            if case .localized = value { return locale.shown(value) }
            if !value.parts.isEmpty, site.hasLocalizedParts(index, of: reference) { return locale.shown(value) }
            guard value.isMissing, let computed = site.schema.computedDefault(of: index, in: reference.collection)
            else {
                return value
            }
            return self.value(computed, of: reference)
        case .id: return .text(site.id(of: reference))
        default:
            guard let path = page(of: reference) else { return .missing }
            return switch step {
            case .pageURL: .text(site.address(ofOutput: path, .absolute))
            case .pagePath: .text(site.address(ofOutput: path, .fromRoot))
            default: pageLink(path)
            }
        }
    }

    /// Returns the page of an entry as an output's path.
    package func page(of entry: EntryReference) -> String? {
        recorder?.note(entry, .page)
        return site.page(of: entry, in: localePosition)
    }

    func pageLink(_ path: String) -> Value {
        .record(
            [.text(site.address(ofOutput: path, .absolute)), .text(site.address(ofOutput: path, .fromRoot))],
            Schema.pageLink)
    }
}

extension FieldWriter {
    mutating func reference(_ told: Recovered, to collection: String) -> SourceNode? {
        if let id = told.value ?? told[.id]?.value { return id }
        let found = evaluator.entries(of: collection, with: told)
        if let only = found.first, found.count == 1 { return told.text(evaluator.site.id(of: only)) }
        mistake(
            .importReference,
            found.isEmpty ? "no entry of \(collection) has this" : "more than one entry of \(collection) has this",
            told,
            help: found.isEmpty
                ? "import \(collection) first, or write the entry" : "publish the id too: an id names one entry")
        return nil
    }
}

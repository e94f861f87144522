internal import KairanContent
package import KairanModel
internal import KairanReaders

extension Evaluator {
    /// Returns a schedule with the days of the entries that it names, which are then read.
    package func whole(_ schedule: Schedule) -> Schedule {
        schedule.namesDays ? schedule.naming { named($0) } : schedule
    }

    /// Returns the days of the entries of a collection.
    func named(_ days: NamedDays) -> NamedDays {
        note(days)
        return site.named(days, in: localePosition)
    }

    /// Records that the days of the entries are read.
    func note(_ days: NamedDays) {
        guard let recorder, let position = site.content.position(of: days.collection),
            let field = site.content.collections[position].declaration.fields.firstIndex(where: {
                $0.name == days.field
            })
        else { return }
        recorder.note(column: .entries, of: position)
        recorder.note(column: FieldSet(field: field), of: position)
    }
}

extension Site {
    /// Returns the days of the entries of a collection, with words in the language of a locale.
    func named(_ days: NamedDays, in locale: Int) -> NamedDays {
        columns.named.value(.init(days: days, locale: locale)) { content.named(days, in: locale) }
    }

    /// Returns a schedule with the days of the entries that it names. Whoever asks has to note that they are read.
    func whole(_ schedule: Schedule) -> Schedule {
        schedule.namesDays ? schedule.naming { named($0, in: 0) } : schedule
    }
}

extension ShapeCompiler {
    /// Returns the days in `{ on: holidays }`, or nil if the word is a day of its own or is meant as one.
    mutating func namedDays(_ node: SourceNode) -> NamedDays?? {
        guard let text = node.scalar, text.first?.isLetter == true, text != "today", !text.contains(" ") else {
            return .none
        }
        let collections = schema.declarations.collections
        let fields = Dictionary(uniqueKeysWithValues: collections.map { ($0.name, $0.dayFields) })
        guard fields.isName(text) else { return .none }
        switch fields.field(named: text) {
        case .success(let name): return .some(NamedDays(collection: name.collection, field: name.field))
        case .failure(let mistake):
            reader.error(.queryDay, mistake.message, at: node.span, help: mistake.help)
            return .some(nil)
        }
    }
}

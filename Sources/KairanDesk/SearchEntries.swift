internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// The texts of all entries of a collection, folded, by the number of the build that they were made for.
struct SearchedTexts {
    let (collection, build): (String, Int)
    let texts: [(id: String, text: String)]
}

extension Desk {
    /// Returns the ids of the entries that have each word of a search somewhere in their texts.
    func search(_ words: String, in collection: String) throws -> JSONValue {
        let site = try site()
        guard let declaration = site.declarations.collection(collection) else { throw noCollection(collection) }
        var searched = withState { $0.searched }
        if searched?.collection != collection || searched?.build != site.number {
            let texts = site.entriesWithRecords(of: declaration).map { found, records in
                let words = ([found] + records).flatMap { [$0.id] + site.words(of: $0) }
                return (found.id, text(folded(words.joined(separator: "\n"))))
            }
            searched = SearchedTexts(collection: collection, build: site.number, texts: texts)
            withState { [searched] in $0.searched = searched }
        }
        let wanted = words.split(whereSeparator: \.isWhitespace).map { text(folded(String($0))) }
        let found = (searched?.texts ?? []).filter { entry in wanted.allSatisfy { entry.text.utf8.contains($0.utf8) } }
        return ["ids": .array(found.map { .string($0.id) })]
    }
}

private func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
}

extension DeskSite {
    /// Returns the words of all values of an entry, as people would look for them.
    fileprivate func words(of found: FoundEntry) -> [String] { found.values.flatMap(words) }

    /// Returns the words of a value, each part for itself.
    func words(_ value: Value) -> [String] {
        switch value {
        case .text(let text), .html(let text), .sitePath(let text): [text]
        case .markdown(let text): [text.plainText.text]
        case .integer(let number): ["\(number)"]
        case .decimal(let number): [number.description]
        case .boolean(let flag): ["\(flag)"]
        case .date(let date): [date.description]
        case .time(let time): [time.description]
        case .dateTime(let moment): ["\(moment.date) \(moment.time)"]
        case .duration(let duration): [duration.description]
        case .version(let version): [version.description]
        case .choice(let option, let choice): [choice.options[option].label]
        case .entry(let reference):
            [entry(content[reference].id, of: content.collections[reference.collection].declaration.name).map(title)]
                .compactMap(\.self)
        case .asset(let asset): [asset.path]
        case .point(let point): ["\(point.latitude), \(point.longitude)"]
        case .window(let window):
            [window.from?.date.description, (window.lastDay ?? window.until?.date)?.description].compactMap(\.self)
        case .missing, .null, .schedule: []
        case .localized, .list, .record, .dictionary, .member: value.parts.flatMap(words)
        }
    }
}

internal import KairanModel
internal import KairanReaders

/// The facts about a whole folder of JSON by which the kinds of its fields are inferred.
struct BoardFacts {
    /// A collection whose entries others may name.
    struct Entries {
        var collection: String
        /// The view that gives the id back as JSON has it.
        var view: String
        var isNumber: Bool
        var ids: Set<String>
    }

    /// The address of the board, and its path, both with a slash at the end.
    var url: String
    var path: String
    var timeZone = SiteTimeZone.utc
    var timeZoneName = "UTC"
    var entries: [Entries] = []
    /// The positions in `entries` of those that have an id.
    private var positions: [String: [Int]] = [:]
    /// The paths of the folder's pictures that entries may name.
    var pictures: Set<String> = []
    /// The path in `public/` at which the folder begins, with a slash at its end; empty for `public/` itself.
    var prefix = ""

    init(url: String, path: String) { (self.url, self.path) = (url, path) }

    /// Makes it possible to find entries by their ids.
    mutating func index() {
        positions = [:]
        for (position, known) in entries.enumerated() {
            for id in known.ids { positions[id, default: []].append(position) }
        }
    }

    /// Returns the collections that have an entry of this id.
    func entries(with id: String) -> [Entries] { (positions[id] ?? []).map { entries[$0] } }
}

extension FieldInference {
    /// Returns the collection whose ids the values are, if their key or the values themselves leave no doubt.
    func reference(_ values: [SourceNode?], key: String) -> (collection: String, view: String)? {
        let present = values.compactMap(\.self)
        guard !present.isEmpty else { return nil }
        let word = referenceWord(key)
        lazy var isTelling: Bool = {
            let texts = Set(present.compactMap(\.keyText))
            return texts.count >= 3 && texts.allSatisfy { $0.count >= 3 && $0.contains(where: \.isLetter) }
        }()
        // Numbers are ids of many collections, so the names are looked at before all values.
        let found = facts.entries(with: present[0].keyText ?? "").filter { entries in
            guard entries.collection != collection else { return false }
            let isNamed = entries.collection.lowercased() == word || singular(entries.collection).lowercased() == word
            guard isNamed || !entries.isNumber && isTelling else { return false }
            return present.allSatisfy {
                $0.isNumber == entries.isNumber && $0.keyText.map(entries.ids.contains) == true
            }
        }
        guard let best = found.first(where: { singular($0.collection).lowercased() == word }) ?? found.first else {
            return nil
        }
        return (best.collection, best.view)
    }

    private func referenceWord(_ key: String) -> String {
        var word = key.lowercased().filter { $0.isLetter || $0.isNumber }
        for ending in ["ids", "id", "key", "ref", "slug", "code"] where word.hasSuffix(ending) && word != ending {
            word = String(word.dropLast(ending.count))
            break
        }
        return singular(word)
    }
}

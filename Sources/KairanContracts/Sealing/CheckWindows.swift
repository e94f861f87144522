package import KairanContent
internal import KairanModel
internal import KairanTemplates

/// The entries that a publication had in collections with windows, each as 32 bits of a hash.
///
/// They are stored in the list of published files, so that the next build can tell which entries are new.
package struct PublishedEntries: Sendable, Equatable {
    /// The keys, in ascending order.
    fileprivate var keys: [UInt32]

    /// Eight hexadecimal digits for each entry, separated by spaces.
    package var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * 9)
        for key in keys {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            for shift in stride(from: 28, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: key >> UInt32(shift)) & 0xF
                bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns nil if the text has another form.
    package init?(text: String) {
        keys = []
        for word in text.utf8.split(separator: UInt8(ascii: " ")) {
            guard let key = UInt32(String(decoding: word, as: UTF8.self), radix: 16) else { return nil }
            keys.append(key)
        }
        keys.sort()
    }

    fileprivate init(keys: [UInt32]) { self.keys = keys }
}

extension PublishedEntries {
    /// The entries that have windows.
    package init(windowedIn content: Content) {
        self.init(keys: content.collections.filter { !$0.windows.isEmpty }.flatMap(\.keys).sorted())
    }
}

extension Sealer {
    /// Warns of new entries whose windows are all over already, if no output shows them.
    ///
    /// The first publication may hold old entries, and so may one after a list that names none.
    ///
    /// - Parameter shown: Returns the entries that some output shows. It is called only if there is such a new entry.
    func checkNewWindows(after last: PublishedFiles, shown: () -> Set<EntryReference>) -> [Diagnostic] {
        guard let known = last.list.promises?.entries.map({ Set($0.keys) }) else { return [] }
        let over = plan.site.content.collections.enumerated().flatMap { position, collection in
            zip(collection.entries.indices, collection.windows.isEmpty ? [] : collection.keys)
                .filter { !known.contains($1) }
                .compactMap { index, _ -> (EntryReference, Diagnostic)? in
                    collection.entries[index].warningOfEnd(collection.windows, at: plan.site.moment).map {
                        (EntryReference(collection: position, index: index), $0)
                    }
                }
        }
        guard !over.isEmpty else { return [] }
        var shown = shown()
        // An entry with a file of its own is shown, whatever the file reads of it.
        for case .entry(.entry(let entry), _, _) in plan.jobs.lazy.map(\.item) { shown.insert(entry) }
        return over.filter { !shown.contains($0.0) }.map(\.1)
    }
}

extension KairanContent.Collection {
    /// The positions of the fields that are windows.
    fileprivate var windows: [Int] { declaration.fields.indices.filter { declaration.fields[$0].type == .window } }

    /// The keys of the entries, in the order of the entries.
    fileprivate var keys: [UInt32] {
        entries.map { UInt32(truncatingIfNeeded: ContentHash(Array("\(name)/\($0.id)".utf8)).high) }
    }
}

extension Entry {
    /// Returns a warning if the entry has windows and all of them are over, or nil.
    fileprivate func warningOfEnd(_ fields: [Int], at moment: DateTime) -> Diagnostic? {
        let windows = fields.compactMap { field -> (field: Int, window: Window)? in
            if case .window(let window) = value(ofField: field) { (field, window) } else { nil }
        }
        guard let last = windows.last, windows.allSatisfy({ $0.window.phase(at: moment) == .past }) else { return nil }
        let end = last.window.lastDay?.description ?? last.window.until?.description ?? ""
        return Diagnostic(
            .warning, .windowOver,
            "'\(id)' is new, but over before it was ever published: its window ends on \(end), "
                + "and this build is for \(moment.date); no output shows it",
            at: span(ofField: last.field),
            help: "is the year right? If the entry is meant to be over, leave it: the next build will not mention it")
    }
}

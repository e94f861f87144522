internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A collection of the board, made of posts or pages, and where its pages are.
struct SiteCollection {
    let name: String
    let pages: [OldPage]
    private(set) var ids: [String] = []
    /// The path of the template of its pages below `templates/`, without its ending.
    private(set) var path: String?
    /// Pages whose addresses are of another form, and are better a collection of their own.
    private var split: [[Int]] = []
    /// The fields that a template computes, such as the year of a date.
    private(set) var computed: [(name: String, type: SourceNode)] = []
    /// The fields to add to each entry so that its page has the old address.
    private(set) var written: [Int: [(key: String, value: SourceNode)]] = [:]
    /// The old addresses of entries whose page could not stay there.
    private(set) var moved: [Int: String] = [:]
    var hasDates: Bool { pages.allSatisfy { $0.date != nil } }

    init(_ name: String, _ pages: [OldPage]) {
        (self.name, self.pages) = (name, pages)
        makeIDs()
        place()
    }

    private mutating func makeIDs() {
        let wishes = pages.map { idText(canonicalForm(of: $0.stem)) }
        var counts: [String: Int] = [:]
        for wish in wishes { counts[wish.lowercased(), default: 0] += 1 }
        var names = Set<String>()
        for (page, wish) in zip(pages, wishes) {
            var id = wish
            if counts[wish.lowercased(), default: 0] > 1 {
                let before =
                    page.date.map { String($0.prefix(10)) } ?? page.folder.split(separator: "/").last.map(String.init)
                if let before, before != wish { id = idText("\(before)-\(wish)") }
            }
            var (tried, number) = (id, 1)
            while !names.insert(tried.lowercased()).inserted {
                number += 1
                tried = "\(id)-\(number)"
            }
            ids.append(tried)
        }
    }

    // MARK: Templates

    private struct Form: Hashable {
        var count: Int
        var ending: OldAddress.Ending
    }

    private mutating func place() {
        var groups: [Form: [Int]] = [:]
        for (index, page) in pages.enumerated() where !page.address.parts.isEmpty {
            groups[Form(count: page.address.parts.count, ending: page.address.ending), default: []].append(index)
        }
        let sorted = groups.sorted {
            ($0.value.count, $1.key.count, $1.value[0]) > ($1.value.count, $0.key.count, $0.value[0])
        }
        guard let main = sorted.first else { return }
        var others = sorted.dropFirst().flatMap(\.value).sorted()
        let isDated = hasDates
        var (folders, stay) = self.folders(of: main.value, isDated)
        if folders == nil {
            // The folders differ in no way that a date or a field tells, so the most frequent ones count.
            (folders, stay) = mostFrequent(main.value)
            others = (others + main.value.filter { !stay.contains($0) }).sorted()
        }
        let end = main.key.ending == .folder ? "/index.html" : ".html"
        addSlugs(stay + others)
        let last = hasSlugs ? "{slug}" : "{id}"
        let path = ((folders ?? []) + [last]).joined(separator: "/") + end
        for (_, members) in byFolder(others).sorted(by: { $0.key < $1.key }) {
            if members.count >= 3 { split.append(members) }
            for index in members { moved[index] = pages[index].address.text }
        }
        self.path = path
    }

    /// Returns pages by the folder that they are in and the ending of their addresses.
    private func byFolder(_ indices: [Int]) -> [String: [Int]] {
        Dictionary(grouping: indices) { index in
            let address = pages[index].address
            return "\(address.ending) \(address.parts.dropLast().joined(separator: "/"))"
        }
    }

    /// Gives the template another name than that of another collection, which is for addresses of the same form.
    mutating func distinguish(by number: Int) {
        guard let path else { return }
        let (old, new) = (hasSlugs ? "slug" : "id", free("slug\(number)"))
        let end = path.hasSuffix("/index.html") ? "/index.html" : ".html"
        self.path = path.dropLast(old.count + 2 + end.count) + "{\(new)}" + end
        let type = SourceNode.object([("text", .object([("default", .word("{id}"))]))])
        if hasSlugs { computed.removeAll { $0.name == "slug" } }
        computed.append((new, type))
        for (index, pairs) in written { written[index] = pairs.map { ($0.key == "slug" ? new : $0.key, $0.value) } }
    }

    /// Makes the collection of some pages, and others for those whose addresses have another form.
    static func make(_ name: String, _ pages: [OldPage], _ names: inout Names) -> [SiteCollection] {
        let all = SiteCollection(name, pages)
        guard !all.split.isEmpty, all.split.count <= 12 else { return [all] }
        let apart = Set(all.split.flatMap(\.self))
        let rest = SiteCollection(name, pages.indices.filter { !apart.contains($0) }.map { pages[$0] })
        return [rest]
            + all.split.flatMap { members in
                let folder = pages[members[0]].address.parts.dropLast().last ?? "other"
                let wish = name + capitalized(fieldName(for: folder, else: "other")[...])
                return make(names.unique(wish), members.map { pages[$0] }, &names)
            }
    }

    private var hasSlugs: Bool { computed.contains { $0.name == "slug" } }

    /// Writes the last part of an address where it is not the id.
    private mutating func addSlugs(_ indices: [Int]) {
        let differing = indices.filter { pages[$0].address.parts.last != ids[$0] }
        guard !differing.isEmpty else { return }
        computed.append(("slug", .object([("text", .object([("default", .word("{id}"))]))])))
        for index in differing {
            guard let last = pages[index].address.parts.last else { continue }
            written[index, default: []].append(("slug", .word(last)))
        }
    }

    /// Returns the folders of a path with names for what differs; nil if nothing tells it.
    private mutating func folders(of indices: [Int], _ isDated: Bool) -> (folders: [String]?, stay: [Int]) {
        let count = (pages[indices[0]].address.parts.count) - 1
        var (found, fields) = ([String](), [(String, Int)]())
        for position in 0..<count {
            let values = indices.map { pages[$0].address.parts[position] }
            let part = Self.dateParts.first { part in
                isDated && zip(indices, values).allSatisfy { part.made(pages[$0].date ?? "") == $1 }
            }
            if let part {
                let name = free(part.name)
                found.append("{\(name)}")
                if !computed.contains(where: { $0.name == name }) {
                    let text = SourceNode.word("{date, \(part.pattern)}")
                    computed.append((name, .object([("text", .object([("default", text)]))])))
                }
            } else if Set(values).count == 1, !values[0].contains("{") {
                found.append(values[0])
            } else {
                let name = free(fields.isEmpty ? "folder" : "folder\(fields.count + 1)")
                fields.append((name, position))
                found.append("{\(name)}")
            }
        }
        // A field for each folder would be no gain where only a few pages are in any.
        guard fields.isEmpty || indices.count >= 8 else { return (nil, indices) }
        for (name, position) in fields {
            computed.append((name, .object([("text", .object([("default", .word("-"))]))])))
            for index in indices {
                written[index, default: []].append((name, .word(pages[index].address.parts[position])))
            }
        }
        return (found, indices)
    }

    /// Returns a name that no key of the old site has.
    private func free(_ name: String) -> String {
        let isTaken = pages.contains { $0.matter.members.contains { $0.key == name } }
        return isTaken ? "address" + capitalized(name[...]) : name
    }

    private func mostFrequent(_ indices: [Int]) -> (folders: [String]?, stay: [Int]) {
        let groups = Dictionary(grouping: indices) { pages[$0].address.parts.dropLast().joined(separator: "/") }
        guard let best = groups.min(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) else {
            return ([], indices)
        }
        return (best.key.split(separator: "/").map(String.init), best.value.sorted())
    }

    private struct DatePart: Sendable {
        var name: String
        var pattern: String
        var made: @Sendable (_ date: String) -> String
    }

    private static let dateParts: [DatePart] = [
        DatePart(name: "year", pattern: "yyyy") { String($0.prefix(4)) },
        DatePart(name: "month", pattern: "MM") { String($0.dropFirst(5).prefix(2)) },
        DatePart(name: "day", pattern: "dd") { String($0.dropFirst(8).prefix(2)) },
        DatePart(name: "dayOfPost", pattern: "yyyy-MM-dd") { String($0.prefix(10)) },
        DatePart(name: "monthNumber", pattern: "M") { String(Int($0.dropFirst(5).prefix(2)) ?? 0) },
        DatePart(name: "dayNumber", pattern: "d") { String(Int($0.dropFirst(8).prefix(2)) ?? 0) },
        DatePart(name: "yearAndMonth", pattern: "yyyy-MM") { String($0.prefix(7)) },
    ]
}

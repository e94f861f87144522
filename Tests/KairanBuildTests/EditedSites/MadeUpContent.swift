import Foundation
import SiteTesting

/// Made-up values, always of the kinds that the collections declare.
extension EditedSite {
    static let declared: [String: [String]] = [
        "clubs": [
            "name: { text: { localized: true } }",
            "section: { choice?: { music: Music, sports: { en: Sports, ja: 運動 }, others: Others } }", "founded: date",
            "link: url?", "members: integer?", "fee: decimal?", "days: { list?: text }",
            "logo: { image?: { widths: [2, 3] } }",
            "parent: { reference?: clubs }", "about: { markdown?: { localized: true } }", "meets: schedule?",
            "nick: { text?: { noneOf: usage.word } }", "place: point?", "visits: { entries?: visits }",
            "ends: { oneOf?: [date, boolean, { reference: clubs }, null] }", "sites: { map?: url }",
            "code: { text?: { matches: \"[A-Z]{2}-[0-9]+\" } }", "diary: { pattern?: { of: visits, as: url } }",
            "auto: ignored",
        ],
        "news": [
            "title: { text: { localized: true } }", "date: dateTime", "club: { reference?: clubs }",
            "related: { list?: { reference: news } }",
            "shown: window", "summary: { text?: { default: \"{title} of {club.name}\" } }",
            "links: { list?: { record: { name: text, url: url } } }",
            "paper: file?", "order: { integer: { default: 0 } }", "isPinned: { boolean: { default: false } }",
            "extra: { markdown: { default: \"See *below*.\" } }",
            "kind: { choice: { values: [pr, univ], default: pr } }",
            "mark: { oneOf?: [image, window, { list: text }, { text: { noneOf: usage.word } }] }",
            "facts: { map?: { record: { day: date, size: { oneOf?: [integer, text, null] }, by: ignored } } }",
            "x-note: ignored",
        ],
        "terms": ["version: { version: { unique: true } }", "effective: date"],
        "usage": ["month: date", "users: integer", "note: markdown?", "open: schedule?", "word: text?"],
    ]
    /// The declaration of the records in the files of clubs, which are entries too.
    static let visits =
        "parent: clubs\nid: key\nmayBeEmpty: true\nfields: { key: text, day: date, note: text, open: window?, auto: ignored }\n"
    /// A collection that comes and goes.
    static let more = ["name: text", "picture: image?", "terms: { list?: { reference: terms } }"]

    init(_ random: inout SeededNumbers, isPlain: Bool) throws {
        self.isPlain = isPlain
        settings = [
            "title": "Board", "url": "https://board.example/b/", "timeZone": "Asia/Tokyo", "author": "Office",
            "values": "{ students: 5820 }",
            "locales": "{ en: English, ja: { name: 日本語, dateFormat: yyyy年M月d日 }, ko: { name: 한국어, fallback: ja } }",
            "pictures": "{ widths: [1, 3] }",
        ]
        if isPlain { settings["locales"] = nil }
        declarations = declared
        for (path, variants) in possibleTemplates.sorted(by: { $0.key < $1.key }) {
            if Self.leaves.contains(path), chance(2, &random) { continue }
            templates[path] = variants[0]
        }
        for path in ["clubs/images/a.png", "clubs/images/b.png", "news/images/c.png"] {
            attachments[path] = Self.picture(&random)
        }
        attachments["news/files/paper.txt"] = Array("paper".utf8)
        for (name, count) in [("terms", 3), ("clubs", 7), ("news", 9), ("usage", 4)] {
            for _ in 0..<count { addItem(to: name, &random) }
        }
        changeAgreement(&random)
        // The first terms are in force from the start, so that links to them lead somewhere.
        for index in (items["terms"] ?? []).indices {
            items["terms"]?[index].fields["effective"] = .date("2026-04-0\(index + 1)")
        }
    }

    /// The lines of `fields:` that collections start with.
    var declared: [String: [String]] {
        guard isPlain else { return Self.declared }
        return Self.declared.mapValues { lines in
            lines.map {
                $0.replacing("{ text: { localized: true } }", with: "text")
                    .replacing("{ markdown?: { localized: true } }", with: "markdown?")
                    .replacing("{ en: Sports, ja: 運動 }", with: "Sports")
            }
        }
    }

    /// In a plain site no template makes groups, months or parts, so that the whole plan can be taken over.
    var possibleTemplates: [String: [String]] {
        guard isPlain else { return Self.templates }
        let others = Self.templates.filter { Self.localized[$0.key] == nil && !$0.key.contains(/{(part|cell|month)}/) }
        // Then no group has a page that a template could name.
        return others.mapValues { texts in
            texts.filter { text in
                !text.contains(/for: [^\n]* by:/) && !(text.contains("by: section") && text.contains("page.path"))
            }
        }.filter { !$0.value.isEmpty }
    }

    /// If the agreement has days, terms that are added later may still have to come into force.
    mutating func changeAgreement(_ random: inout SeededNumbers) {
        let club = items["clubs"]?.first { !$0.isTrash }?.id
        let from = ["", ", from: effective", ", from: effective"].randomElement(using: &random) ?? ""
        let includes = club.map { ", includes: [clubs/\($0)]" } ?? ""
        agreement =
            agreement.isEmpty || !chance(3, &random) ? "agreement: { version: version\(from)\(includes) }\n" : ""
    }

    mutating func newName(_ prefix: String) -> String {
        names += 1
        return prefix + "\(names)"
    }

    mutating func addItem(to collection: String, _ random: inout SeededNumbers) {
        let id = newName(collection.prefix(1).lowercased())
        var item = Item(id: id, file: "", fields: [:])
        item.file = file(for: collection, &random)
        for field in Self.fieldNames(collection) { item.fields[field] = value(field, collection, &random) }
        let place = Int.random(in: 0...(items[collection]?.count ?? 0), using: &random)
        if item.format == "md" { item.body = body(item.file, &random) }
        if chance(3, &random) { translate(&item, collection, &random) }
        items[collection, default: []].insert(item, at: place)
    }

    static func fieldNames(_ collection: String) -> [String] {
        (declared[collection] ?? more).map { String($0.prefix { $0 != ":" }) }
    }

    /// Chooses a file that is there if it can hold many items, or a new one.
    mutating func file(for collection: String, _ random: inout SeededNumbers) -> String {
        let old = (items[collection] ?? []).map(\.file).filter { !$0.hasSuffix(".md") }
        if let file = old.randomElement(using: &random), chance(2, &random) { return file }
        let formats =
            Self.hasBody(collection) ? ["md", "md", "md", "yml", "json", "toml", "csv"] : ["csv", "yml", "json"]
        let name = newName("f") + "." + (formats.randomElement(using: &random) ?? "md")
        return chance(4, &random) ? "\(collection)/sub/\(name)" : "\(collection)/\(name)"
    }

    func value(_ field: String, _ collection: String, _ random: inout SeededNumbers) -> FieldValue? {
        let number = Int.random(in: 0...9, using: &random)
        if isPlain, ["about", "note", "extra"].contains(field) { return nil }
        func ids(_ name: String) -> [String] { (items[name] ?? []).filter { !$0.isTrash }.map(\.id) }
        switch field {
        case "name" where collection == "clubs", "title": return localized(number, words(&random))
        case "name": return .text(words(&random))
        case "version": return .text("1.\(names).\(Int.random(in: 0...99_999, using: &random))")
        case "founded", "effective", "month", "deleted": return .date(day(&random))
        case "date": return .date("\(day(&random))T1\(number):00:00")
        case "shown":
            let from = day(&random)
            let until = ["2026-04-30", "2026-05-01T18:00:00", nil][number % 3]
            return .window(from: number < 2 ? nil : from, until: number < 7 ? until : nil)
        case "users": return .plain("\(number * 321)")
        case "club": return chance(2, &random) ? ids("clubs").randomElement(using: &random).map(FieldValue.text) : nil
        case "ends" where number > 6: return ids("clubs").randomElement(using: &random).map(FieldValue.text)
        case "parent":
            return chance(2, &random) ? ids("clubs").randomElement(using: &random).map(FieldValue.text) : nil
        case "related", "terms":
            let chosen = ids(field == "related" ? "news" : "terms").shuffled(using: &random).prefix(number % 3)
            return chosen.isEmpty ? nil : .list(chosen.map(FieldValue.text))
        default: return chance(3, &random) ? nil : optionalValue(field, number, &random)
        }
    }

    private func optionalValue(_ field: String, _ number: Int, _ random: inout SeededNumbers) -> FieldValue? {
        switch field {
        case "section": return .text(["music", "sports", "others"][number % 3])
        case "ends": return [.date(day(&random)), .plain("true"), .plain("false"), .null, nil][number % 5]
        case "sites":
            let sites = ["home", "docs", "shop"].shuffled(using: &random).prefix(number % 4)
            return .record(sites.map { ($0, .text("https://\($0).example/\(number)")) })
        case "mark":
            let picture = pictures.randomElement(using: &random).map { FieldValue.text("/" + $0) }
            let until = FieldValue.window(from: nil, until: day(&random))
            return [picture, until, .list([.text(words(&random))]), .text("no mark \(number)")][number % 4]
        case "facts":
            let sizes: [FieldValue?] = [.plain("\(number)"), .text("\(number)"), nil, .null]
            return .record(
                ["second", "first"].prefix(number % 3).map { key in
                    let size = sizes[number % 4].map { [(name: "size", value: $0)] } ?? []
                    return (key, .record([("day", .date(day(&random))), ("by", ignored(&random))] + size))
                })
        case "auto", "x-note": return ignored(&random)
        case "kind": return .text(["pr", "univ"][number % 2])
        case "link": return .text(["https://e.example/\(number)", "/clubs/", "/assets/site.css"][number % 3])
        case "members", "order": return .plain("\(number)")
        case "fee": return .plain("\(number).50")
        // The list forbids none of these names until `makeMistake` adds one to it.
        case "nick": return .text("name \(number)")
        case "code": return number > 6 ? nil : .text("AB-\(number)")
        case "diary":
            let names = ["{key}/{parent.id}", "__KEY__?of={note}", "{day}"]
            return number > 6 ? nil : .text("https://diary.example/" + names[number % 3])
        case "word": return .text("word \(number)")
        case "isPinned": return .plain(number > 6 ? "true" : "false")
        case "days":
            return .list(["Mon", "Wed", "Fri"].shuffled(using: &random).prefix(number % 3 + 1).map(FieldValue.text))
        case "meets": return schedule(number, day(&random))
        case "place": return .text("35.\(number), 139.\(Int.random(in: 1...99, using: &random))")
        case "logo", "picture": return pictures.randomElement(using: &random).map { .text("/" + $0) }
        case "paper": return attachments["news/files/paper.txt"] == nil ? nil : .text("/news/files/paper.txt")
        case "links":
            return .list([
                .record([("name", .text(words(&random))), ("url", .text("https://l.example/\(number)"))])
            ])
        case "visits":
            return .list(
                ["v1", "v2", "v3", "v4"].shuffled(using: &random).prefix(number % 4).map { visit($0, &random) })
        case "open": return schedule(number, day(&random))
        case "about", "extra", "note":
            let clubs = (items["clubs"] ?? []).filter { !$0.isTrash }
            let club = chance(4, &random) ? clubs.randomElement(using: &random) : nil
            let link = club.map { "/clubs/\($0.id)/" } ?? "/clubs/"
            let text = "## About\n\nIt is *\(words(&random))*. See [there](\(link))."
            return field == "about" ? localized(number, text) : .text(text)
        default: return .text(words(&random))
        }
    }

    private func visit(_ key: String, _ random: inout SeededNumbers) -> FieldValue {
        var parts: [(name: String, value: FieldValue)] = [
            ("key", .text(key)), ("day", .date(day(&random))), ("note", .text(words(&random))),
        ]
        if chance(3, &random) { parts.append(("open", .window(from: day(&random), until: nil))) }
        if chance(8, &random) { parts.append(("deleted", .date("2026-04-01"))) }
        if chance(4, &random) { parts.append(("auto", ignored(&random))) }
        if chance(8, &random) { parts.append(("channel", .text("preview"))) }
        return .record(parts)
    }

    /// Anything that another program may have written.
    private func ignored(_ random: inout SeededNumbers) -> FieldValue {
        let inner = FieldValue.text(words(&random))
        return [inner, .plain("1.50"), .date(day(&random)), .list([inner, inner]), .record([("of", inner)])]
            .randomElement(using: &random) ?? .null
    }

    /// Gives a text in one, two or three languages.
    private func localized(_ number: Int, _ text: String) -> FieldValue {
        if number < 5 || isPlain { return .text(text) }
        var parts = [("en", FieldValue.text(text)), ("ja", .text("日 " + text))]
        if number > 7 { parts.append(("ko", .text("한 " + text))) }
        return .record(parts.map { (name: $0.0, value: $0.1) })
    }

    private func schedule(_ number: Int, _ day: String) -> FieldValue {
        let kinds: [(name: String, value: FieldValue)] = [
            ("monthly", .list([.plain("\(number + 1)"), .text("last")])), ("weekly", .text("sat")),
            ("nth", .record([("weekday", .list([.text("sat"), .text("sun")])), ("week", .plain("2"))])),
            ("yearly", .text("11-2\(number)")), ("dates", .list([.date(day)])),
            ("rrule", .text("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;COUNT=\(number + 1)")),
        ]
        guard number < kinds.count else { return .text("daily") }
        var parts = [kinds[number], ("between", .record([("from", .date("2026-04-01"))]))]
        if number < 3 { parts.append(("except", .list([.date(day)]))) }
        if number == 5 { parts.append(("words", .text("隔週木曜日"))) }
        return .record(parts)
    }

    var pictures: [String] { attachments.keys.filter { $0.hasSuffix(".png") }.sorted() }

    func words(_ random: inout SeededNumbers) -> String {
        let words = ["harbour", "boat", "choir", "tide", "日本語", "Q&A", "<tag>", "x \"y\"", "autumn", "{brace}"]
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    private func day(_ random: inout SeededNumbers) -> String {
        String(format: "2026-04-%02d", Int.random(in: 1...29, using: &random))
    }

    /// Gives an item a new translation, or takes one away.
    func translate(_ item: inout Item, _ collection: String, _ random: inout SeededNumbers) {
        let code = chance(2, &random) ? "ja" : "ko"
        guard isLocalized(collection), item.format == "md", !chance(4, &random) else {
            return item.translations[code] = nil
        }
        let text = chance(5, &random) ? [] : body(item.file, &random)
        item.translations[code] = Translation(title: chance(2, &random) ? words(&random) : nil, body: text)
    }

    // MARK: Bodies

    func body(_ file: String, _ random: inout SeededNumbers) -> [String] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in paragraph(file, &random) }
    }

    private func paragraph(_ file: String, _ random: inout SeededNumbers) -> String {
        let text = words(&random).replacing("<tag>", with: "tag")
        let up = String(repeating: "../", count: file.split(separator: "/").count - 1)
        switch Int.random(in: 0..<15, using: &random) {
        case 0, 1: return "## Part \(Int.random(in: 0...2, using: &random))\n\n\(text)"
        case 2: return "## Here\n\nSee [here](#here) \(text)."
        case 3, 4:
            let targets = items.filter { ["clubs", "news", "terms"].contains($0.key) }.values.joined()
                .filter { !$0.isTrash }.map(\.file).sorted()
            return targets.randomElement(using: &random).map { "A [\(text)](\(up)\($0))." } ?? text
        case 5: return pictures.randomElement(using: &random).map { "![p](\(up)\($0)) \(text)" } ?? text
        case 6: return "Go [\(text)](/clubs/) or [on](/assets/site.css)."
        case 7:
            let clubs = (items["clubs"] ?? []).filter { !$0.isTrash }.map(\.id)
            return clubs.randomElement(using: &random).map { "Go [\(text)](/clubs/\($0)/)." } ?? text
        case 8: return "\(text)[^n].\n\n[^n]: A note."
        case 9 where !isPlain: return "Raw <b>\(text)</b>."
        case 11:
            let kind = ["NOTE", "tip", "IMPORTANT", "Warning", "CAUTION"].randomElement(using: &random) ?? ""
            return "> [!\(kind)]\n> \(text)\n>\n> * \(text)"
        case 10: return "* one\n* https://e.example/\(text.count)"
        case 12:
            let headed = items.values.joined().filter { item in
                !item.isTrash && item.body.contains { $0.hasPrefix("## Part 1\n") }
            }
            .map(\.file).sorted()
            return headed.randomElement(using: &random).map { "Read [\(text)](\(up)\($0)#part-1)." } ?? text
        default: return text
        }
    }

    // MARK: Pictures

    /// A PNG of a random size and random shades of grey, with some random metadata.
    static func picture(width: Int? = nil, _ random: inout SeededNumbers) -> [UInt8] {
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + data
            return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
        }
        let width = width ?? Int.random(in: 1...5, using: &random)
        let height = Int.random(in: 1...2, using: &random)
        let rows = (0..<height).flatMap { _ in
            [0] + (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let note = Array("note\0".utf8) + [UInt8.random(in: 65...90, using: &random)]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 0, 0, 0, 0])
            + chunk("tEXt", note) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// Wraps bytes in one block that is not compressed (RFC 1950 and 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        let count = UInt8(bytes.count)
        return [0x78, 0x01, 0x01, count, 0, ~count, 0xFF] + bytes + bigEndian(high << 16 | low)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    func chance(_ oneIn: Int, _ random: inout SeededNumbers) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
}

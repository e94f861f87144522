import Foundation
import KairanModel
import KairanReaders
import SiteTesting

/// One thing that somebody does to a site between two builds.
enum SiteEdit: String, CaseIterable {
    case nothing, value, body, title, translation, reference, order, add, delete, trash, restore, rename, move,
        renameFile, swapInFile
    case replacePicture, renamePicture, removePicture, addPicture
    case editTemplate, otherTemplate, removeTemplate, addTemplate, renameTemplate, removeAnyTemplate
    case declaration, collection, setting, seconds, days, months, options, mistake

    /// These edits make everything anew, so they are rare: a test learns from what is kept.
    private static let ofEverything: Set<SiteEdit> = [.declaration, .collection, .setting, .options]

    private static let drawn = allCases.flatMap { Array(repeating: $0, count: ofEverything.contains($0) ? 2 : 5) }

    /// In plain sites mostly entries are edited, because only then are few of them read again.
    static func draw(for site: EditedSite, _ random: inout SeededNumbers) -> SiteEdit {
        let edits = site.isPlain && !site.chance(3, &random) ? [.value, .body, .title, .reference] : drawn
        return edits.randomElement(using: &random) ?? .nothing
    }
}

extension EditedSite {
    mutating func apply(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        let collection = collections.filter { items[$0]?.isEmpty == false }.randomElement(using: &random) ?? "clubs"
        let index = (items[collection] ?? []).indices.randomElement(using: &random)
        switch edit {
        case .nothing: break
        case .restore: restore(&random)
        case .value, .body, .title, .translation, .reference, .rename, .move, .delete, .trash:
            if let index { change(edit, collection, index, &random) }
        case .order: items[collection]?.shuffle(using: &random)
        case .swapInFile: swapInFile(&random)
        case .add: addItem(to: collection, &random)
        case .renameFile: renameFile(collection, &random)
        case .replacePicture, .renamePicture, .removePicture, .addPicture: changePicture(edit, &random)
        case .editTemplate, .otherTemplate, .removeTemplate, .addTemplate, .renameTemplate, .removeAnyTemplate:
            changeTemplate(edit, &random)
        case .declaration: changeDeclaration(collection, &random)
        case .collection: toggleMore(&random)
        case .setting: changeSetting(&random)
        case .seconds: moment = turn(&random) ?? moment + Int.random(in: -3000...3000, using: &random)
        case .days: moment += 86400 * Int.random(in: -4...4, using: &random)
        case .months: moment += 86400 * 30 * Int.random(in: -1...1, using: &random)
        case .options:
            base = [nil, "/other/", "https://else.example/x/"].randomElement(using: &random) ?? nil
            style = chance(2, &random) ? .compact : .pretty
        case .mistake: makeMistake(collection, index ?? 0, &random)
        }
    }

    /// A moment within a second of one that templates compare with the build's.
    private func turn(_ random: inout SeededNumbers) -> Int? {
        let dates = (items["news"] ?? []).compactMap { item in
            if case .date(let text)? = item.fields["date"] { text } else { nil }
        }
        guard chance(2, &random), let zone = SiteTimeZone(identifier: "Asia/Tokyo") else { return nil }
        return dates.randomElement(using: &random).flatMap(zone.parse)
            .map { $0.epochSeconds + Int.random(in: -1...1, using: &random) }
    }

    private mutating func change(
        _ edit: SiteEdit, _ collection: String, _ index: Int, _ random: inout SeededNumbers
    ) {
        guard var item = items[collection]?[index] else { return }
        switch edit {
        case .value:
            let field = Self.fieldNames(collection).randomElement(using: &random) ?? ""
            item.fields[field] = value(field, collection, &random)
        case .body where item.format == "md": item.body = body(item.file, &random)
        case .translation: translate(&item, collection, &random)
        case .title:
            for field in ["name", "title"] where item.fields[field] != nil {
                item.fields[field] = .text(words(&random))
            }
        case .reference:
            for field in ["club", "parent", "ends", "related", "terms"]
            where Self.fieldNames(collection).contains(field) {
                item.fields[field] = value(field, collection, &random)
            }
        case .rename: return renameItem(collection, index, &random)
        case .move:
            item.file = file(for: collection, &random)
            if item.format != "md" { item.body = [] }
        case .delete:
            items[collection]?.remove(at: index)
            if chance(3, &random) { return }
            return forget(item.id)
        case .trash:
            item.fields["deleted"] = value("deleted", collection, &random)
            items[collection]?[index] = item
            if chance(3, &random) { return }
            return forget(item.id)
        default: break
        }
        items[collection]?[index] = item
    }

    private mutating func restore(_ random: inout SeededNumbers) {
        let trash = collections.flatMap { name in
            (items[name] ?? []).indices.filter { items[name]?[$0].isTrash == true }.map { (name, $0) }
        }
        guard let (name, index) = trash.randomElement(using: &random) else { return }
        items[name]?[index].fields["deleted"] = nil
    }

    /// Renames an item, and mostly also the references to it.
    private mutating func renameItem(_ collection: String, _ index: Int, _ random: inout SeededNumbers) {
        guard let old = items[collection]?[index].id else { return }
        let new = newName("r")
        items[collection]?[index].id = new
        if chance(5, &random) { return }
        eachItem { item in
            for (name, value) in item.fields {
                if value == .text(old), ["club", "parent", "ends"].contains(name) { item.fields[name] = .text(new) }
                if case .list(let values) = value, values.contains(.text(old)) {
                    item.fields[name] = .list(values.map { $0 == .text(old) ? .text(new) : $0 })
                }
            }
            item.changeTexts { $0.map { $0.replacing("/clubs/\(old)/", with: "/clubs/\(new)/") } }
        }
    }

    private mutating func forget(_ id: String) {
        eachItem { item in
            for (name, value) in item.fields {
                if value == .text(id), ["club", "parent", "ends"].contains(name) { item.fields[name] = nil }
                if case .list(let values) = value, values.contains(.text(id)) { item.fields[name] = nil }
            }
            item.changeTexts { $0.filter { !$0.contains("/clubs/\(id)/") } }
        }
    }

    private mutating func eachItem(_ change: (inout Item) -> Void) {
        for name in items.keys {
            for index in (items[name] ?? []).indices {
                guard var item = items[name]?[index] else { continue }
                change(&item)
                items[name]?[index] = item
            }
        }
    }

    /// Moves another item to the first place of a file, which is where links to the file lead.
    private mutating func swapInFile(_ random: inout SeededNumbers) {
        for name in collections.shuffled(using: &random) {
            let files = Dictionary(grouping: (items[name] ?? []).indices) { items[name]?[$0].file ?? "" }
            let shared = files.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
            guard let positions = shared.randomElement(using: &random)?.value else { continue }
            items[name]?.swapAt(positions[0], positions[positions.count - 1])
            return
        }
    }

    private mutating func renameFile(_ collection: String, _ random: inout SeededNumbers) {
        guard let file = items[collection]?.randomElement(using: &random)?.file else { return }
        let ending = file[(file.lastIndex(of: ".") ?? file.startIndex)...]
        let folder = file[...(file.lastIndex(of: "/") ?? file.startIndex)]
        let new = String(folder) + newName(chance(2, &random) ? "a" : "z") + ending
        let follows = !chance(4, &random)
        eachItem { item in
            if item.file == file { item.file = new }
            if follows { item.changeTexts { $0.map { $0.replacing(file, with: new) } } }
        }
    }

    private mutating func changePicture(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        if edit == .addPicture {
            let folder = ["clubs/images", "news", "terms/sub"].randomElement(using: &random) ?? "news"
            attachments["\(folder)/\(newName("p")).png"] = Self.picture(&random)
            return
        }
        guard let path = pictures.randomElement(using: &random), let bytes = attachments[path] else { return }
        switch edit {
        case .replacePicture: attachments[path] = Self.picture(&random)
        case .renamePicture:
            let new = "clubs/" + newName("n") + ".png"
            (attachments[path], attachments[new]) = (nil, bytes)
            eachItem { item in
                for (name, value) in item.fields where value == .text("/" + path) {
                    item.fields[name] = .text("/" + new)
                }
                item.changeTexts { $0.map { $0.replacing(path, with: new) } }
            }
        default:
            attachments[path] = nil
            eachItem { item in
                for (name, value) in item.fields where value == .text("/" + path) { item.fields[name] = nil }
                item.changeTexts { $0.filter { !$0.contains(path) } }
            }
        }
    }

    private mutating func changeTemplate(_ edit: SiteEdit, _ random: inout SeededNumbers) {
        let present = templates.keys.filter { !$0.hasPrefix("_unused") }.sorted()
        guard let path = present.randomElement(using: &random), let text = templates[path] else { return }
        switch edit {
        case .editTemplate:
            let more = path.hasSuffix(".yml") ? "# \(newName("n"))\n" : path.hasSuffix(".css") ? "\n" : newName(" n")
            templates[path] = text + more
        case .otherTemplate:
            if let all = possibleTemplates[path] { templates[path] = all.randomElement(using: &random) }
        case .removeTemplate: templates[present.filter(Self.leaves.contains).randomElement(using: &random) ?? ""] = nil
        case .removeAnyTemplate: templates[path] = nil
        case .addTemplate:
            let missing = possibleTemplates.filter { templates[$0.key] == nil }.sorted { $0.key < $1.key }
            if let (path, texts) = missing.randomElement(using: &random) {
                templates[path] = texts.randomElement(using: &random)
            } else {
                templates[newName("copy") + ".txt"] = words(&random)
            }
        default:
            guard let old = present.filter(Self.leaves.contains).randomElement(using: &random) else { return }
            templates["renamed-" + newName("t") + "/" + old] = templates.removeValue(forKey: old)
        }
    }

    private mutating func changeDeclaration(_ collection: String, _ random: inout SeededNumbers) {
        guard let declared = declared[collection], let now = declarations[collection] else { return }
        if collection == "terms", chance(2, &random) { return changeAgreement(&random) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: declarations[collection] = declared
        case 1: declarations[collection] = now + ["\(newName("x")): text?"]
        case 2: declarations[collection] = now.shuffled(using: &random)
        default:
            declarations[collection] = now.map {
                $0.replacing("music: Music", with: "music: \(newName("M"))").replacing("default: 0", with: "default: 3")
                    .replacing("[2, 3]", with: "[4]")
                    .replacing("*below*", with: "**\(newName("below"))**")
            }
        }
    }

    private mutating func toggleMore(_ random: inout SeededNumbers) {
        if declarations["more"] == nil {
            declarations["more"] = Self.more
            addItem(to: "more", &random)
            addItem(to: "more", &random)
            templates.merge(Self.ofMore) { $1 }
            if chance(2, &random) { templates["api/agreed.json.yml"] = nil }
        } else {
            (declarations["more"], items["more"]) = (nil, nil)
            for path in Self.ofMore.keys { templates[path] = nil }
            attachments = attachments.filter { !$0.key.hasPrefix("more/") }
        }
    }

    private mutating func changeSetting(_ random: inout SeededNumbers) {
        let choices: [(String, [String?])] = [
            ("title", ["Board", "Pier"]), ("description", ["About", nil]), ("language", ["en", nil]),
            ("locales", isPlain ? [nil] : Self.locales),
            ("timeZone", ["Asia/Tokyo", "America/New_York", nil]), ("author", ["Office", "Desk"]),
            ("dateFormat", ["d MMMM yyyy", nil]), ("values", ["{ students: 5820 }", "{ students: 12 }"]),
            ("url", ["https://board.example/b/", "https://board.example/"]),
            ("pictures", ["{ widths: [2] }", nil]),
            ("moment", ["2026-04-15T09:00", nil, nil]),
        ]
        guard let (name, values) = choices.randomElement(using: &random) else { return }
        settings[name] = values.randomElement(using: &random) ?? nil
    }

    private static let locales = [
        "{ en: English, ja: { name: 日本語, dateFormat: yyyy年M月d日 }, ko: { name: 한국어, fallback: ja } }",
        "{ en: English, ja: { name: 日本語, title: 板 }, ko: 한국어 }",
        "{ en: English, ja: { name: 日本語, fallback: ko }, ko: { name: 한국어, dateFormat: yyyy년 M월 d일 } }",
    ]

    private mutating func makeMistake(_ collection: String, _ index: Int, _ random: inout SeededNumbers) {
        guard items[collection]?.indices.contains(index) == true else { return }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: items[collection]?[index].body.append("[dead](nowhere.md)")
        case 1: items[collection]?[index].body.append("[dead](#nowhere)")
        case 2: items[collection]?[index].fields["unknown"] = .text("x")
        case 3: items[collection]?[index].fields["founded"] = .date("2026-02-31")
        case 4: items[collection]?[index].fields["club"] = .text("nobody")
        case 5: templates["index.html.mustache"]? += "{{nothing}}"
        case 6 where items["usage"]?.isEmpty == false:
            items["usage"]?[0].fields["word"] = .text("ＮＡＭＥ \(Int.random(in: 0...9, using: &random))")
        case 7: templates["clubs/index.html.mustache"]? += "<a href=\"{{site.path}}gone/\">x</a>"
        default: settings["timeZone"] = "Nowhere"
        }
    }
}

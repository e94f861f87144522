import SiteTesting

extension RandomBoard {
    /// The edits, of which each may be harmless, refused by the gate, or make no board at all.
    enum Edit: CaseIterable {
        case value, value2, entry, trash, remove, optional, bounds, anotherKind, field
        case key, key2, dropKey, renameKey, mayBeLeftOut, anotherShape, choice, unchoose, orderOfKeys
        case inFamily, endpoint, dropEndpoint, timeZone, language, literal
    }

    /// Makes a random edit, and returns what it was.
    mutating func edit(_ numbers: inout SeededNumbers) -> Edit {
        let edit = Edit.allCases.randomElement(using: &numbers) ?? .value
        let (field, endpoint) = (
            Int.random(in: 0..<fields.count, using: &numbers), endpoints.indices.randomElement(using: &numbers) ?? 0
        )
        let entry = entries.keys.sorted().randomElement(using: &numbers) ?? ""
        switch edit {
        case .value, .value2:
            let new = value(fields[field].kind, &numbers)
            entries[entry]?[fields[field].name] = new
        case .entry: addEntry(&numbers)
        case .trash: entries[entry]?["deleted"] = "2026-04-01"
        case .remove: entries[entry] = nil
        case .optional:
            fields[field].isOptional.toggle()
            guard fields[field].isOptional else { break }
            entries[entry]?[fields[field].name] = nil
        case .bounds: changeBounds(field, &numbers)
        case .anotherKind:
            fields[field].kind =
                [.text, .markdown, .integer(0...99), .date, .list(.text, maximum: 3), .boolean].randomElement(
                    using: &numbers) ?? .text
            for name in entries.keys {
                let new = value(fields[field].kind, &numbers)
                entries[name]?[fields[field].name] = new
            }
        case .field:
            fields.append(
                Field(
                    name: newName("f"), kind: [.text, .integer(0...9), .date].randomElement(using: &numbers) ?? .text,
                    isOptional: true))
        case .key, .key2: endpoints[endpoint].keys.append(newKey(&numbers))
        case .dropKey, .renameKey, .mayBeLeftOut, .anotherShape, .literal: change(edit, of: endpoint, &numbers)
        case .orderOfKeys: endpoints[endpoint].keys.shuffle(using: &numbers)
        case .choice:
            let ways = [
                ", sort: -title", ", limit: 2", ", where: { kind: one }",
                ", where: { \(fields[field].name): { exists: true } }",
            ]
            endpoints[endpoint].choice = (endpoints[endpoint].choices ?? ways).randomElement(using: &numbers) ?? ""
        case .unchoose: endpoints[endpoint].choice = ""
        case .inFamily:
            endpoints.append(
                Endpoint(
                    path: "items/\(newName("x")).json.yml",
                    frame: "data: { first: items, required: true, value: { KEYS } }",
                    keys: endpoints.first { $0.path == "items/{id}.json.yml" }?.keys.shuffled(using: &numbers) ?? []))
        case .endpoint:
            endpoints.append(
                Endpoint(
                    path: "\(newName("x")).json.yml", frame: "data: { each: itemsCHOICE, value: { KEYS } }",
                    keys: [newKey(&numbers)]))
        case .dropEndpoint: endpoints.remove(at: endpoint)
        case .timeZone: timeZone = timeZone == "Asia/Seoul" ? "Europe/Paris" : "Asia/Seoul"
        case .language: language = language == "en" ? "de" : "en"
        }
        return edit
    }

    private mutating func change(_ edit: Edit, of endpoint: Int, _ numbers: inout SeededNumbers) {
        guard let key = endpoints[endpoint].keys.indices.randomElement(using: &numbers) else { return }
        switch edit {
        case .dropKey: endpoints[endpoint].keys.remove(at: key)
        case .renameKey: endpoints[endpoint].keys[key].name = newName("k")
        case .mayBeLeftOut: endpoints[endpoint].keys[key].mayBeLeftOut.toggle()
        case .anotherShape: endpoints[endpoint].keys[key].shape = shape(&numbers)
        default:
            endpoints[endpoint].keys[key].shape =
                "{ firstOf: [\(endpoints[endpoint].keys[key].shape), { literal: none }] }"
        }
    }

    private mutating func changeBounds(_ field: Int, _ numbers: inout SeededNumbers) {
        let wider = Bool.random(using: &numbers)
        switch fields[field].kind {
        case .integer(let range):
            fields[field].kind = .integer(
                range.lowerBound...(wider ? range.upperBound * 1000 : max(range.lowerBound, range.upperBound / 2)))
        case .decimal(let maximum): fields[field].kind = .decimal(maximum: wider ? maximum * 2 : maximum)
        case .choice(let count, let isOpen):
            fields[field].kind = .choice(wider ? count + 1 : max(1, count - 1), isOpen: isOpen)
        case .list(let element, let maximum):
            fields[field].kind = .list(element, maximum: wider ? maximum + 1 : max(1, maximum - 1))
        case .record(let isWhole): fields[field].kind = .record(isWhole: !isWhole)
        case .text, .markdown, .boolean, .date, .time, .dateTime, .duration, .url, .email, .phone, .color, .version,
            .point, .window, .reference, .dateOrBoolean, .links:
            break
        }
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Turns what JSON tells of a field into what an author would write.
struct FieldWriter {
    let evaluator: Evaluator
    var pictures: PictureFinder
    private(set) var diagnostics: [Diagnostic] = []

    init(evaluator: Evaluator, pictures: PictureFinder) { (self.evaluator, self.pictures) = (evaluator, pictures) }

    /// Nil when there is no value, and after a mistake.
    mutating func node(_ told: Told, _ type: FieldType) -> SourceNode? {
        guard !told.isNothing || type == .window else { return nil }
        switch type {
        case .list(let element): return list(told, of: element)
        case .record(let record): return self.record(told, record)
        case .reference(let collection): return reference(told, to: collection)
        case .image, .file: return picture(told)
        case .markdown: return markdown(told)
        case .window: return window(told)
        case .point: return point(told)
        case .choice(let choice): return self.choice(told, choice)
        case .color: return color(told)
        case .date: return date(told)
        case .dateTime: return moment(told)
        case .version:
            if let numbers = scalars(told, [.major, .minor]) { return told.text(numbers.joined(separator: ".")) }
            return told.value
        case .integer, .decimal:
            if let text = told[.displayText]?.value?.scalar { return told.number(text.filter { $0 != "," }) }
            return told.value
        case .schedule: return told.value ?? told.listed?.node(at: told.span ?? SourceSpan(path: ""))
        default: return told.value
        }
    }

    private mutating func list(_ told: Told, of element: FieldType) -> SourceNode? {
        var elements = told.elements
        if elements == nil { elements = told.value?.elements?.map { Told(value: $0) } }
        guard let elements else { return told.value }
        let nodes = elements.compactMap { node($0, element) }
        return told.node(.sequence(nodes))
    }

    private mutating func record(_ told: Told, _ type: RecordType) -> SourceNode? {
        if let value = told.value, value.members == nil { return value }
        var members: [SourceNode.Member] = []
        for (index, field) in type.fields.enumerated() {
            guard let part = told[.field(index)] ?? told.value?[field.name].map({ Told(value: $0) }),
                let node = node(part, field.type)
            else { continue }
            members.append(SourceNode.Member(key: field.name, keySpan: node.span, value: node))
        }
        return told.node(.mapping(members))
    }

    private mutating func reference(_ told: Told, to collection: String) -> SourceNode? {
        if let id = told.value ?? told[.id]?.value { return id }
        let found = evaluator.entries(of: collection, with: told)
        if let only = found.first, found.count == 1 { return told.text(evaluator.site.id(of: only)) }
        mistake(
            "import.reference",
            found.isEmpty ? "no entry of \(collection) has this" : "more than one entry of \(collection) has this",
            told,
            help: found.isEmpty
                ? "import \(collection) first, or write the entry" : "publish the id too: an id names one entry")
        return nil
    }

    private mutating func picture(_ told: Told) -> SourceNode? {
        guard let node = told[.assetURL]?.value ?? told[.assetPath]?.value, let address = node.scalar else {
            return told.value
        }
        if let path = pictures.path(of: address, at: node.span) {
            return SourceNode(.scalar(path, .string), span: node.span)
        }
        if address.isEmpty {
            mistake("import.picture", "an empty text is not an address", told, help: "write null, or leave the key out")
            return nil
        }
        mistake(
            "import.picture", "there is no file here for '\(address)'", told,
            help: "save it beside the JSON, or say where it is: --pictures FOLDER; import fetches nothing")
        return nil
    }

    private mutating func markdown(_ told: Told) -> SourceNode? {
        guard let node = told[.plainText]?.value, let text = node.scalar else { return told.value }
        if let markdown = markdownText(showing: text) { return SourceNode(.scalar(markdown, .string), span: node.span) }
        mistake(
            "import.text", "no Markdown gives exactly this text", told,
            help: "remove spaces at the ends of lines, and repeated empty lines")
        return nil
    }

    private mutating func choice(_ told: Told, _ choice: Choice) -> SourceNode? {
        if let value = told.value { return value }
        let node = told[.number]?.value ?? told[.label]?.value
        let positions = choice.options.indices.filter { index in
            if let number = told[.number]?.value?.scalar {
                return choice.options[index].number.map(String.init) == number
            }
            return evaluator.label(index, of: choice) == told[.label]?.value?.scalar
        }
        if let only = positions.first, positions.count == 1 { return told.text(choice.options[only].value) }
        mistake(
            "import.value", "'\(node?.scalar ?? "")' is \(positions.isEmpty ? "none" : "more than one") of the choices",
            told, help: "choices: \(choice.options.map(\.value).joined(separator: ", "))")
        return nil
    }

    private mutating func color(_ told: Told) -> SourceNode? {
        var number = told[.number]?.value?.scalar.flatMap { Int($0) }
        if let parts = scalars(told, [.red, .green, .blue])?.compactMap({ Int($0) }), parts.count == 3 {
            number = parts.allSatisfy((0...255).contains) ? parts[0] << 16 | parts[1] << 8 | parts[2] : -1
        }
        guard let number else { return told.value }
        guard (0...0xFF_FFFF).contains(number) else {
            mistake("import.value", "\(number) is not the number of a colour", told)
            return nil
        }
        let digits = String(number, radix: 16)
        return told.text("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }

    mutating func mistake(_ rule: String, _ message: String, _ told: Told, help: String? = nil) {
        guard let span = told.span ?? told.anyOrigin else { return }
        report(rule, message, at: span, help: help)
    }

    mutating func report(_ rule: String, _ message: String, at span: SourceSpan, help: String?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

// Days, moments and places.
extension FieldWriter {
    private func window(_ told: Told) -> SourceNode? {
        if let value = told.value, !value.isNull { return value }
        var members: [SourceNode.Member] = []
        for (key, steps) in [("from", [Step.from]), ("until", [.lastDay, .until])] {
            guard let node = steps.lazy.compactMap({ told[$0]?.value }).first, !node.isNull, let text = node.scalar
            else { continue }
            let day = steps[0] == .lastDay && told[.lastDay] == nil ? shortened(text, daysEarlier: 1) : shortened(text)
            members.append(
                .init(key: key, keySpan: node.span, value: SourceNode(.scalar(day, .string), span: node.span)))
        }
        return members.isEmpty ? told.text("always") : told.node(.mapping(members))
    }

    /// Midnight as the day that it begins, or the one that it ends.
    private func shortened(_ text: String, daysEarlier: Int = 0) -> String {
        guard let moment = zone.parse(text), moment.time == .midnight else { return text }
        return moment.date.adding(days: -daysEarlier).description
    }

    private func point(_ told: Told) -> SourceNode? {
        var parts = [told[.latitude]?.value, told[.longitude]?.value]
        if let position = told[.position]?.value?.elements, position.count == 2 { parts = [position[1], position[0]] }
        guard let latitude = parts[0], let longitude = parts[1] else { return told.value }
        return told.node(
            .mapping([
                .init(key: "latitude", keySpan: latitude.span, value: latitude),
                .init(key: "longitude", keySpan: longitude.span, value: longitude),
            ]))
    }

    private mutating func date(_ told: Told) -> SourceNode? {
        if let value = told.value { return value }
        if let seconds = told[.epoch]?.value?.scalar.flatMap({ Int($0) }) {
            return told.text(zone.dateTime(epochSeconds: seconds).date.description)
        }
        if let text = told[.displayText]?.value?.scalar {
            let fields = readDate(text, pattern: evaluator.locale.dateFormat, language: evaluator.locale.code)
            return written(fields?.numbers["y"], fields?.numbers["M"], fields?.numbers["d"], told)
        }
        if let month = told[.yearMonth]?.value?.scalar { return told.text(month + "-01") }
        let numbers = [Step.year, .month, .day].map { told[$0]?.value?.scalar.flatMap { Int($0) } }
        return written(numbers[0], numbers[1], numbers[2] ?? 1, told)
    }

    private mutating func written(_ year: Int?, _ month: Int?, _ day: Int?, _ told: Told) -> SourceNode? {
        if let year, let month, let day, let date = LocalDate(year: year, month: month, day: day) {
            return told.text(date.description)
        }
        mistake("import.value", "there is no such day in the calendar", told)
        return nil
    }

    private mutating func moment(_ told: Told) -> SourceNode? {
        if let value = told.value { return value.scalar.map { told.text(withoutOffset($0)) } ?? value }
        if let seconds = told[.epoch]?.value?.scalar.flatMap({ Int($0) }) {
            return told.text(withoutOffset(zone.dateTime(epochSeconds: seconds).description))
        }
        if let part = told[.dateOf], let day = date(part)?.scalar, let time = told[.timeOf]?.value?.scalar {
            return told.text("\(day)T\(time)")
        }
        let fields = told[.displayText]?.value?.scalar.flatMap {
            readDate($0, pattern: evaluator.locale.dateFormat, language: evaluator.locale.code)
        }
        guard let fields, let hour = fields.numbers["H"], let minute = fields.numbers["m"],
            let time = LocalTime(hour: hour, minute: minute),
            let day = written(fields.numbers["y"], fields.numbers["M"], fields.numbers["d"], told)?.scalar
        else {
            mistake("import.value", "this is not a moment", told)
            return nil
        }
        return told.text("\(day)T\(time)")
    }

    /// As people write it, where that is the same moment.
    private func withoutOffset(_ text: String) -> String {
        guard let moment = zone.parse(text) else { return text }
        let short = "\(moment.date)T\(moment.time)"
        return zone.parse(short) == moment ? short : text
    }

    private var zone: SiteTimeZone { evaluator.site.settings.timeZone }

    /// Nil unless all are there.
    private func scalars(_ told: Told, _ steps: [Step]) -> [String]? {
        let texts = steps.compactMap { told[$0]?.value?.scalar }
        return texts.count == steps.count ? texts : nil
    }
}

extension Told {
    func node(_ content: SourceNode.Content) -> SourceNode {
        SourceNode(content, span: span ?? anyOrigin ?? SourceSpan(path: ""))
    }

    fileprivate func text(_ text: String) -> SourceNode { node(.scalar(text, .string)) }
    fileprivate func number(_ text: String) -> SourceNode { node(.scalar(text, .number)) }

    /// Whether it is enough to write a value of the type.
    func tells(_ type: FieldType) -> Bool {
        if value != nil { return true }
        func has(_ steps: Step...) -> Bool { steps.allSatisfy { self[$0] != nil } }
        switch type {
        case .list(let element): return elements.map { $0.allSatisfy { $0.tells(element) } } ?? false
        case .record(let record):
            return record.fields.enumerated().allSatisfy { index, field in
                self[.field(index)].map { $0.tells(field.type) } ?? field.isOptional
            }
        case .reference: return !parts.isEmpty
        case .image, .file: return has(.assetURL) || has(.assetPath)
        case .markdown: return has(.plainText)
        case .schedule: return listed != nil
        case .window: return has(.from) || has(.until) || has(.lastDay)
        case .point: return has(.latitude, .longitude) || has(.position)
        case .choice: return has(.label) || has(.number)
        case .color: return has(.number) || has(.red, .green, .blue)
        case .version: return has(.major, .minor)
        case .integer, .decimal: return has(.displayText)
        case .date: return has(.epoch) || has(.displayText) || has(.yearMonth) || has(.year, .month)
        case .dateTime: return has(.epoch) || has(.displayText) || has(.timeOf) && self[.dateOf]?.tells(.date) == true
        default: return false
        }
    }
}

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

    mutating func mistake(_ rule: String, _ message: String, _ told: Told, help: String? = nil) {
        guard let span = told.span ?? told.anyOrigin else { return }
        report(rule, message, at: span, help: help)
    }

    mutating func report(_ rule: String, _ message: String, at span: SourceSpan, help: String?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

extension FieldWriter {
    var zone: SiteTimeZone { evaluator.site.settings.timeZone }

    /// Nil unless all are there.
    func scalars(_ told: Told, _ steps: [Step]) -> [String]? {
        let texts = steps.compactMap { told[$0]?.value?.scalar }
        return texts.count == steps.count ? texts : nil
    }
}

extension Told {
    func node(_ content: SourceNode.Content) -> SourceNode {
        SourceNode(content, span: span ?? anyOrigin ?? SourceSpan(path: ""))
    }

    func text(_ text: String) -> SourceNode { node(.scalar(text, .string)) }
    func number(_ text: String) -> SourceNode { node(.scalar(text, .number)) }

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

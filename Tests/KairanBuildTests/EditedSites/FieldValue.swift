/// A value of an entry as the tests make it up, before it is written in one of the formats.
indirect enum FieldValue: Equatable {
    case text(String)
    /// A number or a boolean.
    case plain(String)
    case null
    /// A date or a date with a time and seconds.
    case date(String)
    case window(from: String?, until: String?)
    case list([FieldValue])
    case record([(name: String, value: FieldValue)])

    static func == (left: FieldValue, right: FieldValue) -> Bool { left.yaml == right.yaml }

    var isByLocale: Bool { if case .record(let parts) = self { parts.first?.name == "en" } else { false } }

    /// JSON is YAML too.
    var yaml: String { written(quotesDates: false, separator: ": ") }
    var json: String { written(quotesDates: true, separator: ": ") }
    var toml: String { written(quotesDates: false, separator: " = ") }

    private func written(quotesDates: Bool, separator: String) -> String {
        func inner(_ value: FieldValue) -> String { value.written(quotesDates: quotesDates, separator: separator) }
        func key(_ name: String) -> String { separator == ": " ? "\"\(name)\"" : name }
        switch self {
        case .text(let text): return quoted(text)
        case .plain(let text): return text
        case .null: return "null"
        case .date(let text): return quotesDates ? "\"\(text)\"" : text
        case .window(nil, nil): return "\"always\""
        case .window(let from, let until):
            let parts = [("from", from), ("until", until)].compactMap { name, day in
                day.map { key(name) + separator + inner(.date($0)) }
            }
            return "{ \(parts.joined(separator: ", ")) }"
        case .list(let values): return "[\(values.map(inner).joined(separator: ", "))]"
        case .record(let parts):
            // TOML has no null.
            let parts = separator == ": " ? parts : parts.filter { $0.value != .null }
            return "{ " + parts.map { key($0.name) + separator + inner($0.value) }.joined(separator: ", ") + " }"
        }
    }

    /// The text of a CSV cell, or nil if a cell cannot hold the value.
    var cell: String? {
        switch self {
        case .text(let text): return quotedCell(text)
        case .plain(let text), .date(let text): return text
        case .window(nil, nil): return ""
        case .window(let from, let until): return "\(from ?? "")/\(until ?? "")"
        case .list(let values):
            let cells = values.map { value in
                if case .text(let text) = value { text } else { value.cell }
            }
            return cells.contains(nil) ? nil : quotedCell(cells.map { $0 ?? "" }.joined(separator: "|"))
        case .record, .null: return nil
        }
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }

    private func quotedCell(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
}

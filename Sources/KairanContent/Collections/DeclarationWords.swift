package import KairanModel

/// The words of `site.yml` and `_collection.yml`, for those who read them and those who describe them to editors.
package enum DeclarationWords {
    package static let settings = [
        "title", "description", "url", "language", "locales", "author", "timeZone", "moment", "dateFormat",
        "firstWeekday", "pictures", "values", "meant",
    ]
    package static let locale = ["name", "title", "description", "dateFormat", "fallback"]
    package static let collection = ["entry", "id", "title", "fields", "body", "mayBeEmpty", "agreement"]
    static let agreement = ["version", "from", "includes"]
    package static let choice = ["values", "numbers", "default"]
    package static let list = ["of", "minimum", "maximum"]

    /// Types that are one word.
    package static let plainTypes: [String: FieldType] = [
        "text": .text, "markdown": .markdown, "integer": .integer, "decimal": .decimal, "boolean": .boolean,
        "date": .date, "time": .time, "dateTime": .dateTime, "url": .url, "email": .email, "phone": .phone,
        "color": .color, "image": .image, "file": .file, "version": .version, "window": .window,
        "schedule": .schedule, "point": .point,
    ]
    static let typeNames = plainTypes.keys.sorted() + ["choice", "list", "record", "reference"]

    /// What may be said of a type that is one word.
    package static func options(of type: FieldType) -> [String] {
        switch type {
        case .text: ["minimumLength", "maximumLength", "localized", "noneOf", "unique", "default"]
        case .markdown: ["localized", "unique", "default"]
        case .integer: ["minimum", "maximum", "unique", "consecutive", "default"]
        case .decimal: ["minimum", "maximum", "unique", "default"]
        case .url: ["schemes", "hosts", "localized", "unique", "default"]
        case .image: ["maximumKilobytes", "maximumWidth", "maximumHeight", "widths"]
        case .file: ["maximumKilobytes"]
        case .window, .schedule: []
        case .point: ["precision", "unique", "default"]
        default: ["unique", "default"]
        }
    }
}

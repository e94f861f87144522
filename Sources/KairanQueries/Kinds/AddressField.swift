internal import KairanContent
internal import KairanModel

extension FieldTraits {
    static let url = FieldTraits(
        isShownInCalendars: true, numbers: { _ in .text([:]) }, schema: { _ in .string(format: "iri") },
        editor: { schema in
            let schemes = schema.field.limits.schemes.joined(separator: "|")
            return .text("^(/|(\(schemes)):)", write: "https://… or /page-of-this-site/")
        }, editorWords: "An address")

    static let email = FieldTraits(
        isShownInCalendars: true, numbers: { _ in .text([:]) }, schema: { _ in .string(format: "idn-email") },
        editor: { _ in .text("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", write: "name@example.org") })

    static let phone = FieldTraits(
        isShownInCalendars: true, numbers: { _ in .text([:]) },
        editor: { _ in .textOrNumber("^\\+?[-() 0-9]+$", write: "03-1234-5678") })
}

internal import KairanContent
internal import KairanQueries
package import KairanReaders

/// The schema with which editors check `site.yml`.
package let siteFileSchema: JSONValue = [
    "$schema": .string(schemaDialect),
    "$comment": .string(EditorFiles.mark),
    "title": "site.yml, the settings of a site",
    "type": "object",
    "properties": properties(DeclarationWords.settings, settingWords),
    "required": ["title", "url"],
    "additionalProperties": false,
]

private let dateFormat = text(
    "A pattern of Unicode TR 35, such as d MMMM yyyy or yyyy年M月d日; or full, long, medium or short")

private let settingWords: [String: SchemaNode] = [
    "title": text("What the site is called"),
    "description": text("What it is, in a sentence"),
    "url": SchemaNode.text("^https?://", write: "https://example.org/board/").described("Where it will be"),
    "language": language.described("The language that it is written in"),
    "locales": [
        "type": "object", "minProperties": 1,
        "propertyNames": language,
        "additionalProperties": [
            "anyOf": [
                ["type": "string"],
                .mapping(
                    DeclarationWords.locale.map { ($0, $0 == "dateFormat" ? dateFormat : ["type": "string"]) },
                    required: ["name"]),
            ]
        ],
        "description": "The languages that it is published in, the site's own first",
    ],
    "firstLocaleAtRoot": [
        "type": "boolean", "description": "Pages of the first language stand at the root, without a folder of its own",
    ],
    "author": text("Who writes it"),
    "timeZone": text("A name of the IANA time zone database: Asia/Tokyo"),
    "moment": SchemaNode.text(Forms.dayOrMoment, write: "2026-04-01T09:00")
        .described("Pins the moment of every build; a live site leaves it out"),
    "dateFormat": dateFormat,
    "firstWeekday": SchemaNode.either(weekdayNames).described("The day on which weeks begin in calendars"),
    "pictures": .mapping([("widths", pictureWidths), ("keepNames", ["type": "boolean"])]),
    "ignored": [
        "type": "object",
        "additionalProperties": SchemaNode.oneOrMore(["type": "string"]),
        "description": "Warnings that are right as they are, with their files: { link.words: content/pages/about.md }",
    ],
    "values": [
        "type": "object",
        "propertyNames": ["pattern": "^[A-Za-z0-9_-]+$"],
        "additionalProperties": ["type": ["string", "number", "boolean"]],
        "description": "Constants of your own: 'students: 5820' is site.students in templates",
    ],
]

private let language = SchemaNode.text("^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", write: "ja, en-GB or zh-Hant")

private func text(_ description: String) -> SchemaNode {
    ["type": "string", "minLength": 1, "description": .string(description)]
}

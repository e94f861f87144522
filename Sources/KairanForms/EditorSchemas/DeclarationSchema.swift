internal import KairanContent
internal import KairanQueries
package import KairanReaders

/// The schema with which editors check `_collection.yml`.
package let collectionFileSchema: JSONValue = [
    "$schema": .string(schemaDialect),
    "$comment": .string(EditorFiles.mark),
    "title": "_collection.yml, the declaration of a collection",
    "type": "object",
    "properties": properties(DeclarationWords.collection, collectionWords),
    "additionalProperties": false,
    "definitions": ["type": fieldType, "fields": fieldsByName],
]

/// Returns the properties in the order of `names`. A name without a schema may have any value.
func properties(_ names: [String], _ words: [String: SchemaNode]) -> SchemaNode {
    .object(names.map { ($0, words[$0] ?? true) })
}

private let collectionWords: [String: SchemaNode] = [
    "label": [
        "anyOf": [
            ["type": "string"],
            ["type": "object", "minProperties": 1, "additionalProperties": ["type": "string"]],
        ],
        "description": "What the collection is called in forms and in the words of schedules, or that in each language",
    ],
    "form": [
        "type": "object", "description": "Labels and hints of the fields in forms; venue.room is a part of venue",
        "additionalProperties": ["anyOf": [["type": "string", "description": "Its label"], formWords]],
    ],
    "entry": ["type": "string", "description": "What one of its entries is called in messages"],
    "parent": [
        "type": "string", "description": "The collection whose files hold the entries, as records in one of its fields",
    ],
    "id": [
        "type": "string",
        "description": "The field that gives the id, or a text with fields in braces; without it a file's name does",
    ],
    "title": ["type": "string", "description": "The text field by which people know an entry"],
    "fields": .reference("fields"),
    "body": [
        "anyOf": [
            .either(["markdown", "none"]),
            .mapping(
                [
                    (
                        "markdown",
                        .mapping([("localized", ["type": "boolean"]), ("html", ["enum": ["allowed"]])])
                    )
                ], required: ["markdown"]),
        ],
        "description": "Whether entries have a text, which in a Markdown file follows the front matter",
    ],
    "from": [
        "type": "object",
        "description":
            "The headings of the columns, in a table that another program writes, from which fields are read",
        "additionalProperties": [
            "anyOf": [
                ["type": "string", "description": "The heading"],
                .mapping(
                    [
                        ("column", ["type": "string", "description": "The heading"]),
                        ("as", ["type": "string", "description": "How days and times are written: M/d/yyyy H:mm"]),
                        ("by", ["type": "string", "description": "What stands between the elements of a list"]),
                    ], required: ["column"]),
                [
                    "type": "array", "items": ["type": "string"],
                    "description": "For id: the columns of which ids are made",
                ],
            ]
        ],
    ],
    "checks": SchemaNode.list(
        of: .mapping(
            [
                ("holds", conditions.described("The conditions that must hold: { end: { atLeast: $start } }")),
                ("text", ["type": "string", "description": "The sentence that people read if they do not hold"]),
                ("at", ["type": "string", "description": "The field at which the sentence is shown"]),
                ("where", conditions.described("The entries to which it applies, if not to all")),
            ], required: ["holds", "text", "at"])
    ).described("What must be true of every entry"),
    "source": SchemaNode.mapping(
        [
            ("url", ["type": "string", "pattern": "^https?://", "description": "The address that 'kairan pull' asks"]),
            (
                "format",
                [
                    "enum": .array(ContentSource.Format.allCases.map { .string($0.rawValue) }),
                    "description": "What it answers; a sheet is asked for as CSV",
                ]
            ),
            ("entries", ["type": "string", "description": "In JSON, the way to the list of entries: data.list"]),
            ("next", ["type": "string", "description": "In JSON, the way to the address of the next page"]),
            (
                "headers",
                [
                    "type": "object", "additionalProperties": ["type": "string", "pattern": "^[A-Z_][A-Z0-9_]*$"],
                    "description": "HTTP headers, each with the environment variable that has its value",
                ]
            ),
            ("hosts", .oneOrMore(["type": "string", "description": "Another host to which the address may lead on"])),
            ("every", ["type": "string", "description": "How often to pull: 6h, 90m, 7 days"]),
        ], required: ["url", "format"]
    ).described("Where the entries are kept, if that is elsewhere; 'from' then says the place of each field"),
    "mayBeEmpty": ["type": "boolean", "description": "Without it, a collection without entries is a mistake"],
    "agreement": .mapping(
        [
            ("version", ["type": "string", "description": "The field with the version that users agree to"]),
            ("from", ["type": "string", "description": "The date field that says from when a version is in force"]),
            (
                "contains",
                .oneOrMore([
                    "type": "string", "pattern": "^[^/]+/[^/]+$",
                    "description": "Another entry that users agree to with it, as collection/id",
                ])
            ),
        ], required: ["version"]),
]

/// One mapping of conditions, or several of which one must hold.
private let conditions: SchemaNode = ["type": ["object", "array"]]

private let formWords = SchemaNode.mapping([
    ("label", ["type": "string", "description": "What the field is called"]),
    ("description", ["type": "string", "description": "What to bear in mind when filling it in"]),
    ("example", ["type": "string", "description": "A value, as YAML"]),
    (
        "group",
        ["type": "string", "description": "A heading above this field and those directly after it in the same group"]
    ),
])

private let fieldsByName: SchemaNode = [
    "type": "object", "minProperties": 1,
    "patternProperties": ["^[A-Za-z][A-Za-z0-9_]*$": .reference("type")],
    "additionalProperties": ["const": "ignored", "description": "Other programs read this key, and Kairan does not"],
]

/// The forms of a field's type, such as `text?` or `{ text?: { maximum: 80 } }`.
private let fieldType: SchemaNode = {
    let plain = DeclarationWords.plainTypes.keys.sorted()
    let described: [(key: String, value: SchemaNode)] =
        plain.map { name in
            let kind = DeclarationWords.plainTypes[name]?.kind
            let bound: SchemaNode = ["type": kind?.bounds.areNumbers == false ? "string" : "number"]
            let ofText = ["minimum": count(from: 0), "maximum": count(from: 1)].mapValues {
                $0.described("In characters")
            }
            let words = optionWords.merging(name == "text" ? ofText : ["minimum": bound, "maximum": bound]) { $1 }
            return (name, .mapping((kind?.options ?? []).map { ($0, words[$0] ?? true) }))
        } + [
            ("choice", choice), ("list", elements()), ("keyed", elements([("by", collectionName)])), ("oneOf", oneOf),
            ("record", .reference("fields")),
            ("reference", collectionName),
            (
                "pattern",
                [
                    "anyOf": [
                        collectionName,
                        .mapping([("of", collectionName), ("as", .either(["text", "url"]))], required: ["of"]),
                    ]
                ]
            ),
            (
                "entries",
                [
                    "type": "string",
                    "description": "The collection whose entries it holds, and which names this one as its parent",
                ]
            ),
        ]
    let members = described.flatMap { [$0, (key: $0.key + "?", value: $0.value)] }
    guard case .object(let object) = SchemaNode.mapping(members) else { return [:] }
    return [
        "anyOf": [
            .either(plain.flatMap { [$0, $0 + "?"] } + ["ignored"]),
            .object(object + [("minProperties", 1), ("maxProperties", 1)]),
        ],
        "description": "The type of a field; with a ? entries may leave it out",
    ]
}()

private let collectionName: SchemaNode = ["type": "string", "description": "The collection whose ids it names"]

private func elements(_ more: [(key: String, value: SchemaNode)] = []) -> SchemaNode {
    let words = [("of", .reference("type")), ("minimum", count(from: 0)), ("maximum", count(from: 0))] + more
    return ["anyOf": [.reference("type"), .mapping(words, required: ["of"])]]
}

/// The types of a list, of which the last may be null.
private let types: SchemaNode = .list(
    of: ["anyOf": [.reference("type"), ["enum": [.null, "null"], "description": "A written null"]]], minimum: 2)

private let oneOf: SchemaNode = [
    "anyOf": [types, .mapping([("of", types), ("default", optionWords["default"] ?? true)], required: ["of"])],
    "description": "Its types; a value has the first one whose form it is written in",
]

private let choice: SchemaNode = [
    "type": ["array", "object"], "minItems": 1, "minProperties": 1,
    "description": "Its values: [first, second], or each with the words that people read",
]

private func count(from minimum: Int) -> SchemaNode { ["type": "integer", "minimum": .integer(minimum)] }

private let optionWords: [String: SchemaNode] = [
    "maximumKilobytes": count(from: 1),
    "maximumWidth": count(from: 1).described("In pixels"),
    "maximumHeight": count(from: 1).described("In pixels"),
    "widths": pictureWidths,
    "precision": [
        "type": "integer", "minimum": 0, "maximum": 7, "description": "How many digits after the point are kept",
    ],
    "matches": ["type": "string", "description": "A regular expression that the whole text matches: [A-Z]{2}-[0-9]+"],
    "not": .text("^[^.]+[.][^.]+$", write: "nicknames.word").described(
        "The collection and field with the values that it may not have"),
    "schemes": SchemaNode.oneOrMore(["type": "string"]).described("Of addresses: [https, mailto]"),
    "hosts": SchemaNode.oneOrMore(["type": "string"]).described("Of addresses: [maps.example]"),
    "localized": ["type": "boolean", "description": "Whether entries may give it for each of the site's locales"],
    "unique": [
        "enum": [true, false, "folded"],
        "description": "Whether no two entries may have the same; folded: nor one that searches treat as the same",
    ],
    "consecutive": [
        "type": "boolean", "description": "Whether the numbers of all entries run from the minimum without gaps",
    ],
    "default": ["description": "The value of entries that leave it out"],
]

let pictureWidths = SchemaNode.list(of: ["type": "integer", "minimum": 1, "maximum": 20_000], minimum: 1)
    .described("The widths of the smaller pictures to make, in pixels: [320, 640]")

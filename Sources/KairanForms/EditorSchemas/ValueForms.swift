internal import KairanContent
internal import KairanQueries

/// The values with more than one scalar, each written once in a file and referred to by its name.
let valueForms: [(key: String, value: SchemaNode)] = [
    ("date", .text(Forms.day, write: "2026-04-01")),
    (
        "dateOrDays",
        .text(Forms.day + "|^[^0-9 .-][^ .]*(\\.[^ .]+)?$", write: "2026-04-01, or a collection that has days")
    ),
    ("moment", .text(Forms.dayOrMoment, write: "2026-04-01 or 2026-04-01T09:00")),
    ("window", window), ("point", point),
    ("schedule", schedule), ("days", days),
    ("weekday", .either(weekdayNames)), ("dayOfMonth", numberOrLast(31)), ("week", numberOrLast(5)),
    ("dayOfYear", .text("^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", write: "04-01")), ("nth", nth),
]

private let window: SchemaNode = [
    "anyOf": [
        ["const": "always", "description": "At all times"],
        .mapping([
            ("from", SchemaNode.reference("moment").described("When it starts; without it, there is no start").orNull),
            ("until", SchemaNode.reference("moment").described("When it ends: a day is the last day").orNull),
        ]),
        .text("^[^/]*/[^/]*$", write: "2026-04-01/2026-04-30"),
    ]
]

private let point: SchemaNode = [
    "anyOf": [
        .mapping(
            [
                ("latitude", ["type": "number", "minimum": -90, "maximum": 90]),
                ("longitude", ["type": "number", "minimum": -180, "maximum": 180]),
            ], required: ["latitude", "longitude"]),
        .text("^ *-?[0-9.]+ *, *-?[0-9.]+ *$", write: "\"35.6812, 139.7671\""),
    ]
]

/// The rules of a schedule, and of its exceptions.
private let rules: [(key: String, value: SchemaNode)] = [
    ("weekly", SchemaNode.oneOrMore(.reference("weekday")).described("Days of the week: [sat, sun]")),
    ("monthly", SchemaNode.oneOrMore(.reference("dayOfMonth")).described("Days of the month: [5, 15, last]")),
    (
        "nth",
        SchemaNode.oneOrMore(.reference("nth")).described("Such as the second Saturday: { weekday: sat, week: 2 }")
    ),
    ("yearly", SchemaNode.oneOrMore(.reference("dayOfYear")).described("Days of the year: 11-22")),
    (
        "dates",
        SchemaNode.oneOrMore(.reference("dateOrDays")).described("Single days, and collections that have days")
    ),
    ("rrule", ["type": "string", "description": "A rule of RFC 5545: FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"]),
    (
        "text",
        ["type": ["string", "object"], "description": "What the rules mean, for people, in one language or in each"]
    ),
]

private let nth: SchemaNode = .mapping(
    [("weekday", .oneOrMore(.reference("weekday"))), ("week", .oneOrMore(.reference("week")))],
    required: ["weekday", "week"])

/// Returns the schema of a number or `last`, as for days of a month. YAML may also have the number in quotes.
private func numberOrLast(_ maximum: Int) -> SchemaNode {
    [
        "anyOf": [
            ["type": "integer", "minimum": 1, "maximum": .integer(maximum)],
            .text("^(last|[0-9]{1,2})$", write: "a number or last"),
        ]
    ]
}

private let days: SchemaNode = [
    "anyOf": [.oneOrMore(.reference("dateOrDays")), .mapping(rules)]
]

private let schedule: SchemaNode = [
    "anyOf": [
        ["const": "daily"],
        .mapping(
            [("daily", ["enum": [true, "true"], "description": "Every day"])] + rules + [
                (
                    "between",
                    SchemaNode.mapping([
                        ("from", SchemaNode.reference("date").orNull), ("until", SchemaNode.reference("date").orNull),
                    ]).described("From the first day to the last")
                ),
                (
                    "except",
                    SchemaNode.reference("days").described("The days on which it does not happen: dates, or rules")
                ),
            ]),
    ]
]

extension Explanation {
    static let shapes = Section(
        title: "Shapes",
        text: #"""
            # shape.missing
            broken by: a data template without `data:`, `feed:`, `search:`, `calendar:` or `revision:`
            mend: add it
            A file ending in .json.yml says with one of these words what it makes.
            - { each: ads, value: id }
            + data: { each: ads, value: id }

            # shape.value
            broken by: an `each` in an endpoint without `value:`
            mend: say which parts it publishes
            What an endpoint publishes must be said, so that a new field of the collection does not leak into apps.
            - data: { each: ads }
            + data: { each: ads, value: { id: id, client: client } }

            # shape.word
            broken by: a word that is almost one of the words of shapes: `eahc`, `litteral`
            mend: the word, or [`object`](shapes.md#a-word-or-a-key)
            It would become a key of the JSON, but is most likely a misspelt word. Where a key is meant, `object:` says so.
            - data: { eahc: ads, value: id }
            + data: { each: ads, value: id }

            # shape.object
            broken by: `object:` around a mapping that needs none
            mend: leave it out
            `object:` is for keys that would be taken for words; there are none here.
            - club: { object: { id: id } }
            + club: { id: id }

            # shape.text
            broken by: `{ text: name }`, the text of a path instead of its value
            mend: `name` alone, `{name}` inside a text, or `literal`
            `text:` makes a text of several parts. Apps would get the path's name, not its value.
            - name: { text: name }
            + name: name

            # shape.first
            broken by: `first` with a list of one shape, or of which one always has a value but is not the last; `default` beside `path` or `text`
            mend: two or more shapes, a literal last
            The first of the shapes that has a value is published, so only the last may always have one.
            - note: { path: note, default: none }
            + note: { first: [note, { literal: none }] }

            # shape.if
            broken by: an `if` without conditions, an `else` without `then`; in a page, two values of different forms
            mend: conditions as in [`where`](shapes.md#where-which), `then`, and the same keys and types in both
            An `if` has one value where its conditions hold, and another or none where they do not.
            - label: { if: { kind: pr }, else: name }
            + label: { if: { kind: { not: pr } }, then: name }

            # shape.shared
            broken by: `shape:` with a name that is no file of `templates/_shapes/`, or where no entry of its collection is at hand; a shape that is made of itself
            mend: see [shared shapes](shapes.md#shape-one-for-many)
            A shared shape is for the entries of one collection, which its `for` names.
            - data: { each: clubs, value: { shape: ad } }
            + data: { each: ads, value: { shape: ad } }

            # shape.key
            broken by: the same key twice, such as `note` and `note?`
            mend: rename one
            In JSON a key appears once, and readers differ in which of two they take.
            - value: { note: note, note?: text }
            + value: { note?: note }

            # shape.of
            broken by: `sum`, `least`, `greatest` or `mean` without `of`, or of values that have none
            mend: a number; for `least` and `greatest` anything that can be sorted
            `of` is the path from each element to the value that counts.
            - total: { sum: clubs }
            + total: { sum: clubs, of: members }

            # shape.position
            broken by: `position` outside of every list, or counted from another number than 0 or 1
            mend: in the `value` of an `each`; `position: 1`
            A position is the place of an element in a list.
            - data: { position: 1 }
            + data: { each: clubs, value: { place: { position: 1 }, name: name } }

            # shape.by
            broken by: `group`, `keyed` or `split` without `by`, or by something that has no single value; `groups` where there are none
            mend: a text, number, date, choice, version, reference or list of those; for `keyed` `id` or a `unique` field
            Keys of a JSON object are single values, and with `keyed` each belongs to one entry.
            - keyed: ads
            - by: client
            + keyed: ads
            + by: id

            # shape.occurrences
            broken by: a list of patterns whose last one two days can share; a `within` that is not a window
            mend: end it with `yyyyMMdd`
            Days become keys, one inside the other, and the last must tell two days apart.
            - as: [yyyyMM, EEEE]
            + as: [yyyyMM, yyyyMMdd]

            # shape.list
            broken by: a list in the data of a page whose elements have different keys
            mend: the same keys and types in each
            Tags inside the section are checked once for all its elements, so these must be alike.
            - menu: [{ name: { literal: Clubs } }, { title: { literal: News } }]
            + menu: [{ name: { literal: Clubs } }, { name: { literal: News } }]

            # shape.chart
            broken by: a chart without its parts
            mend: see [templates](templates.md#data)
            A chart draws a number for each element, and has a name for readers who do not see it.
            - { chart: line, each: usage }
            + { chart: line, each: usage, x: "{month, yyyy-MM}", y: users, title: Users }

            # shape.changes
            broken by: a comparison without its parts
            mend: see [templates](templates.md#data)
            Two texts are compared: the earlier one and the present one.
            - changes: { from: previous.body }
            + changes: { from: previous.body, to: body }
            """#)
}

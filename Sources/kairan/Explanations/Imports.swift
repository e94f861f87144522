extension Explanation {
    static let imports = Section(
        title: "Importing JSON",
        text: #"""
            # import.type
            broken by: JSON that has a list where the endpoint's shape makes an object, or the like
            mend: mend the JSON or [the shape](shapes.md)
            The shape is run backwards, so the JSON must be what it could have made.
            - { "items": { "id": 12 } }
            + { "items": [{ "id": 12 }] }

            # import.key
            broken by: a key that the shape does not make, or one that it always makes and that is missing
            mend: mend the JSON or [the shape](shapes.md)
            What the shape does not know would be lost on the way.
            - value: { id: number }
            + value: { id: number, clientName: client }

            # import.text
            broken by: a text that the shape's text does not make, or that can be read in several ways
            mend: write it as the shape does
            A text of several parts is cut at the words between them.
            - { "title": "Harbour Bakery 12" }   for "{client}, no. {number}"
            + { "title": "Harbour Bakery, no. 12" }

            # import.days
            broken by: an endpoint that lists the days of a schedule between two days, which says nothing about any others
            mend: add other days to the entries, if there are any
            The days of the range come back exactly; whether something happens before or after, the JSON does not say.
            - days: { dates: [2026-04-18, 2026-04-25] }
            + days: { weekly: sat, between: { from: 2026-04-18 } }

            # import.value
            broken by: a label, colour or day that does not exist, or null where every entry has a value
            mend: write it as the shape does
            A value is found by what the shape makes of it.
            - { "kind": "Shopps" }
            + { "kind": "Shops" }

            # import.reference
            broken by: an entry that should exist but does not, or that exists several times
            mend: import its collection first; see [moving an API](import.md#what-the-json-only-names)
            The JSON refers to another entry, which must exist in the site.
            - $ kairan import old/shows.json --endpoint v1/shows
            + $ kairan import old/films.json --endpoint v1/films
            + $ kairan import old/shows.json --endpoint v1/shows

            # import.picture
            broken by: a picture that cannot be found, or a warning that it gets another address
            mend: `--pictures FOLDER`; see [moving an API](import.md#what-the-json-only-names)
            Pictures are never fetched; a file of that name is looked for.
            - $ kairan import old/ads.json --endpoint v1/ads
            + $ kairan import old/ads.json --endpoint v1/ads --pictures old/images

            # import.shape
            broken by: a shape that cannot be read backwards
            mend: write those entries by hand; see [moving an API](import.md#what-the-json-does-not-tell)
            From a schedule in words, or two values side by side, nobody can tell what was written.
            - name: { text: "{first}{last}" }
            + name: { text: "{first} {last}" }

            # import.field
            broken by: a field that new entries need but the JSON does not give
            mend: `--set field=value`, or publish it; see [moving an API](import.md#what-the-json-does-not-tell)
            Without it, the entry would be a mistake.
            - $ kairan import old/ads.json --endpoint v1/ads
            + $ kairan import old/ads.json --endpoint v1/ads --set kind=pr

            # import.window
            broken by: warning: new entries are always shown, as the JSON does not say until when
            mend: `--set shown=…`, or nothing
            What is in the file is shown now, and nothing says for how long.
            - $ kairan import old/ads.json --endpoint v1/ads
            + $ kairan import old/ads.json --endpoint v1/ads --set shown=always

            # import.day
            broken by: warning: a month without a day becomes its first
            mend: nothing, or the day in the entry
            A field of the type date has a day.
            - { "month": "2026-04" }
            + month: 2026-04-01

            # import.exists
            broken by: an existing entry with different values
            mend: `--update`; see [importing again](import.md#importing-again)
            Whoever changed the entry here may be right.
            - $ kairan import old/ads.json --endpoint v1/ads
            + $ kairan import old/ads.json --endpoint v1/ads --update

            # import.update
            broken by: an entry with different values in a file that only you may change, such as a table
            mend: change it there; see [importing again](import.md#importing-again)
            Kairan changes single lines of an entry's own file, and no file that holds several.
            - 12,Harbour Bakery
            + 12,Harbour Bakery & Café

            # import.difference
            broken by: what the endpoint would publish instead of the JSON that was given
            mend: change the shape or the JSON; see [moving an API](import.md)
            Nothing is written unless apps would get the same as before.
            - value: { id: number, clientName: client }
            + value: { id: number, clientName: client, text: body.text }
            """#)
}

extension Explanation {
    static let declarations = Section(
        title: "Declarations",
        text: #"""
            # declaration.key
            broken by: a key that does not exist there, such as `field:`
            mend: the help names the nearest
            A key that means nothing would be ignored, and with it what you wanted.
            - fileds:
            -   title: text
            + fields:
            +   title: text

            # declaration.type
            broken by: a list where a mapping belongs, a text where a number does
            mend: see the help
            A declaration is read before any entry, so what it says must be unmistakable.
            - fields: [title, date]
            + fields: { title: text, date: date }

            # declaration.limits
            broken by: `minimum: 3, maximum: 1`; a field that is both `localized` and `unique`
            mend: swap the two; remove one
            No value could be right, or two limits contradict each other.
            - days: { list: { of: text, minimum: 3, maximum: 1 } }
            + days: { list: { of: text, minimum: 1, maximum: 3 } }

            # declaration.default
            broken by: a [computed default](rules.md#defaults-that-are-computed) of another type, with a limit, in a circle, or of something that may be missing
            mend: see the help
            What is computed must always have a value of the field's type, and is never checked again.
            - caption: { text: { default: "{club.nick}" } }
            + caption: { text: { default: "{club.name}" } }

            # declaration.pattern
            broken by: a regular expression of `matches` that cannot be read
            mend: the message names the part
            Only expressions are read that browsers, editors and apps understand alike, and that are fast on every text.
            - code: { text: { matches: "[A-Z" } }
            + code: { text: { matches: "[A-Z]+" } }

            # field.declaration
            broken by: a field whose type cannot be read
            mend: `name: text`, or `name: { text: { maximumLength: 80 } }`
            A field is a name and a type, and limits are below the type.
            - title: { maximumLength: 80 }
            + title: { text: { maximumLength: 80 } }

            # field.name
            broken by: a field called `na-me`
            mend: letters, digits, `_`
            Names of fields are part of paths such as `club.name`, and become keys that apps read.
            - first-day: date
            + firstDay: date

            # field.reserved
            broken by: a field called `id`, `page`, `body` …
            mend: another name
            The name means something of its own in templates and shapes; a field of that name could not be reached.
            - page: integer
            + pageNumber: integer

            # collection.parent
            broken by: a `parent:` without a field that holds the entries, or the other way round; a file in the folder of such a collection
            mend: name the collection on both sides, and write its entries in the files of the parent
            Records that are entries stand in the file of another entry. Both declarations say so, because each is read alone.
            - releases: { list: { record: { cycle: version } } }
            + releases: { entries: releases }

            # locale.none
            broken by: `localized: true` in a site without `locales:`
            mend: name them in `site.yml`
            A field can be translated only if the site says into which languages.
            - title: { text: { localized: true } }
            + locales: { ja: 日本語, en: English }

            # number.form
            broken by: an unquoted `3.10` or `007` under `values:` or `literal:`, where no field says what it is
            mend: quotes for a text, `3.1` or `7` for a number
            Where no field says that it is a text, `3.10` is the number 3.1, and `007` is 7. Apps would get a value other than the one
            written.
            - values: { release: 3.10 }
            + values: { release: "3.10" }

            # number.size
            broken by: a number beyond 9007199254740991 (2^53 - 1), in an entry, in `values:`, in `literal:`, in JSON of a version that no shape makes, or in a folder that `kairan lint` checks
            mend: declare the field as `text`; quotes, where no field says what it is
            JavaScript and many other readers of JSON round a larger number to one near it (RFC 8259, section 6), and an id
            that is rounded belongs to something else.
            - number: integer
            + number: text

            # reference.collection
            broken by: a reference to a collection that does not exist
            mend: the help lists them
            A reference is checked against the entries of its collection, so the collection must exist.
            - club: { reference: club }
            + club: { reference: clubs }

            # agreement.text
            broken by: an agreement whose entries have no text, or that includes entries without one
            mend: `body: markdown`, or a field of the type `text` or `markdown`
            Versions are compared by their text. Without one, every change of what users agreed to would pass.
            - body: none
            + body: markdown
            """#)
}

extension Explanation {
    static let queries = Section(
        title: "Data and queries",
        text: #"""
            # path.unknown
            broken by: a name that the collection does not have; `page` of entries without pages
            mend: the help names the nearest
            The name leads to nothing, so every output would lack the value.
            - value: { name: nmae }
            + value: { name: name }

            # path.pattern
            broken by: a path to a [pattern](rules.md#patterns) where no entry is at hand to fill it in; a pattern that names a pattern
            mend: use it in `each:` or `for:` of that collection; name a field that is no pattern
            The text is different for each of these entries, and a pattern in a pattern could lead back to itself.
            - { each: products, value: changelog }
            + { each: releases, value: parent.changelog }

            # path.syntax
            broken by: `site..title`
            mend: one dot between names
            A path is names with one dot between them, from a field to its parts.
            - title: site..title
            + title: site.title

            # path.type
            broken by: `image` where a text belongs; in a text, a value that may be null
            mend: one of its parts: `image.url`
            The value has parts, but no single text.
            - image: image
            + image: image.url

            # path.unsafe
            broken by: a value such as `a/b` that would be part of a path; a path of more than 1000 bytes
            mend: another field in the template's path; a shorter path
            With a `/` or `..` in it, the value would write files to places that the template does not name.
            - templates/clubs/{name}.html.mustache, name: Judo/Kendo
            + templates/clubs/{id}.html.mustache

            # query.source
            broken by: `each:` of something that is neither a collection nor a list, or of a name under `data:` that a collection has too
            mend: the help names the nearest; another name
            `each` needs a list: a collection, a list of the entry, or a name under `data` that no collection has.
            - clubs: { each: club }
            + clubs: { each: clubs }

            # query.where
            broken by: an unknown comparison, an empty list, or one that the type does not have
            mend: see the help
            A condition that cannot be computed would let everything pass, or nothing.
            - where: { number: { above: 3 } }
            + where: { number: { moreThan: 3 } }

            # query.range
            broken by: `days`, `weeks`, `months` or `years` without `from` and `until`, or these beside something else; `until` always before `from`, or more than a century after it; the second day of a `between` always before the first
            mend: see [calendar](calendar.md#the-calendar-as-a-list)
            The calendar has no end, so a list of its days needs one; a century is enough for a board.
            - each: days
            + each: days
            + from: today
            + until: today + 30 days

            # query.day
            broken by: something that is not a day, such as `tomorow`, or a day outside the years 1 to 9999, perhaps only for some entry or moment; `between` without a unit
            mend: `2026-04-01`, `today + 1 day`, `$day`
            Days are written as dates, or counted from `today`, `this month` and the like, or from a field.
            - from: tomorow
            + from: today + 1 day

            # query.sort
            broken by: sorting by a list, a window, a schedule, a picture
            mend: sort by one of its parts
            The values themselves have no order, but their parts may.
            - sort: shown
            + sort: shown.from

            # data.name
            broken by: a name under `data:` that already means something, such as `site`
            mend: another name
            Templates could reach only one of the two.
            - data: { site: { each: clubs } }
            + data: { clubs: { each: clubs } }

            # first.missing
            broken by: `required: true`, but nothing matches
            mend: add an entry
            Clients that read the output rely on a value there.
            - first: terms
            - where: { version: { moreThan: 4.0 } }
            - required: true
            + first: terms
            + sort: -version
            + required: true

            # text.brace
            broken by: a `{` that is not closed
            mend: close it, or write `{{`
            A brace begins a path inside a text; one that is meant as itself is written twice.
            - title: "{name"
            + title: "{name}"

            # text.format
            broken by: a format that the value does not have
            mend: see [shapes](shapes.md#text-a-string-made-of-several)
            The pattern does not fit the value: hours of a date, digits of a text.
            - text: "{date, HH:mm}"
            + text: "{date, yyyy-MM-dd}"
            """#)
}

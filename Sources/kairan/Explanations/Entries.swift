extension Explanation {
    static let entries = Section(
        title: "Entries",
        text: #"""
            # field.missing
            broken by: a required field that is left out or empty
            mend: write it, or declare it with `?`
            Pages and apps rely on the field. An app that decodes strictly fails where it is missing.
            - client: Bakery
            + client: Bakery
            + kind: pr

            # field.unknown
            broken by: a field that is not declared, or a key beside a list of entries
            mend: the help names the nearest
            Nothing would read the field, so a typing mistake in its name would silently lose its value.
            - clinet: Bakery
            + client: Bakery

            # field.type
            broken by: `4/1/2026` as a date, `1,200` as an integer, `yes` as a boolean
            mend: see the help
            Each field has a type, and values are read by it and by nothing else: neither guessed, nor converted, nor cut off.
            - date: 4/1/2026
            + date: 2026-04-01

            # field.choice
            broken by: a value that the choice does not list
            mend: the help names the nearest
            Apps and templates know the listed values only.
            - kind: pf
            + kind: pr

            # field.limit
            broken by: a text too long, a number too small, a list too short
            mend: change it, or the limit
            The limits say what still fits: a title on a telephone, a number in a field of a database.
            - title: "A very long title that no telephone can show on one line …"
            + title: "A title that fits"

            # field.form
            broken by: a text that [`matches`](rules.md#matches) does not allow
            mend: write it in that form
            Apps and other programs take such a text apart, or look it up: a code, a tag, a name in another system.
            - code: AB12
            + code: AB-12

            # field.gap
            broken by: a missing number in a field that says `consecutive: true`
            mend: renumber the entries, or give the missing number to one
            Apps count on such numbers: they go from one to the next, or read them as places in a list.
            - number: 4 after 2
            + number: 3 after 2

            # list.repeated
            broken by: warning: an entry that a list names twice
            mend: remove one of the two
            A list of entries is an order, such as that of stops. The same entry twice is usually a copied line.
            - stops: [pier, castle, pier]
            + stops: [pier, castle]

            # field.unique
            broken by: the same value twice
            mend: change one
            Something finds entries by this value, such as an app by a number. With two of them one would never be found.
            - number: 4
            + number: 5

            # check.failed
            broken by: an entry for which a condition of [`checks`](rules.md#checks) does not hold
            mend: the message is the collection's own sentence; the help names the line of the check
            Some mistakes show only in several values together: an end before the start, or two fields that exclude each other.
            - release: 2026-03-01
            - end: 2026-02-01
            + release: 2026-03-01
            + end: 2027-03-01

            # pattern.missing
            broken by: a name in a [pattern](rules.md#patterns) that not every entry of its collection has
            mend: name another, or make the field one that all have
            An entry without the value would leave half a text.
            - notes: https://example.org/{codename}/
            + notes: https://example.org/{cycle}/

            # field.forbidden
            broken by: a text that is in the list that `noneOf` names
            mend: write another
            Another collection lists values that must not be used, such as names that are taken. Letters are compared as searches do,
            so `ＡＤＭＩＮ` is `admin`.
            - nickname: ＡＤＭＩＮ
            + nickname: harbour-master

            # reference.unknown
            broken by: an id that is not in the collection, also in a template's `where`
            mend: the help names the nearest
            The entry that is meant is not there: a typing mistake, or it was renamed. A page would show nothing, an app would fail.
            - club: rowin
            + club: rowing

            # reference.preview
            broken by: an entry that is only in the [preview](contracts.md#the-preview), but is named by one on the live site
            mend: write `channel: preview` there too, or take it out
            The live site cannot show what is only in the preview.
            - club: go
            + channel: preview
            + club: go

            # reference.trash
            broken by: an entry [in the trash](command.md#the-trash) that another entry or a template names
            mend: name another, or remove its `deleted`
            What is in the trash is in no output, so nothing may rely on it.
            - club: old-club
            + club: rowing

            # channel.unknown
            broken by: a channel that is neither `live` nor `preview`
            mend: write `channel: preview`, or leave it out
            An unknown channel could mean 'not yet' or 'for all'; nobody should have to guess that.
            - channel: beta
            + channel: preview

            # trash.future
            broken by: warning: `deleted` with a day in the future; the entry is already out
            mend: the day on which you deleted it; a window's `until` to end it on a day
            `deleted` takes the entry out now, whatever its date. To end it on a certain day, use a window.
            - deleted: 2026-12-31
            + shown: { until: 2026-12-31 }

            # trash.old
            broken by: warning of `kairan check`: an entry that has been in the trash for 30 days
            mend: `kairan purge`
            Nobody has taken it back for a month. Until it is removed, it keeps its id and is read in every build.
            - deleted: 2026-03-01
            + $ kairan purge

            # id.duplicate
            broken by: the same id twice, also in two files or in the trash
            mend: rename one
            The id is part of addresses and what others refer to, so it can mean only one entry.
            - content/clubs/chess.md, content/clubs/chess.yml
            + content/clubs/chess.md, content/clubs/chess-juniors.yml

            # id.unsafe
            broken by: an id with a space, a slash, or letters other than a to z
            mend: letters, digits, `-`, `_`, `.`
            The id becomes part of addresses and file names, which must be the same on every system.
            - content/clubs/Chess Club!.md
            + content/clubs/chess-club.md

            # entry.type
            broken by: a file or list element that is not a mapping
            mend: write `name: value` lines
            An entry consists of named fields.
            - - Chess
            - - Rowing
            + - { id: chess, name: Chess }
            + - { id: rowing, name: Rowing }
            """#)
}

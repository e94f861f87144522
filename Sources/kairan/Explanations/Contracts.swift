internal import KairanReaders

extension Explanation {
    static let contracts = Section(
        title: "Versions of an API",
        text: #"""
            # version.status
            broken by: a version without `status`, or with an unknown one
            mend: `draft`, `current`, `frozen` or `retired`
            The status says what apps may rely on.
            - status: live
            + status: current

            # version.place
            broken by: a `_version.yml` that is not in a folder of `templates/api/`
            mend: `templates/api/v1/_version.yml`
            A version is a folder of the API, and everything in it keeps the promise.
            - templates/_version.yml
            + templates/api/v1/_version.yml

            # version.retired
            broken by: a retired version without a date, an invalid date, or `retired` or `successor` in a version that is not retired
            mend: see [contracts](contracts.md#versions)
            Apps and people want to know from when they should use another version.
            - status: retired
            + status: retired
            + retired: 2026-04-01

            # version.successor
            broken by: a successor that is not another version, or that is only in the preview
            mend: the help names the nearest; leave it out until it is live
            The successor is where apps should go.
            - successor: v3
            + successor: v2

            # contract.keyRemoved
            broken by: a key that a version publishes would be gone
            mend: put it back, or give new apps a version of their own
            An app that decodes the key strictly stops at the next start.
            - value: { id: id }
            + value: { id: id, title: title }

            # contract.keyRenamed
            broken by: a key of a published version would get another name
            mend: publish both, or give new apps a version of their own
            To an app the old key is gone, and the new one unknown.
            - value: { headline: title }
            + value: { title: title }

            # contract.typeChanged
            broken by: a value would get another type, or several; numbers would stand for other values of a choice
            mend: another key for the new type
            An app that expects a text cannot read a number, and vice versa.
            - value: { number: number.text }
            + value: { number: number }

            # contract.integerToDecimal
            broken by: a whole number that may become one with a fraction
            mend: another key for it
            An app that reads an integer fails at 3.5.
            - price: decimal
            + price: integer

            # contract.becameNullable
            broken by: a value that was always there and may become `null`
            mend: `first` with a literal, or the field required again
            An app that reads it as required fails at the first `null`.
            - note: note
            + note: { first: [note, { literal: "" }] }

            # contract.becameOptional
            broken by: a key that was always there and would be declared as one that may be left out
            mend: write it without `?`, with `first` and a literal
            An app that reads it as required fails when it is missing, even if only for a day.
            - note?: note
            + note: { first: [note, { literal: "" }] }

            # contract.valueAdded
            broken by: a choice of a published version with one more value, or a condition that no longer leaves one out
            mend: leave the value out of that version with `where`; see [contracts](contracts.md#versions)
            An app with an enum of the known values fails at a new one.
            - data: { each: ads, value: { kind: kind } }
            + data: { each: ads, where: { kind: { not: club } }, value: { kind: kind } }

            # contract.valueRemoved
            broken by: a value that a published version always has, such as a key of a group, and that would be gone
            mend: put it back
            An app that looks it up finds nothing.
            - kind: { choice: [pr] }
            + kind: { choice: [pr, univ] }

            # contract.arrayToObject
            broken by: an array that becomes an object, or the other way round
            mend: another endpoint for the new form
            An app reads one or the other, not both.
            - data: { keyed: ads, by: id, value: { title: title } }
            + data: { each: ads, value: { id: id, title: title } }

            # contract.formatLoosened
            broken by: a text that loses its format, such as a date that becomes any text
            mend: the type as it was
            An app that reads a date fails at 'next week'.
            - date: text
            + date: date

            # contract.formatChanged
            broken by: data that a text shows in a different form: a different pattern, `dateFormat`, `language` or `timeZone` of site.yml, grouped or ungrouped digits, a different unit beside a number, or different data in a different order
            mend: the form as it was; a key of its own for the new one
            An app that takes the text apart, or sorts by it, finds something else. The other words of a text may change.
            - period: { text: "{from, d MMM yyyy}" }
            + period: { text: "{from, yyyy-MM-dd}" }

            # contract.rangeWidened
            broken by: a number or a text that may be larger, smaller or longer than was promised, or a number that may need 64 bits
            mend: the limits as they were, or a `where` that keeps them
            An app may keep it in a field, or a space on the screen, that has these limits.
            - title: { text: { maximumLength: 200 } }
            + title: { text: { maximumLength: 80 } }

            # contract.endpointRemoved
            broken by: an endpoint of a published version that would be gone
            mend: put its template back
            An app that loads it gets an error page.
            - templates/api/v1/news.json.yml removed
            + templates/api/v1/news.json.yml

            # contract.pathValueRemoved
            broken by: files of an endpoint with `{…}` in its path would be gone, or only in the preview, though [neither time nor the trash](contracts.md#files-that-go) explains it
            mend: put back the entry, the value or the `for` that they are made from; end an entry with `deleted:` or its window; if its time is over, publish once with the old `for` before you change it
            An app may have kept the address of a file.
            - content/clubs/chess.yml removed
            + content/clubs/chess.yml

            # contract.versionRemoved
            broken by: a whole published version that would be gone, or only be in the preview
            mend: put its `_version.yml` back; write `status: retired`
            Released apps use it, whatever newer ones do.
            - templates/api/v1/_version.yml removed
            + status: retired
            + retired: 2026-04-01

            # contract.statusLoosened
            broken by: a version that promises less than its published form
            mend: the status that it had
            What was promised counts: apps were written for it.
            - status: draft
            + status: current

            # contract.nameReused
            broken by: a key, an endpoint or a version that was removed with `--accept-breaking` and comes back with another type
            mend: another name, or the type that it had; see [contracts](contracts.md#when-the-gate-refuses)
            An app that is still in use reads it as it was.
            - value: { id: id, client: rank }
            + value: { id: id, clientRank: rank }

            # contract.damaged
            broken by: the published `openapi.json`, `manifest.json` or `changelog.json` of a version, or their hashes in `.kairan.json`, were edited or are gone, so nobody knows what apps rely on
            mend: restore them as they were published; see [contracts](contracts.md#when-the-gate-refuses)
            Without it nobody can say whether the next publication breaks an app.
            - public/api/v1/openapi.json edited by hand
            + git checkout -- public/.kairan.json public/api/v1

            # contract.keyAdded
            broken by: a new key in a version that is frozen or retired
            mend: a newer version; see [contracts](contracts.md#what-breaks-apps)
            A frozen version stays as it is, so that apps that refuse unknown keys keep working.
            - value: { id: id, title: title, note?: note }
            + value: { id: id, title: title }

            # contract.endpointAdded
            broken by: a new endpoint of a version that is frozen or retired
            mend: a newer version; see [contracts](contracts.md#what-breaks-apps)
            Apps that are written today should begin with the newest version.
            - templates/api/v1/news.json.yml
            + templates/api/v2/news.json.yml

            # contract.pathValueAdded
            broken by: a new file of an endpoint with `{…}` in its path, in a version that is frozen or retired
            mend: a newer version; see [contracts](contracts.md#what-breaks-apps)
            A frozen version stays as it is.
            - for: shops
            + for: { each: shops, where: { id: { in: [bakery, books] } } }

            # contract.countRemoved
            broken by: a [revision](shapes.md#revision-a-number-that-grows) of a published version that no longer counts the changes to an output
            mend: name it in `of` again
            An app that loads anew only when the number grows would miss the changes.
            - revision: { of: [api/v1/news.json] }
            + revision: { of: [api/v1/news.json, api/v1/clubs.json] }

            # contract.countAdded
            broken by: a revision that counts the changes to one more output, in a version that is frozen or retired
            mend: a newer version; see [contracts](contracts.md#what-breaks-apps)
            No app breaks because of it, but a frozen version stays as it is.
            - revision: { of: [api/v1/news.json, api/v1/clubs.json] }
            + revision: { of: [api/v1/news.json] }

            # contract.narrowed
            broken by: a value that may vary less than before, in a version that is frozen or retired
            mend: the type or the limits as they were; see [contracts](contracts.md#what-breaks-apps)
            No app breaks because of it, but a frozen version stays as it is.
            - title: { text: { maximumLength: 40 } }
            + title: { text: { maximumLength: 80 } }

            # contract.statusRaised
            broken by: never a mistake: the changelog records that a version promises more
            mend: nothing
            A draft that becomes current promises from then on that nothing breaks.
            - status: draft
            + status: current

            # contract.data
            broken by: a file of a version does not match its schema (the new one, the published one, or that of the template that used to make it), though the contract itself shows no such change
            mend: the value of the entry, or the shape, as it was; see [contracts](contracts.md#when-the-gate-refuses)
            Apps were written for that schema, and the data breaks it.
            - number: 12.5
            + number: 12

            # contract.uncompared
            broken by: warning: nothing is known of an earlier publication, neither in `public/` nor in `.kairan/`, so nothing is compared
            mend: bring the whole folder back as it was published, or say `--first-publication`; see [contracts](contracts.md#when-the-gate-refuses)
            A new list begins a new contract, which released apps do not know of.
            - rm -r public .kairan; kairan build
            + git checkout -- public; kairan build

            # contract.rolledBack
            broken by: warning: `public/` went back to an older publication, for example by `git revert`, a checkout or a backup
            mend: nothing; see [going back](going-back.md)
            Contracts and agreements keep what the newest publication promised, and revisions continue from its numbers.
            - git revert HEAD
            + git revert HEAD; kairan build; git add public

            # contract.restored
            broken by: warning: files of `public/` that make promises, or the list of all files, are damaged or gone, for example after a power failure
            mend: nothing; see [what a disk lost](going-back.md#what-a-disk-lost)
            `.kairan/` or git has what was published, so every promise is kept, and the next publication writes the files again.
            - public/.kairan.json, empty after a power failure
            + kairan build; git add public

            # contract.history
            broken by: warning: git does not know the whole past of `public/`, as in a shallow clone, so a build may not notice that `public/` went back
            mend: `git fetch --unshallow`; `fetch-depth: 0` for a workflow's checkout; see [going back](going-back.md#what-git-has-to-know)
            Where `public/` may be older than what apps have read, numbers could be used twice.
            - git clone --depth 1 https://example.org/board.git
            + git clone https://example.org/board.git

            # contract.memory
            broken by: warning: `.kairan/` cannot be written, so what was published is not remembered
            mend: make the folder writable; see [going back](going-back.md#where-git-knows-nothing)
            If `public/` goes back later, only git can tell what apps have read.
            - chmod a-w .kairan
            + chmod u+w .kairan

            # contract.moved
            broken by: `url` in site.yml, or `--base`, gives a published API another address
            mend: keep the old address; or keep serving these files, or redirects to them, there, and say so with `--accept-breaking moved:v1`
            Released apps use the address that they know, and no new version can change that.
            - url: https://boards.example/
            + url: https://harbour.example/board/

            # contract.channel
            broken by: `--out` names the folder of the other channel
            mend: drop `--out`, or name another folder
            The preview may change in any way, so whatever is in its place is not compared with anything.
            - kairan build --channel preview --out public
            + kairan build --channel preview

            # contract.unused
            broken by: warning: `--accept-breaking` for a change that does not exist
            mend: drop it, or write what the help names
            It may be misspelt, and then accepts nothing; or it was needed for an earlier publication, and could hide the next.
            - kairan build --accept-breaking keyRemoved:v1/ads
            + kairan build
            """#)
}

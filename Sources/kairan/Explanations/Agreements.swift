extension Explanation {
    static let agreements = Section(
        title: "Versions that users agree to",
        text: #"""
            # agreement.changed
            broken by: a [version that users agreed to](collections.md#versions-that-users-agree-to) differs from the text that was published; the lines that differ are shown
            mend: put the text back, or add the version that the help names
            Users agreed to the text as it was published; it stays, so that anyone can read what they agreed to. Only line
            breaks and other white space may change, and links to what is gone may be dropped.
            - version: 3.9, with other words than were published
            + version: 3.10, with the new words, and 3.9 as it was

            # agreement.version
            broken by: a text that belongs to the newest published version, such as the privacy policy, changed or is no longer included
            mend: add the version that the help names, or put the text back
            The agreement includes this text, so a new text needs a new agreement.
            - documents/privacy.md changed, terms still at 3.9
            + documents/privacy.md changed, terms/3.10.md added

            # agreement.early
            broken by: a reference or a list that would show the text, or the page, of a version before it comes into force
            mend: query the versions, which takes only those in force; or, to announce one, add a condition on its day
            Nobody can have agreed to something that is not yet in force, and once shown, a text must stay as it is.
            - text: version.body.text
            + text: { first: terms, sort: -version, value: body.text }

            # agreement.order
            broken by: a new version that is not higher than those published or in force
            mend: a higher one
            Apps ask again for agreement when the version is higher than the one they know.
            - version: 3.7
            + version: 3.10

            # agreement.removed
            broken by: a published version whose entry is gone, or in the trash; a collection that no longer declares an `agreement`
            mend: put it back
            What users agreed to must stay readable as long as they may ask for it.
            - deleted: 2026-04-10
            + version: 3.6

            # agreement.unreadable
            broken by: the published `agreements.json`, or its hash in `.kairan.json`, is damaged or was edited
            mend: put back the one that was published
            `agreements.json` keeps what users agreed to. A new one would take today's texts for them.
            - public/agreements.json edited by hand
            + git checkout -- public/.kairan.json public/agreements.json
            """#)
}

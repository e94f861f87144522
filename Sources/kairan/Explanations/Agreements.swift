extension Explanation {
    static let agreements = Section(
        title: "Versions that users agree to",
        text: #"""
            # agreement.changed
            broken by: a [version that users agreed to](collections.md#versions-that-users-agree-to) has another text than was published; the lines that differ are shown
            mend: put the text back, or add the version that the help names
            Users agreed to the text as it was published; that text stays, so that it can be read what they agreed to. Only line
            breaks and other white space may change, and links to what is gone may be dropped.
            - version: 3.9, with other words than were published
            + version: 3.10, with the new words, and 3.9 as it was

            # agreement.version
            broken by: a text that belongs to the newest published version changed, such as the privacy policy, or is not included any more
            mend: add the version that the help names, or put the text back
            The agreement includes this text. Another text needs another agreement.
            - documents/privacy.md changed, terms still at 3.9
            + documents/privacy.md changed, terms/3.10.md added

            # agreement.early
            broken by: a reference or a list that would show the text, or the page, of a version before the day from which it is in force
            mend: a query of the versions, which takes those in force; or a condition on their day, if it is to be announced
            Nobody can have agreed yet to what is not in force, and what is shown once stays as it is.
            - text: version.body.text
            + text: { first: terms, sort: -version, value: body.text }

            # agreement.order
            broken by: a new version that is not higher than those published or in force
            mend: a higher one
            Apps ask again for agreement when the version is higher than the one they know.
            - version: 3.7
            + version: 3.10

            # agreement.removed
            broken by: a published version whose entry is gone, or in the trash; a collection that declares no `agreement` any more
            mend: put it back
            What users agreed to must stay readable as long as they may ask for it.
            - deleted: 2026-04-10
            + version: 3.6

            # agreement.unreadable
            broken by: the published `agreements.json`, or its hash in `.kairan.json`, is damaged or was edited
            mend: put back the one that was published
            `agreements.json` keeps what users agreed to. A new one would take the texts of today for those.
            - public/agreements.json edited by hand
            + git checkout -- public/.kairan.json public/agreements.json
            """#)
}

internal import KairanReaders

extension Explanation {
    static let links = Section(
        title: "Links",
        text: #"""
            # link.dead
            broken by: a link, picture or style sheet that leads to no source file, page or file of the site; an entry that has no page at this moment; an address of the site's own in JSON, a feed or a calendar that leads to no file; for [`kairan lint`](lint.md), a path or address to no file of the folder; an empty `href` or `src`; a picture that is a page
            mend: the help names the nearest, the page it is on, or why
            Readers who follow the link, or apps that load the picture, find nothing there. If another program serves it at
            the same address, write it in a shape as a constant: `literal: https://example.org/board/graphql`.
            - Fresh [cake](/cake/)
            + Fresh [cake](/cakes/)

            # link.words
            broken by: warning: a picture or link of Markdown without words
            mend: write what the picture shows, or what the link leads to
            People who cannot see the picture learn nothing of it, and nobody can choose a link that shows nothing.
            - ![](pier.png)
            + ![The old pier](pier.png)

            # link.anchor
            broken by: `#place` that the page does not have
            mend: the help names the nearest
            The page exists, but the place on it does not: readers land at its top and have to search.
            - [hours](#hours)
            + [hours](#opening-hours)

            # link.place
            broken by: two places of one name on a page, so that links lead to the first
            mend: another name; in a list put the entry's `id` into it
            Browsers go to the first of the two, so the second cannot be reached.
            - {{#clubs}}<section id="club">…</section>{{/clubs}}
            + {{#clubs}}<section id="club-{{id}}">…</section>{{/clubs}}

            # link.script
            broken by: a `javascript:`, `vbscript:`, `file:` or `data:` address on a page, from a template or a `text` field; pictures may be `data:`
            mend: a `url` field, or a script of its own
            A text of the content could run as a program with the rights of your site.
            - <a href="{{note}}">   (note: text)
            + <a href="{{target}}"> (target: url)

            # link.relative
            broken by: a relative address in `404.html`, which is shown at any address
            mend: `{{site.path}}` before it
            A host shows 404.html at the address that was not found, and a relative address starts from that.
            - <link rel="stylesheet" href="assets/site.css">
            + <link rel="stylesheet" href="{{site.path}}assets/site.css">

            # link.invalid
            broken by: an `href` or `src` in a template that is not an address
            mend: write it whole
            Browsers guess what is meant, each in its own way.
            - <a href="https:///clubs">
            + <a href="https://harbour.example/clubs/">
            """#)
}

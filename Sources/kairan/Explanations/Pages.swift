extension Explanation {
    static let pages = Section(
        title: "Pages",
        text: #"""
            # for.each
            broken by: a `for` without `each`
            mend: name the collection
            `for` makes a file for every element, so it must name a list.
            - for: { where: { kind: pr } }
            + for: { each: ads, where: { kind: pr } }

            # for.missing
            broken by: `{id}` in a path, but no `for`
            mend: add `for:`
            The braces in the template's name stand for a value, but nothing says of which entries.
            - templates/ads/{id}.html.mustache without front matter
            + for: ads

            # for.by
            broken by: a list under `by` of one field, or of two with the same name
            mend: two fields with different last names
            A list under `by` makes a file for each combination of several fields.
            - for: { each: ads, by: [client] }
            + for: { each: ads, by: client }

            # for.placeholder
            broken by: a `for`, but no name, or a different one, in the path's braces
            mend: rename the template
            All files would have the same path.
            - templates/clubs/list.html.mustache with for: clubs
            + templates/clubs/{id}.html.mustache with for: clubs

            # for.page
            broken by: a condition on `page` in the `for` of a template that makes pages
            mend: choose by a field
            Where pages are is known only when every such `for` has chosen.
            - for: { each: ads, where: { page.path: { not: /ads/old.html } } }
            + for: { each: ads, where: { id: { not: old } } }

            # front.image
            broken by: `image:` that leads to no image
            mend: a path to an image field
            `page.image` has an address, a width and a height, which only an image has.
            - image: client
            + image: image

            # front.hosts
            broken by: `otherHosts` with a word other than `newTab` or `sameTab`
            mend: one of the two
            It says how links of Markdown texts to other hosts open, and nothing else.
            - otherHosts: blank
            + otherHosts: newTab

            # template.variable
            broken by: a name that cannot exist there
            mend: the help names the nearest
            Mustache would put nothing there, and nobody would see that something is missing.
            - <h1>{{site.titel}}</h1>
            + <h1>{{site.title}}</h1>

            # template.type
            broken by: `{{body}}`
            mend: one of its parts: `{{{body.html}}}`
            The value has parts, but no single text.
            - {{body}}
            + {{{body.html}}}

            # template.escaping
            broken by: `{{body.html}}`, `{{{title}}}`
            mend: three braces for HTML, two for the rest
            Text in three braces could bring HTML into the page; HTML in two would show its tags.
            - <h1>{{{client}}}</h1>
            + <h1>{{client}}</h1>

            # template.section
            broken by: a section that is not closed, or closed by another name
            mend: close it
            Sections are nested like brackets, and what is inside depends on which is open.
            - {{#ads}}{{#club}}…{{/ads}}{{/club}}
            + {{#ads}}{{#club}}…{{/club}}{{/ads}}

            # template.tag
            broken by: a tag that is not closed on its line, or of a kind that is not supported
            mend: see [templates](templates.md#tags)
            It would be printed as it is, or swallow what follows.
            - <h2>{{client</h2>
            + <h2>{{client}}</h2>

            # template.transform
            broken by: `{{upper(name)}}`
            mend: the help lists the known ones
            Only a few functions exist in tags; everything else belongs in `data`.
            - {{upper(name)}}
            + {{uppercased(name)}}

            # template.partial
            broken by: a partial that does not exist for the output's extension, or uses itself
            mend: the help names the nearest, or the extension
            The partial's content would be missing on every page, or never end.
            - {{> adv}}
            + {{> ad}}

            # template.block
            broken by: a block that the partial does not have, that stands twice, or that nothing can fill; anything but blocks between the tags of a partial
            mend: the help names the nearest block
            What stands between `{{<card}}` and `{{/card}}` is shown only where the partial has a block for it.
            - {{<card}}{{$titel}}Choir{{/titel}}{{/card}}
            + {{<card}}{{$title}}Choir{{/title}}{{/card}}

            # template.layout
            broken by: a layout that does not exist for the output's extension, or uses itself; as a warning, one without `{{{content}}}`
            mend: the help names the nearest, or the extension
            A page without its layout is half a page; one that uses itself never ends.
            - layout: basis
            + layout: base

            # template.unused
            broken by: warning: a layout or partial that no page uses, a text of `_strings.yml` that no template uses, or a file that only looks like one
            mend: use it, move it or remove it
            Its names are not checked, so a mistake in it shows only when somebody uses it. Often the name that uses it is
            misspelt.
            - templates/_partials/ad.html.mustache
            + {{> ad}}

            # template.path
            broken by: a `{` in a template's path that is not closed
            mend: rename it
            The braces hold the name of a field, which must be told apart from the rest.
            - templates/ads/{id.html.mustache
            + templates/ads/{id}.html.mustache

            # template.script
            broken by: a value inside `<script>`, `onclick="…"` or `srcdoc="…"`, where escaping HTML does not help
            mend: a `data-` attribute, which the script reads
            Escaping is for text and attributes. In a script, a value could end a string and continue as code.
            - <script>let title = "{{title}}"</script>
            + <body data-title="{{title}}">

            # template.quotes
            broken by: `<a title={{name}}>`
            mend: quotes around it
            After a space, a value would become another attribute, such as one that runs a script.
            - <a title={{name}}>
            + <a title="{{name}}">

            # template.context
            broken by: a section that opens or closes an element, a quote or a comment only where it is shown; HTML in an attribute, a title or a comment; a value that decides what a browser does with the rest, such as `rel="{{kind}}"`; see [where values may stand](templates.md#where-values-may-stand)
            mend: whole elements in each section; `{{body.text}}`; each case written out
            What follows would mean one thing on one page and another on the next: a text could become a part of a tag or a script.
            - {{#link}}<a href="{{link}}">{{/link}}{{name}}{{#link}}</a>{{/link}}
            + {{#link}}<a href="{{link}}">{{name}}</a>{{/link}}{{^link}}{{name}}{{/link}}

            # template.address
            broken by: a value that could name any host in `<script src>`, `<link rel="stylesheet" href>`, `<iframe src>`, `<base href>` and the like
            mend: a fixed start, or a `url` field with `hosts`
            What a page loads from there runs as a part of it, or looks like one.
            - <iframe src="{{link}}"></iframe>
            + <iframe src="https://video.example/embed/{{id}}"></iframe>

            # template.style
            broken by: a text inside `style="…"` or `<style>`
            mend: a number, colour, date, id or choice; a class
            It could add styles that hide the page or tell another host who is reading it.
            - <p style="color: {{note}}">
            + <p style="color: {{tint}}">

            # template.element
            broken by: warning: an element that browsers do not know or would move elsewhere, one that is never closed, or a tag that closes nothing
            mend: correct the tag
            Browsers guess what was meant, and styles then apply to elements other than those written.
            - <b><i>Tonight</b></i>
            + <b><i>Tonight</i></b>
            """#)
}

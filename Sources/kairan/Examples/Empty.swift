extension Example {
    static let empty = Example(
        name: "empty", summary: "one collection without entries, to start from",
        tasks: #"""
            | add a notice | run `kairan new notices "Lost umbrella"`, or write a file in `content/notices/` |
            | show a notice for a limited time | give its `shown` an end: `shown: { from: 2026-04-01, until: 2026-04-30 }` |
            | give notices another field | add a line to `content/notices/_collection.yml` |
            """#,
        text: #"""
            === content/site.yml
            title: My Board
            description: What this board is for
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/board/
            language: en
            timeZone: UTC
            === content/notices/_collection.yml
            entry: notice
            fields:
              title: { text: { maximumLength: 60 } }
              shown: window       # the time during which it is on the board
            body: markdown
            mayBeEmpty: true
            === templates/index.html.mustache
            ---
            layout: base
            data:
              notices: { each: notices, where: { shown: now } }
            ---
            <h1>{{site.description}}</h1>
            {{#notices}}
            <article>
            <h2>{{title}}</h2>
            <div class="prose">{{{body.html}}}</div>
            </article>
            {{/notices}}
            {{^notices}}
            <p class="empty">There is nothing on the board.</p>
            {{/notices}}
            === templates/api/v1/notices.json.yml
            description: The notices that are on the board now.
            data:
              notices:
                each: notices
                where: { shown: now }
                value: { id: id, title: title, text: body.text }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#1d5f8a, #8ec9f0); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}">Notices</a></li>
            """#)
}

extension Example {
    static let releases = Example(
        name: "releases", summary: "how long software is supported: products, their releases, feeds and calendars",
        tasks: #"""
            | add a product | run `kairan new products "Wicket"`, or write a file in `content/products/` beside the others |
            | add a release | put it at the top of the list in its product's file |
            | say that a release is no longer supported | set its `eol` to the date, or to `true` |
            | add a category | add a line to `content/categories/categories.csv` |
            """#,
        text: #"""
            === content/site.yml
            title: How Long Supported
            description: How long the releases of made-up software are supported
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/releases/
            language: en
            timeZone: UTC
            dateFormat: d MMMM yyyy
            === content/products/_collection.yml
            entry: product
            title: name
            fields:
              name: { text: { maximumLength: 40 } }
              category: { reference: categories }
              tags: { list?: { text: { matches: "[a-z0-9]+(-[a-z0-9]+)*" } } }
              command: text?                                        # how users ask for the version
              identifiers: { list?: { record: { kind: { choice: [purl, cpe] }, name: text } } }
              links: { map?: url }
              notes: { pattern?: { of: releases, as: url } }        # where the notes of a release are
              imported: ignored                                     # a script of ours writes it
              releases: { entries: releases }
            body: markdown
            === content/releases/_collection.yml
            # The releases stand in the files of their products, the newest first.
            entry: release
            parent: products
            id: cycle
            title: title
            fields:
              cycle: text
              title: { text: { default: "{parent.name} {cycle}" } }
              codename: { oneOf?: [text, null] }                    # null: it is known that there is none
              released: date
              lts: { boolean: { default: false } }
              support: { oneOf?: [date, boolean] }                  # until when, or whether, it gets new features
              eol: { oneOf: [date, boolean] }                       # when, or whether, it has ended
              latest: { record: { version: text, date: date } }
            checks:
              - holds: [{ eol: { is: boolean } }, { eol.date: { moreThan: $released } }]
                say: a release cannot end before it has begun
                at: eol
              - holds: { latest.date: { atLeast: $released } }
                say: the latest version cannot be older than the release
                at: latest
            === content/categories/_collection.yml
            entry: category
            title: name
            fields:
              name: text
            === content/categories/categories.csv
            id,name
            database,Databases
            language,Programming languages
            os,Operating systems
            === content/products/brackwater.md
            ---
            name: Brackwater
            category: database
            tags: [sql, server]
            command: brackwater --version
            identifiers:
              - { kind: purl, name: "pkg:deb/brackwater/brackwater" }
              - { kind: cpe, name: "cpe:/a:brackwater:brackwater" }
            links:
              Website: https://brackwater.example/
              Source code: https://code.brackwater.example/
            notes: https://brackwater.example/notes/__CYCLE__/
            imported: { at: 2026-04-02, from: changelog }
            releases:
              - cycle: "4.1"
                codename: Silt
                released: 2026-01-20
                support: 2026-07-20
                eol: 2027-01-20
                latest: { version: 4.1.2, date: 2026-04-02 }
              - cycle: "4.0"
                codename: Estuary
                released: 2025-01-14
                lts: true
                support: 2026-01-20
                eol: 2028-01-14
                latest: { version: 4.0.9, date: 2026-03-11 }
              - cycle: "3.6"
                codename: null
                released: 2023-05-02
                support: false
                eol: 2025-05-02
                latest: { version: 3.6.21, date: 2025-04-18 }
            ---
            A database for data that arrives with the tide. Each January a new series begins, and every second one is supported for three years.

            > [!WARNING]
            > Files of the series 3 cannot be opened by series 4: export them first.
            === content/products/mothlight.md
            ---
            name: Mothlight OS
            category: os
            tags: [desktop, server]
            command: cat /etc/mothlight
            links:
              Website: https://mothlight.example/
            notes: https://mothlight.example/{cycle}/
            releases:
              - cycle: "26"
                codename: Hawk
                released: 2026-03-30
                eol: false
                latest: { version: "26.0", date: 2026-03-30 }
              - cycle: "24"
                title: Mothlight OS 24 (long support)
                codename: Emperor
                released: 2024-03-25
                lts: true
                support: 2027-03-25
                eol: 2029-03-25
                latest: { version: "24.4", date: 2026-02-16 }
            ---
            A small operating system that stays dark until somebody needs it.
            === content/products/tansy.md
            ---
            name: Tansy
            category: language
            tags: [compiler]
            identifiers:
              - { kind: purl, name: "pkg:generic/tansy" }
            releases:
              - cycle: "2"
                released: 2025-10-06
                support: true
                eol: false
                latest: { version: 2.3.0, date: 2026-04-09 }
              - cycle: "1"
                released: 2019-06-17
                eol: true
                latest: { version: 1.14.5, date: 2024-11-20 }
            ---
            A language for programs that must still compile in ten years.
            === templates/_shapes/release.yml
            # Every endpoint says this of a release.
            for: releases
            data:
              name: cycle
              label: title
              codename?: codename
              released: released
              isLts: lts
              isSupported: { if: [{ eol: false }, { eol.date: { moreThan: today } }] }
              endsOn?: eol.date
              endsInDays?: { between: [today, eol.date], in: days }
              latest: { name: latest.version, date: latest.date }
              notes?: parent.notes
            === templates/_shapes/product.yml
            # Lists say this of a product.
            for: products
            data:
              name: id
              label: name
              category: category.id
              tags: tags
              url: page.url
            === templates/index.html.mustache
            ---
            layout: base
            data:
              categories: { each: products, by: category, sort: name }
              ending: { each: products.releases, where: { eol.date: { moreThan: today } }, sort: eol.date, limit: 5 }
            ---
            <h1>{{site.description}}</h1>
            {{#categories}}
            <h2 id="{{value.id}}">{{label}}</h2>
            <ul class="cards">
            {{#entries}}
            <li class="card"><h3><a href="{{page.path}}">{{name}}</a></h3><p class="note">{{releases.count}} releases</p></li>
            {{/entries}}
            </ul>
            {{/categories}}
            <h2 id="ending">Ending next</h2>
            {{^empty(ending)}}
            <table>
            <thead><tr><th scope="col">Release</th><th scope="col">Ends on</th></tr></thead>
            <tbody>
            {{#ending}}
            <tr><th scope="row"><a href="{{parent.page.path}}">{{title}}</a></th><td><time datetime="{{eol.date}}">{{eol.date.text}}</time></td></tr>
            {{/ending}}
            </tbody>
            </table>
            {{/empty(ending)}}
            {{^ending}}
            <p class="empty">No support is known to end.</p>
            {{/ending}}
            === templates/products/{id}/index.html.mustache
            ---
            for: { each: products, sort: name }
            title: "{name}"
            layout: base
            data:
              rows:
                each: releases
                value:
                  release: title
                  released: released
                  supported: { if: [{ eol: false }, { eol.date: { moreThan: today } }] }
                  end: { first: [eol.date.text, { if: { eol: true }, then: { literal: ended }, else: { literal: not planned } }] }
                  latest: latest.version
                  notes: parent.notes
            ---
            <p class="crumb"><a href="{{site.path}}#{{category.id}}">{{category.name}}</a></p>
            <h1>{{name}}</h1>
            <div class="prose">{{{body.html}}}</div>
            <h2>Releases</h2>
            <table>
            <thead><tr><th scope="col">Release</th><th scope="col">Released</th><th scope="col">Support ends</th><th scope="col">Latest</th></tr></thead>
            <tbody>
            {{#rows}}
            <tr><th scope="row">{{release}}</th><td><time datetime="{{released}}">{{released.text}}</time></td><td>{{#supported}}<span class="badge">supported</span> {{/supported}}{{end}}</td><td>{{latest}}{{#notes}}, <a href="{{notes}}">notes</a>{{/notes}}</td></tr>
            {{/rows}}
            </tbody>
            </table>
            <dl class="facts">
            <div><dt>Category</dt><dd>{{category.name}}</dd></div>
            {{#command}}<div><dt>Which do you have?</dt><dd><code>{{command}}</code></dd></div>{{/command}}
            <div><dt>Follow</dt><dd><a href="{{site.path}}products/{{id}}/support.ics">Ends of support (calendar)</a>, <a href="{{site.path}}products/{{id}}/releases.atom">releases (feed)</a></dd></div>
            {{#links}}<div><dt>{{key}}</dt><dd><a href="{{value}}">{{value}}</a></dd></div>{{/links}}
            </dl>
            === templates/products/{id}/support.ics.yml
            for: products
            calendar: "{name}: the end of support"
            each: releases
            event: { title: { text: "{title} ends" }, on: eol.date, alarm: 336h, link: parent.page.url }
            === templates/products/{id}/releases.atom.yml
            for: products
            feed: atom
            title: "Releases of {name}"
            each: releases
            item: { title: title, link: parent.page.url, date: released }
            === templates/api/v1/categories/{category}.json.yml
            description: The products of a category.
            for: { each: products, by: category }
            data: { each: entries, sort: name, value: { shape: product } }
            === templates/api/v1/categories.json.yml
            description: The categories, with the number of their products.
            data:
              each: products
              by: category
              value: { name: value.id, label: label, total: entries.count }
            === templates/api/v1/ending.json.yml
            description: The supported releases of all products, those that end first at the start.
            data:
              each: products.releases
              where: { eol.date: { moreThan: today } }
              sort: eol.date
              value: { shape: release, with: { product: parent.id } }
            === templates/api/v1/identifiers.json.yml
            description: The names by which package managers and scanners know the products.
            data:
              each: products
              where: { identifiers: { exists: true } }
              value: { product: id, identifiers: { each: identifiers, value: { type: kind, id: name } } }
            === templates/api/v1/products/{id}.json.yml
            description: A product with its releases.
            for: products
            data:
              shape: product
              with:
                command?: command
                links?: links
                identifiers: { each: identifiers, value: { type: kind, id: name } }
                releases: { each: releases, value: { shape: release } }
            === templates/api/v1/products/{parent.id}/{cycle}.json.yml
            description: A single release.
            for: releases
            data: { shape: release, with: { product: parent.id } }
            === templates/api/v1/products.json.yml
            description: Every product.
            data:
              total: { count: products }
              products: { each: products, sort: name, value: { shape: product } }
            === templates/api/v1/search/{part}.json.yml
            description: The index in which apps search.
            search:
              - { each: products, title: name, label: "{category.name}", text: [name, tags, body.text] }
              - { each: releases, title: title, url: parent.page.path, text: [title, codename.text] }
            === templates/api/v1/tags/{tags}.json.yml
            description: The products with a tag.
            for: { each: products, by: tags }
            data: { each: entries, sort: name, value: { shape: product } }
            === templates/api/v1/tags.json.yml
            description: The tags, with the number of their products.
            data:
              each: products
              by: tags
              value: { name: value, total: entries.count }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#3d4f9f, #aebcf5); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}">Products</a></li>
            <li><a href="{{site.path}}#ending">Ending next</a></li>
            """#)
}

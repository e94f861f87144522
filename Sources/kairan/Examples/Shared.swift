extension Example {
    /// The files that every example has.
    static let shared = files(
        of: #"""
            === templates/api/v1/_version.yml
            # Released apps read this version, so its published files must keep their keys and types.
            status: current
            === templates/_layouts/base.html.mustache
            <!DOCTYPE html>
            <html lang="{{site.language}}">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>{{page.title}}</title>
            <meta name="description" content="{{page.description}}">
            <link rel="canonical" href="{{page.url}}">
            <link rel="stylesheet" href="{{site.path}}assets/site.css">
            <header><a href="{{site.path}}">{{site.title}}</a></header>
            <main>
            {{{content}}}
            </main>
            </html>
            === templates/404.html.mustache
            ---
            title: Not found
            layout: base
            sitemap: false
            ---
            <h1>Not found</h1>
            <p>The page may have moved or been removed. <a href="{{site.path}}">Back to the start page</a></p>
            === templates/assets/site.css
            :root { color-scheme: light dark; }
            body { margin: 0 auto; max-width: 42rem; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
            header { padding-bottom: 0.5rem; border-bottom: 1px solid; }
            h1, h2, h3 { line-height: 1.25; }
            img, svg { max-width: 100%; height: auto; }
            .note { opacity: 0.75; }
            === .gitignore
            .kairan/
            .*.kairan-*
            .DS_Store
            Thumbs.db
            *~
            .*.sw?
            === .gitattributes
            # Git must leave published files as they are, byte for byte.
            public/** -text
            """#)
}

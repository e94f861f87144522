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
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>{{page.title}}</title>
            <meta name="description" content="{{page.description}}">
            <link rel="canonical" href="{{page.url}}">
            <link rel="stylesheet" href="{{site.path}}assets/site.css">
            <link rel="stylesheet" href="{{site.path}}assets/brand.css">
            </head>
            <body>
            <a class="skip" href="#main">Skip to content</a>
            <header class="site">
            <a class="name" href="{{site.path}}">{{site.title}}</a>
            <nav aria-label="Main">
            <ul>
            {{> nav}}
            </ul>
            </nav>
            </header>
            <main id="main">
            {{{content}}}
            </main>
            <footer class="site"><p>{{site.title}}</p></footer>
            </body>
            </html>
            === templates/404.html.mustache
            ---
            title: Not found
            layout: base
            sitemap: false
            ---
            <h1>Not found</h1>
            <p class="empty">The page may have moved or been removed. <a href="{{site.path}}">Back to the start page</a></p>
            === templates/assets/site.css
            /* Colour and type of the whole site; brand.css has the one colour that makes it yours. */
            :root {
              color-scheme: light dark;
              --accent: light-dark(#1d5f8a, #8ec9f0);
              --paper: light-dark(#f7f6f2, #14171a);
              --sheet: light-dark(#ffffff, #1d2226);
              --ink: light-dark(#1c2126, #e8ebed);
              --muted: light-dark(#555f68, #a8b2ba);
              --line: light-dark(#dcdcd4, #343c43);
              --tint: color-mix(in srgb, var(--accent) 12%, var(--sheet));
              --sans: system-ui, -apple-system, "Segoe UI", "Noto Sans", "Hiragino Sans", "Noto Sans JP", sans-serif;
              --serif: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", "Noto Serif JP", serif;
              --large: clamp(2rem, 1.5rem + 2.4vw, 3.25rem);
              --gap: clamp(1rem, 0.7rem + 1.4vw, 1.75rem);
              --radius: 0.625rem;
            }

            /* Ground */
            *, ::before, ::after { box-sizing: border-box; }
            html { background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 var(--sans); overflow-wrap: break-word; }
            body { margin: 0; min-height: 100vh; padding-inline: max(1.25rem, env(safe-area-inset-left)); display: flex; flex-direction: column; border-top: 0.375rem solid var(--accent); }
            main { flex: 1; padding-block: clamp(1.5rem, 5vw, 3.5rem); }
            .site, main { width: 100%; max-width: 60rem; margin-inline: auto; }
            h1, h2, h3 { margin: 0; font-family: var(--serif); font-weight: 600; line-height: 1.2; text-wrap: balance; }
            h1 { max-width: 20em; font-size: var(--large); letter-spacing: -0.01em; }
            h2 { margin-top: 2.25em; font-size: 1.5rem; }
            h3 { font-size: 1.1875rem; }
            p, ul, ol, table { margin: 0; }
            p + p, .prose > * + * { margin-top: 1em; }
            a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
            a:hover { text-decoration-thickness: 2px; }
            :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
            img, svg { max-width: 100%; height: auto; }
            time, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }

            /* Identity and navigation */
            header.site { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 2rem; padding-block: 1rem; border-bottom: 1px solid var(--line); }
            .name { display: inline-flex; align-items: center; gap: 0.625rem; color: var(--ink); font: 600 1.1875rem/1.3 var(--serif); text-decoration: none; }
            .name::before { content: ""; flex: none; width: 1.375rem; height: 1.375rem; border-radius: 50% 50% 50% 0.1875rem; background: var(--accent); }
            nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
            nav a { display: block; padding-block: 0.625rem; color: var(--muted); font-size: 0.9375rem; text-decoration: none; }
            nav a:hover { color: var(--accent); text-decoration: underline; }
            .skip { position: absolute; top: -4rem; left: 1rem; padding: 0.5rem 1rem; background: var(--sheet); }
            .skip:focus { top: 0.5rem; }
            footer.site { padding-block: 1.5rem 2.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; }

            /* Words */
            .lead { max-width: 36em; margin-top: 0.75rem; color: var(--muted); font-size: 1.1875rem; line-height: 1.55; }
            .crumb { margin-bottom: 0.75rem; font-size: 0.9375rem; }
            .note { color: var(--muted); font-size: 0.9375rem; line-height: 1.5; }
            .prose { max-width: 40em; margin-top: 1.5rem; }
            .badge { display: inline-block; padding: 0.125rem 0.625rem; border-radius: 99rem; background: var(--tint); color: var(--ink); font: 600 0.8125rem/1.6 var(--sans); }
            .button { display: inline-block; margin-top: 1.5rem; padding: 0.625rem 1.25rem; border-radius: 99rem; background: var(--accent); color: var(--sheet); font-weight: 600; text-decoration: none; }
            .alert { --tone: var(--muted); padding: 0.875rem 1.25rem; border-inline-start: 0.25rem solid var(--tone); border-radius: 0.25rem var(--radius) var(--radius) 0.25rem; background: color-mix(in srgb, var(--tone) 8%, var(--sheet)); }
            .alert > * + * { margin-top: 0.5em; }
            .alert-title { color: var(--tone); font-weight: 600; }
            .alert-tip { --tone: light-dark(#1d6b41, #8fd6a8); }
            .alert-important { --tone: light-dark(#6a3fa0, #cbb2f3); }
            .alert-warning { --tone: light-dark(#7a4a00, #f0be6a); }
            .alert-caution { --tone: light-dark(#a8281c, #ffa598); }
            .empty { margin-top: 1rem; padding: 1.5rem; border: 1px dashed var(--line); border-radius: var(--radius); color: var(--muted); list-style: none; }

            /* Cards, facts and tables */
            .cards { display: grid; gap: var(--gap); grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); margin-top: 1.25rem; padding: 0; list-style: none; }
            .card { position: relative; display: grid; gap: 0.375rem; align-content: start; padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); }
            .card:has(a):hover { border-color: var(--accent); }
            .card > .badge { justify-self: start; }
            .card h2 { margin: 0; font-size: 1.1875rem; }
            .card :is(h2, h3) a { color: inherit; text-decoration-color: transparent; }
            .card :is(h2, h3) a::after { content: ""; position: absolute; inset: 0; }
            .card:hover :is(h2, h3) a { text-decoration-color: currentColor; }
            .facts { display: grid; gap: 0 1.5rem; grid-template-columns: minmax(6rem, auto) 1fr; max-width: 40em; margin: 1.75rem 0 0; border-top: 2px solid var(--ink); }
            .facts > div { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; padding-block: 0.625rem; border-bottom: 1px solid var(--line); }
            .facts dt { color: var(--muted); }
            .facts dd { margin: 0; }
            table { width: 100%; margin-top: 1.25rem; border-collapse: collapse; }
            th, td { padding: 0.625rem 1rem 0.625rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
            thead th { border-bottom: 2px solid var(--ink); color: var(--muted); font-size: 0.875rem; }
            tbody th { font-weight: 600; }

            /* Maps that Kairan draws */
            .map { max-width: 44rem; margin-top: 1.75rem; padding: 0.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); --map-ground: var(--sheet); --map-ink: var(--ink); }
            .map ul { padding: 0.5rem; list-style: none; }

            @media print {
              :root { color-scheme: light; --paper: #ffffff; }
              body { border: 0; }
              nav, .skip, .button { display: none; }
              .card, tr { break-inside: avoid; }
              h2, h3 { break-after: avoid; }
              .prose a::after { content: " (" attr(href) ")"; font-size: 0.8em; }
            }
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

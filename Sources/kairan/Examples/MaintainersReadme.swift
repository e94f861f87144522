extension Example {
    /// The text that tells the site's maintainers what they have to know.
    var readme: String {
        Self.readme.replacing("{{title}}", with: title).replacing("{{tasks}}", with: tasks)
    }

    private var title: Substring {
        text.split(separator: "\n").first { $0.hasPrefix("title: ") }?.dropFirst("title: ".count) ?? ""
    }

    private static let readme = #"""
        # {{title}}

        Kairan makes this site: it turns `content/` and `templates/` into `public/`, a website and an API for apps. As long
        as there is a mistake, nothing is published, and a message says where the mistake is.

            kairan serve --open   shows the site in your browser while you write, and each save at once
            kairan build          makes public/
            kairan check          looks for mistakes and writes nothing
            kairan next           says when the site will change by itself

        ## What to do

        | to | do this |
        | --- | --- |
        {{tasks}}
        | change something | edit its file |
        | remove something | add `deleted: 2026-04-01`, with today's date, to it; `kairan purge` removes it for good later |
        | see what there is | run `kairan list`; the fields of an entry are in its collection's `_collection.yml` |
        | understand a message | run `kairan explain RULE`, where `RULE` is the word in brackets at its end |

        `templates/api/v1/` makes what released apps read. Its `_version.yml` calls this version current, so Kairan refuses
        a change that would break those apps.

        ## Publishing

        `.github/workflows/publish.yml` publishes the site on GitHub Pages, at every push and within an hour after it changes
        by itself. On pull requests it says what they would change, and offers a preview. Three things have to be set once: in
        that file, the line that says whose Kairan it is; on GitHub, under Settings, Pages, the source "GitHub Actions"; and in
        `content/site.yml`, the `url` that the site will have on Pages.

        Editors that read `.vscode/settings.json` or `.taplo.toml` complete and check fields while you type. When you have
        changed a `_collection.yml`, run `kairan schema`.

        """#
}

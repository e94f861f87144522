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

        This site is made by Kairan: `content/` and `templates/` become `public/`, a website and an API for apps. While there is
        a mistake, nothing is published, and the message says where it is.

            kairan serve --open   shows the site in your browser while you write: each save is there at once
            kairan build          makes public/
            kairan check          looks for mistakes, and writes nothing
            kairan next           when the site will change by itself

        ## What to do

        | to | do |
        | --- | --- |
        {{tasks}}
        | change something | edit its file |
        | take something away | write `deleted: 2026-04-01`, today's date, into it; `kairan purge` removes it later |
        | see what there is | `kairan list`; the fields of an entry are in its collection's `_collection.yml` |
        | understand a message | `kairan explain RULE`, with the word in brackets after it |

        `templates/api/v1/` makes what released apps read. Its `_version.yml` says that it is current: a change that would break
        them is refused.

        ## Publishing

        `.github/workflows/publish.yml` builds the site at every push and once a day, and publishes it on GitHub Pages. Say at
        its top where Kairan is. Then, once: Settings, Pages, Source: GitHub Actions; and in `content/site.yml` the `url`
        that Pages will have.

        Editors that read `.vscode/settings.json` or `.taplo.toml` complete and check fields while you type. When you have
        changed a `_collection.yml`, run `kairan schema`.

        """#
}

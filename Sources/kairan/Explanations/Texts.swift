extension Explanation {
    static let texts = Section(
        title: "Texts, languages, addresses and pictures",
        text: #"""
            # body.unexpected
            broken by: a text in a collection without bodies
            mend: `body: markdown`, or remove it
            The collection has no place for the text, so it would be lost.
            - fields: { name: text }
            + fields: { name: text }
            + body: markdown

            # body.duplicate
            broken by: `body:` in the front matter of a Markdown file
            mend: the text goes after the front matter
            One of the two texts would be lost.
            - body: Fresh bread.
            + ---
            + Fresh bread.

            # locale.field
            broken by: a text by locale, or in a translation, of a field that is not localized
            mend: one value; `localized: true`
            A date or a number is the same in all languages; only a field declared `localized` has a text for each.
            - name: { text: { maximumLength: 40 } }
            + name: { text: { maximumLength: 40, localized: true } }

            # locale.empty
            broken by: a text by locale with nothing in it
            mend: write it, or leave the line out
            An empty text would be shown as it is; a line that is left out falls back to another language.
            - title: { ja: 港, ko: "" }
            + title: { ja: 港 }

            # locale.file
            broken by: `about.en.md` without `about.md`; `about.ja.md` in a site in Japanese
            mend: rename one; it is `about.md`
            A translation belongs beside the entry, which is in the site's own language.
            - content/pages/about.en.md alone
            + content/pages/about.md, content/pages/about.en.md

            # locale.twice
            broken by: a field given by the entry and by the translation beside it
            mend: remove one
            The same text would be there twice, and one would win by chance.
            - summary: { ja: …, en: … } in a.md, summary: … in a.en.md
            + summary: … in a.md, summary: … in a.en.md

            # locale.missing
            broken by: warning: a text, word or label that is not translated; see [languages](languages.md#what-is-not-translated)
            mend: write it
            Until it is written, readers of that language see the fallback.
            - title: { ja: 港, en: Harbour }
            + title: { ja: 港, en: Harbour, ko: 항구 }

            # url.invalid
            broken by: a space, `[`, `\` or lone `%` in an address; a host with letters such as `é`; a `url` in `site.yml` without `https://`, with `//` or letters such as `é` in its path
            mend: `%20`, `%5B`; `xn--…`; write it whole, as a browser shows it
            Browsers mend such addresses, each in its own way; apps fail at them.
            - target: https://example.org/a page
            + target: https://example.org/a%20page

            # url.scheme
            broken by: `javascript:` and other schemes that are not allowed
            mend: `https:`, or `schemes` in the collection
            A `javascript:` address runs a program with the rights of your site; a `file:` one leads into the reader's machine.
            - target: javascript:open()
            + target: https://example.org/

            # url.host
            broken by: an address on a host that the field's `hosts` do not name
            mend: an address of one of them, or one more in `hosts`
            Templates may load such addresses into pages because the collection says where they lead.
            - player: https://elsewhere.example/1
            + player: https://video.example/1

            # image.missing
            broken by: a path that leads to no file
            mend: the help names the nearest
            A page would show a broken picture, an app a blank.
            - image: images/bakery.jpg
            + image: images/bakery.png

            # image.format
            broken by: a file that is not a picture, is cut off, or is of a different kind from what its name says
            mend: save it again in the format of its name; rename it only if nobody has its address yet
            A picture is what its bytes say. Browsers forgive a JPEG that is called .png, apps do not; and a file that was cut off
            shows half a picture.
            - image: photo.png, which is a JPEG
            + image: photo.jpg

            # image.metadata
            broken by: a HEIC, AVIF or TIFF that an entry names or that is under `templates/`, whatever its name: it could tell where it was taken, and that cannot be removed
            mend: save it as JPEG or PNG
            Telephones write into a photo where it was taken. In JPEG, PNG, GIF and WebP Kairan leaves that out; in these formats it
            cannot.
            - image: photo.heic
            + image: photo.jpg

            # image.size
            broken by: too many kilobytes or pixels; a picture that says it has more than any page can show; a JPEG of more than 200 scans
            mend: make it smaller
            The limit keeps pages light. A picture that claims more pixels than any page shows is damaged, or made to fill memory.
            - image: poster-6000x4000.png
            + image: poster-1200x800.png

            # image.damaged
            broken by: a picture whose data is cut short, overwritten or missing in the middle: a warning where it is only copied, an error where a template or text asks for its colour or other sizes
            mend: copy it again
            Its data cannot be decoded to the end, so no size or colour can be made of it, and people see a part of it.
            - image: images/bread.png, half copied
            + image: images/bread.png, copied again

            # path.outside
            broken by: a path that leaves `content/`
            mend: keep the file beside the entry
            Content must not bring files of the machine that builds into what is published.
            - image: ../../../secret.png
            + image: images/bakery.png

            # markdown.html
            broken by: warning: raw HTML, which is dropped
            mend: write Markdown, or use a template
            HTML in content could run scripts, and would not be a text for apps. It is left out.
            - Fresh <b>bread</b>
            + Fresh **bread**

            # markdown.alert
            broken by: warning: a quote that begins with the mark of an alert, but is not one; see [Markdown](markdown.md#alerts)
            mend: one of the five words, alone on the first line of a quote that stands outside lists
            Readers would see the mark as it is written.
            - > [!INFO] The office is closed.
            + > [!NOTE]
            + > The office is closed.

            # markdown.link
            broken by: an address that could run code
            mend: an `https:` address
            Such an address runs a program with the rights of your site.
            - [bread](javascript:buy())
            + [bread](https://bakery.example/)

            # markdown.nesting
            broken by: more than 100 levels of lists or quotes
            mend: use fewer
            No reader follows that deep, and programs that read the HTML may stop.
            - > > > > > > … (more than 100)
            + > > bread

            # markdown.size
            broken by: thousands of `<?`, `<!` or `![` that nothing closes in one paragraph, a table of more than 1,000 columns, or a reference whose address and title, with all its uses, could take more than 10 MB
            mend: `&lt;` for a `<` that is text; blank lines; several tables; a shorter reference
            Reading it would take minutes, and the page would be far longer than the text.
            - [map]: https://harbour.example/map?a-very-long-address
            + [map]: https://harbour.example/map
            """#)
}

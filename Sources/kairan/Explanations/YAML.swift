extension Explanation {
    static let yaml = Section(
        title: "YAML and front matter",
        text: #"""
            # frontMatter.start
            broken by: empty lines above the first `---`
            mend: remove them
            Front matter comes at the very start; below an empty line, it is just text.
            - (an empty line)
            - ---
            + ---

            # frontMatter.unclosed
            broken by: no `---` after the fields
            mend: add it
            Without the second line nobody knows where the fields end and the text begins.
            - ---
            - title: Spring
            - Fresh bread.
            + ---
            + title: Spring
            + ---
            + Fresh bread.

            # frontMatter.mapping
            broken by: front matter that is a list or a text
            mend: `name: value` lines
            Fields have names.
            - - title: Spring
            + title: Spring

            # front.type
            broken by: front matter of a page or a translation that is not a mapping
            mend: `name: value` lines
            Each key says something of its own about the page.
            - [Notices, base]
            + title: Notices
            + layout: base

            # yaml.colon
            broken by: `title: Bakery: the new one`
            mend: quotes around the text
            In YAML a colon and a space separate a name from its value, so a second pair cannot follow on the line.
            - title: Bakery: the new one
            + title: "Bakery: the new one"

            # yaml.fullWidth
            broken by: full-width punctuation where YAML's own should be: `：`, `，`, `“`
            mend: `:` and a space, `,`, `"`
            Keyboards for Chinese, Japanese and Korean write them. To YAML they are letters like any others.
            - title：Bakery
            + title: Bakery

            # yaml.quote
            broken by: a quote that is not closed
            mend: close it
            All that follows would belong to the text.
            - title: "Bakery
            + title: "Bakery"

            # yaml.bracket
            broken by: a bracket that is not closed, or one too many
            mend: close it, or quotes around the text
            A list on one line ends with its bracket. A text that begins with a bracket needs quotes.
            - days: [mon, tue
            + days: [mon, tue]

            # yaml.indentation
            broken by: a line that is neither under nor beside the one above, or continues its value without being indented
            mend: indent it like its neighbours
            In YAML the spaces before a line say what belongs together.
            - title: Bakery
            -   kind: pr
            + title: Bakery
            + kind: pr

            # yaml.tab
            broken by: a tab before a key
            mend: spaces
            YAML counts spaces, and a tab has no width that all agree on.
            - links:
            - (tab)- Map
            + links:
            +   - Map

            # yaml.duplicateKey
            broken by: the same key twice
            mend: remove one
            One of the two values would be lost.
            - title: Bakery
            - title: Cake shop
            + title: Bakery

            # yaml.key
            broken by: a key that is not a word
            mend: quotes
            A key names a field.
            - [a, b]: Bakery
            + title: Bakery

            # yaml.escape
            broken by: `"\q"`
            mend: `"\\q"`, or single quotes
            In double quotes a backslash begins an escape, and this one does not exist.
            - path: "C:\qux"
            + path: 'C:\qux'

            # yaml.documents
            broken by: a second `---` in a `.yml` file
            mend: a list, or two files
            A file holds one document; the second would be lost.
            - name: Chess
            - ---
            - name: Rowing
            + - { id: chess, name: Chess }
            + - { id: rowing, name: Rowing }

            # yaml.alias
            broken by: `*name` without an `&name` above it, or with a `:` directly after it
            mend: quotes, if you meant text; a space before the `:`
            A value that begins with an asterisk repeats another one.
            - title: *Bakery*
            + title: "*Bakery*"

            # yaml.aliases
            broken by: aliases that expand to too many values
            mend: write the values out
            A few lines of aliases can expand to billions of values and fill the memory.
            - b: [*a, *a, *a, *a, *a, *a, *a, *a] (and so on)
            + b: [1, 2, 3]

            # yaml.merge
            broken by: `<<` with something that is not a mapping
            mend: `<<: *name` of a mapping, or quotes, if you meant text
            It takes over the keys of another mapping.
            - <<: Bakery
            + <<: *defaults

            # yaml.tag
            broken by: `!tag` that means nothing here
            mend: leave it out, or quotes, if you meant text
            Types come from the collection, not from the file.
            - number: !!str 4
            + number: 4

            # yaml.depth
            broken by: too many levels
            mend: fewer levels
            No entry needs them, and programs that read deep data may stop.
            - [[[[[[[[ … (more than 40)
            + [a, b]

            # yaml.controlCharacter
            broken by: an invisible mark, also as `"\uFEFF"` at the start of a text
            mend: delete it
            It comes with copying. Nobody sees it, and it is a part of the value.
            - title: "Bak(NUL)ery"
            + title: Bakery

            # yaml.syntax
            broken by: anything else that YAML cannot read
            mend: see the help
            The file cannot be understood from there on.
            - title: @bakery
            + title: "@bakery"
            """#)
}

extension Explanation {
    static let otherFormats = Section(
        title: "JSON, TOML and CSV",
        text: #"""
            # json.trailingComma
            broken by: a comma after the last value
            mend: remove it
            Some readers forgive it. An app that is out may not, and shows nothing.
            - { "kind": "pr", }
            + { "kind": "pr" }

            # json.comma
            broken by: no comma between two values
            mend: write it
            Readers stop there.
            - { "kind": "pr" "client": "Bakery" }
            + { "kind": "pr", "client": "Bakery" }

            # json.duplicateKey
            broken by: the same key twice
            mend: remove one
            Some readers take the first, some the last, strict ones neither.
            - { "kind": "pr", "kind": "univ" }
            + { "kind": "pr" }

            # toml.duplicateKey
            broken by: the same key or table twice
            mend: remove one
            One of the two values would be lost.
            - kind = "pr"
            - kind = "univ"
            + kind = "pr"

            # json.comment
            broken by: `// note`
            mend: remove it; YAML and TOML have comments
            JSON has none, and readers stop at them.
            - { "kind": "pr" } // a shop
            + { "kind": "pr" }

            # json.quote
            broken by: a quote that is not closed, or single ones
            mend: double quotes
            JSON knows double quotes only, and a text ends on its line.
            - { 'kind': 'pr' }
            + { "kind": "pr" }

            # toml.quote
            broken by: a quote that is not closed
            mend: close it, or three quotes for several lines
            All that follows would belong to the text.
            - name = "Chess
            + name = "Chess"

            # json.byteOrderMark
            broken by: an invisible mark at the start
            mend: save without BOM
            RFC 8259 forbids it, and strict readers stop at it.
            - saved as 'UTF-8 with BOM'
            + saved as 'UTF-8'

            # json.number
            broken by: `01`, `1.`, `+1` or `.5`
            mend: write it plainly
            JSON has one way to write a number, and others are refused by strict readers.
            - { "number": 01 }
            + { "number": 1 }

            # toml.number
            broken by: `01`, `1.`, or a number with more than 64 bits
            mend: write it plainly, or quotes for a text
            It would become another number, or none.
            - number = 01
            + number = 1

            # json.escape
            broken by: `"\x"`
            mend: the character itself, or `\\`
            A backslash begins one of a few escapes.
            - { "path": "C:\x" }
            + { "path": "C:\\x" }

            # json.surrogate
            broken by: half an emoji: one of the two `\u` parts of a character
            mend: the character itself
            Half a character is not text, and readers stop or put a � there.
            - { "face": "\ud83d" }
            + { "face": "😀" }

            # toml.escape
            broken by: `"\x"`
            mend: `\\`, or single quotes
            A backslash begins one of a few escapes; in single quotes it is itself.
            - path = "C:\qux"
            + path = 'C:\qux'

            # json.controlCharacter
            broken by: a tab or line break inside a text
            mend: `\t`, `\n`
            RFC 8259 forbids them inside texts.
            - { "name": "Chess(tab)Club" }
            + { "name": "Chess\tClub" }

            # toml.controlCharacter
            broken by: an invisible character, or a CR that ends no line
            mend: delete it
            TOML forbids them, and they change what editors show.
            - name = "Chess(BEL)"
            + name = "Chess"

            # json.space
            broken by: a no-break space between the data
            mend: an ordinary space
            It looks like a space but is not one in JSON. It comes from copying from web pages.
            - {(no-break space)"kind": "pr" }
            + { "kind": "pr" }

            # toml.dateTime
            broken by: `2026-13-01`, `2026-04-01T09:00`
            mend: `2026-04-01T09:00:00`, with seconds
            TOML wants real dates, and seconds with every time.
            - at = 2026-04-01T09:00
            + at = 2026-04-01T09:00:00

            # json.depth
            broken by: more than 200 levels
            mend: fewer levels
            Readers in apps stop at some depth, each at its own.
            - [[[[[[[[ … (more than 200)
            + ["a", "b"]

            # toml.depth
            broken by: more than 40 levels
            mend: fewer levels
            No entry needs them.
            - name = [[[[[[[[ … (more than 40)
            + name = ["a", "b"]

            # json.syntax
            broken by: anything else that is not JSON, such as `True` or a bracket that is not closed
            mend: see the place
            The file cannot be understood from there on.
            - { "shown": True }
            + { "shown": true }

            # toml.syntax
            broken by: anything else that is not TOML, such as `:` instead of `=`
            mend: see the place
            The file cannot be understood from there on.
            - name: "Chess"
            + name = "Chess"

            # csv.header
            broken by: a column without a name, or an empty file
            mend: name every column in the first row
            The first row names the fields of all other rows.
            - id,,kind
            + id,name,kind

            # csv.duplicateKey
            broken by: two columns of one name
            mend: rename one
            One of the two cells would be lost in every row.
            - id,name,name
            + id,name,nameInEnglish

            # csv.columns
            broken by: a row with more or fewer cells than the header
            mend: quotes around a cell that holds a comma
            A comma inside a cell makes two of it, and every value after it moves to the wrong field.
            - noodles,Noodles, Ltd.,pr
            + noodles,"Noodles, Ltd.",pr

            # csv.quote
            broken by: a quote that is not closed, or inside a cell without quotes
            mend: the whole cell in quotes, its own quotes twice
            All rows below would belong to the cell.
            - tennis,"Tennis,ball
            + tennis,"Tennis",ball

            # csv.separator
            broken by: semicolons or tabs between the cells
            mend: export with commas
            Spreadsheets in some languages export semicolons; the whole row would be one cell.
            - id;name;kind
            + id,name,kind

            # csv.lineEnd
            broken by: lines that end with CR alone
            mend: save with LF or CRLF
            Old spreadsheets write it, and the whole table would be one line.
            - id,name(CR)chess,Chess(CR)
            + id,name(LF)chess,Chess(LF)
            """#)
}

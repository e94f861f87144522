internal import KairanReaders

extension Explanation {
    static let siteAndFiles = Section(
        title: "Site and files",
        text: #"""
            # site.missing
            broken by: a folder without `content/site.yml` or `templates/`; settings in `site.yaml` or `site.json`
            mend: run `kairan` in the site's folder, or name the folder; rename the file
            Kairan reads a site from content/ and templates/, and its settings only from content/site.yml. Without them, it would
            publish an empty folder over a full one.
            - content/site.yaml
            + content/site.yml

            # collection.missing
            broken by: a file in no collection, a folder without `_collection.yml`, or one that is elsewhere
            mend: declare the collection, or move the file
            Every folder of content/ declares the fields of its entries, so that a misspelt field is found. A file in no collection
            would never be checked or published.
            - content/lost-umbrella.md
            + content/notices/_collection.yml
            + content/notices/lost-umbrella.md

            # collection.empty
            broken by: a collection without entries: often a folder that was lost
            mend: add one, or declare `mayBeEmpty: true`
            An app that gets an empty list shows an empty screen. Most often a folder was moved or left out of a commit.
            - entry: notice
            + entry: notice
            + mayBeEmpty: true

            # file.unused
            broken by: warning: a picture or file that nothing names
            mend: name it in an entry, or remove it
            Only what an entry names is published. A picture that nothing names is often one whose entry has a typing mistake, or
            that was left behind when an entry was removed.
            - content/ads/images/old.png
            + image: images/old.png

            # alias.form
            broken by: in `aliases`, a former id that is in use, or an address where no page can have been or where something is now
            mend: name a former id of the entry, or a former address of its page
            A former id or address leads on to the present page by a small page of its own. There is none for endpoints: apps would
            take it for their data.
            - aliases: [/api/v1/clubs.json]
            + aliases: [old-id, /old/clubs.html]

            # address.gone
            broken by: warning: a published page without a successor
            mend: name its id or address in the `aliases` of an entry, or put its entry into the trash
            Other sites, search engines and readers' bookmarks have the address. Pages whose entries are over or in the trash go
            without a warning.
            - content/clubs/choir.md is gone
            + content/clubs/singers.md with aliases: [choir]

            # edit.impossible
            broken by: in forms: a value that cannot be changed without changing other bytes of its file
            mend: change the file in a text editor
            A form changes the bytes of one value and leaves all others. A value that is used again through an alias would change
            in other places too, and a cell of a table has no way to write some values.
            - tags: hot|cold|a|b
            + tags: [hot, cold, "a|b"]

            # file.active
            broken by: an SVG, HTML, JavaScript or XML file that an entry names: it could run with the rights of the site
            mend: a picture, a pdf; or `templates/`, if it is the site's own
            Opened from your address, such a file runs as a part of the site, with all its rights. Content may bring data, not
            programs.
            - map: files/map.html
            + map: files/map.pdf

            # file.tooLarge
            broken by: a text of more than 16 MiB, another file of more than 256 MiB
            mend: make it smaller; if it is published, splitting it breaks whatever uses its address
            Nobody writes a text of that size, and every build would have to read all of it.
            - content/usage/all-years.csv
            + content/usage/2025.csv
            + content/usage/2026.csv

            # path.symlink
            broken by: a symbolic link that leads out of the site, to a hidden name or `public/`, to a folder, to nothing or in a circle
            mend: copy what it names
            A link could bring any file of the machine that builds into what is published, such as a password. The board may
            be somebody else's, and `.git/config` or `.env` yours.
            - content/ads/prices.pdf -> /home/me/prices.pdf
            + content/ads/prices.pdf

            # path.kind
            broken by: a device, socket or pipe
            mend: move it away
            Reading a pipe or a device may never end. A site consists of files and folders.
            - content/ads/pipe
            + content/ads/pipe.md

            # path.encoding
            broken by: a file name that is not UTF-8
            mend: rename the file; if it is published, that breaks whatever uses its address
            Names become addresses, which are UTF-8. Archives made on old systems unpack to such names.
            - templates/assets/caf\xE9.css
            + templates/assets/cafe.css

            # path.mark
            broken by: a name right in `content/` or `templates/` that begins with a combining mark, such as an accent
            mend: rename the file or folder; if it is published, that breaks whatever uses its address
            Such a mark belongs to the character before it, which here is the slash of the folder. Mostly it is in a name by
            mistake, and nobody sees it.
            - templates/\xCC\x81about.html
            + templates/about.html

            # path.form
            broken by: two files or folders whose names look the same and differ only in their Unicode normal form
            mend: remove or rename one of them
            The letter é can be written as one character or as an e with an accent. Some systems take the two names for one,
            so a copy of the site might lack a file.
            - content/ads/cafe\xCC\x81.md
            - content/ads/caf\xC3\xA9.md
            + content/ads/cafe.md

            # path.hidden
            broken by: a Markdown file, CSV file or picture of `content/` whose name begins with a dot
            mend: remove the dot, or move the file out of the site
            Hidden files in content/ are not read, as editors and systems leave their own there. But a file of this kind is made
            by a writer, and would silently be missing.
            - content/news/.opening.md
            + content/news/opening.md

            # meant.unused
            broken by: warning: a line under `meant` in site.yml for which there is no warning
            mend: remove it, or correct the name of the rule or the file
            A line under `meant` silences a warning that is right as it is. Left behind, it would hide the next one.
            - meant: { link.words: content/pages/old.md }
            + meant: { link.words: content/pages/about.md }

            # text.encoding
            broken by: bytes that are not UTF-8
            mend: save as UTF-8
            Published text is UTF-8. Bytes of another encoding would come out as other letters, or make the JSON invalid.
            - content/ads/bakery.csv in Shift_JIS
            + content/ads/bakery.csv in UTF-8

            # text.control
            broken by: an invisible control character, also as `"\e"` or `&#27;`, in a text or a file name
            mend: delete it
            Such characters come with copying from terminals and documents. Nobody sees them, XML and strict JSON readers refuse
            them, and some change what a terminal shows.
            - title: "Spring\e[31m fair"
            + title: "Spring fair"

            # text.direction
            broken by: warning: an invisible character that changes the direction of text (U+202A to U+202E, U+2066 to U+2069)
            mend: delete it
            It comes with copying. People then read the text in a different order from apps and programs.
            - an address with U+202E in it
            + the address, typed by hand

            # text.entity
            broken by: warning: `&amp;`, `&lt;`, `&#39;` and the like in a text, which is not HTML
            mend: write the character itself
            It was copied out of HTML. Pages and apps show it as it is written; only Markdown takes it for the character.
            - title: Q&amp;A
            + title: Q&A

            # text.mergeConflict
            broken by: the lines `<<<<<<<`, `=======` and `>>>>>>>` that a merge leaves where two people changed the same lines
            mend: keep what is right in both versions, and delete the three lines
            Nobody has said yet which version is right, and the lines would be published. A code block of Markdown may show them.
            - <<<<<<< HEAD
            - title: Spring fair
            - =======
            - title: Spring market
            - >>>>>>> market
            + title: Spring market

            # text.byteOrderMark
            broken by: an invisible mark at the start of a file
            mend: save without BOM
            Editors on Windows put it there. Before `---` it hides the front matter, and in JSON strict readers refuse it.
            - notice.md, saved as 'UTF-8 with BOM'
            + notice.md, saved as 'UTF-8'

            # language.form
            broken by: `language: jp_JP`
            mend: `ja-JP` or `ja`
            Browsers choose fonts and voices by the language's code, and search engines choose readers.
            - language: jp_JP
            + language: ja-JP

            # locale.first
            broken by: `locales:` whose first is not the site's `language`
            mend: write it first
            All other languages fall back to the first one, so it must be the one in which everything is written.
            - language: ja
            - locales: { en: English, ja: 日本語 }
            + language: ja
            + locales: { ja: 日本語, en: English }

            # locale.fallback
            broken by: fallbacks that go round in a circle
            mend: remove one
            A text that is missing is looked for in the fallback, and in that one's fallback. In a circle, the search never reaches
            the first language, which has every text.
            - locales: { ja: 日本語, ko: { name: 한국어, fallback: zh }, zh: { name: 中文, fallback: ko } }
            + locales: { ja: 日本語, ko: { name: 한국어, fallback: zh }, zh: 中文 }

            # locale.unknown
            broken by: a locale that `site.yml` does not name: as a fallback, in a text, a label, a file's name or `_strings.yml`
            mend: the help names them
            No page is made for such a language, so the text would be seen by nobody.
            - title: { ja: 港, eng: Harbour }
            + title: { ja: 港, en: Harbour }

            # time.weekday
            broken by: `firstWeekday: monday`
            mend: `sun`, `mon`, `tue`, `wed`, `thu`, `fri` or `sat`
            Weeks of calendars begin with that day. Days are named by three letters, in every language.
            - firstWeekday: monday
            + firstWeekday: mon

            # language.unknown
            broken by: warning: a language or country that is not among those of ISO 639 and ISO 3166
            mend: write the code of the language, and of the country if it matters
            Browsers and readers that speak aloud do not know it, and treat the text as another language.
            - language: en-UK
            + language: en-GB

            # time.zone
            broken by: `timeZone: Tokyo`
            mend: `Asia/Tokyo`
            A window opens at midnight somewhere. Abbreviations such as JST mean several places, and an offset has no summer time.
            - timeZone: Tokyo
            + timeZone: Asia/Tokyo

            # time.pattern
            broken by: `dateFormat: YYYY-MM-DD`
            mend: letters such as `yyyy-MM-dd`
            Letters stand for parts of a date, as in Unicode's patterns: `yyyy` is the year, `MM` the month, `dd` the day.
            - dateFormat: YYYY-MM-DD
            + dateFormat: yyyy-MM-dd

            # time.invalid
            broken by: an invalid `moment`
            mend: `2026-04-15T09:00`
            `moment` pins the time that a build takes for now; an invalid one would leave that to the clock.
            - moment: yesterday
            + moment: 2026-04-15T09:00

            # time.skipped
            broken by: a time that clocks jump over when summer time begins
            mend: the time they show instead
            On that night clocks go from 2:00 to 3:00, and no clock ever shows what is between.
            - at: 2026-03-08T02:30
            + at: 2026-03-08T03:30

            # time.range
            broken by: a moment before the year 1 or after 9999, here or in UTC: `until: 9999-12-31`
            mend: leave `until` out for no end
            Dates have four digits in what apps read. The end of 9999 in one zone is the year 10000 in another.
            - shown: { from: 2026-04-01, until: 9999-12-31 }
            + shown: { from: 2026-04-01 }
            """#)
}

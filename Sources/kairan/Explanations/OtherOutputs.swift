internal import KairanReaders

extension Explanation {
    static let otherOutputs = Section(
        title: "Feeds, calendars, searches and files",
        text: #"""
            # feed.format
            broken by: a feed of an unknown format
            mend: `rss`, `atom` or `json`
            Readers know these formats.
            - feed: rss2
            + feed: rss

            # feed.missing
            broken by: a feed without one of its parts
            mend: see [feeds](feeds-and-site-files.md)
            Readers of feeds need a title, a date and an address of every item.
            - item: { title: title }
            + item: { title: title, date: date }

            # feed.type
            broken by: a feed with a part of the wrong type
            mend: see [feeds](feeds-and-site-files.md)
            The formats say what goes where: a date that every item has, text or HTML.
            - item: { title: title, date: title }
            + item: { title: title, date: date }

            # feed.pages
            broken by: a feed of entries that have neither a `link` nor pages, or of one that its page template leaves out
            mend: add a page template with `for:`, or `link:` to the item; give the feed the same `where`
            An item of a feed leads to an address, its own or that of its page, so each entry must have one.
            - each: news
            + each: news
            + where: { shown: now }

            # feed.link
            broken by: an item whose `link` is not a whole address, or one that would run code, such as `javascript:…`
            mend: `https://…` in the entry, `{site.url}` in the template
            A feed is read elsewhere, where `/page/` and other parts of addresses lead nowhere.
            - item: { title: title, date: date, link: { text: "/news/#{id}" } }
            + item: { title: title, date: date, link: { text: "{site.url}news/#{id}" } }

            # calendar.missing
            broken by: a calendar without `each`, `event`, `title` or `on`
            mend: see [calendar](calendar.md#icalendar-files)
            An event needs at least a title and a day.
            - calendar: Talks
            - each: talks
            + calendar: Talks
            + each: talks
            + event: { title: title, on: date }

            # calendar.type
            broken by: a part of a calendar that has the wrong type
            mend: see [calendar](calendar.md#icalendar-files)
            RFC 5545 says what goes where: a day, a time, minutes.
            - event: { title: title, on: title }
            + event: { title: title, on: date }

            # calendar.part
            broken by: a part that no such event can have, such as `end` beside a `schedule`, or `minutes` without `time`
            mend: see [calendar](calendar.md#icalendar-files)
            The parts contradict each other, so the event would be at another time than you mean.
            - event: { title: title, on: date, minutes: minutes }
            + event: { title: title, on: date, time: time, minutes: minutes }

            # calendar.length
            broken by: an event that would end before it starts, or take less than no time
            mend: a later end; the message points at the entry
            Calendar programs drop such events, or show them on another day.
            - { on: 2026-04-01T20:00, end: 2026-04-01T18:00 }
            + { on: 2026-04-01T18:00, end: 2026-04-01T20:00 }

            # calendar.link
            broken by: an event whose `link` is not a whole address, or one that would run code, such as `javascript:…`
            mend: `https://…` in the entry, `{site.url}` in the template
            Calendar programs open the address of an event, and they know neither this site's pages nor its rules.
            - event: { title: title, on: date, link: { text: "/news/#{id}" } }
            + event: { title: title, on: date, link: { text: "{site.url}news/#{id}" } }

            # calendar.entries
            broken by: a calendar made from a list that does not hold entries
            mend: name a collection
            An event keeps its identity by the id of its entry; elements of other lists have none.
            - each: links
            + each: talks

            # revision.of
            broken by: a revision of nothing, of itself, or of an output that does not exist (any more)
            mend: the help names the nearest; remove it from `of` when its entry is gone
            A revision counts the changes of other outputs; if it counted its own, it would never stop growing.
            - revision: { of: [api/v1/adds.json] }
            + revision: { of: [api/v1/ads.json] }

            # revision.form
            broken by: a number beside data in a template that makes many files, deeper than the top of `data`, or twice
            mend: one at the top of `data`, in a template without `for`
            A file has one number, and apps must find it at one place.
            - data: { club: { name: name, version: { revision: } } }
            + data: { club: { name: name }, version: { revision: } }

            # revision.unreadable
            broken by: the published number of a revision, or its hash in `.kairan.json`, was edited, is gone or cannot be read
            mend: put back the one that was published
            The next number comes after the published one. To an app, a number that it already has means nothing new.
            - public/api/v1/revision.json edited by hand
            + git checkout -- public/.kairan.json public/api/v1/revision.json

            # search.path
            broken by: a search whose template has no `{part}` in its name
            mend: `templates/search/{part}.json.yml`
            An index is divided into many files, so that a query loads a few of them.
            - templates/search/index.json.yml
            + templates/search/{part}.json.yml

            # search.missing
            broken by: an element of `search:` without a part
            mend: see [search](search.md)
            A result needs a title to show, and a text to be found by.
            - search: [{ each: clubs, title: name }]
            + search: [{ each: clubs, title: name, text: [name, body.text] }]

            # search.type
            broken by: an element of `search:` with a part of the wrong type
            mend: see [search](search.md)
            Every result shows a title, so the value must be a text that every entry has.
            - title: club.name
            + title: { first: [club.name, { literal: "" }] }

            # search.url
            broken by: an entry that a search finds and that has no address, or one that no link may have, such as `javascript:…`
            mend: leave it out with `where`, or write `url?`; take the address from a `url` field
            A result that leads nowhere is a dead end.
            - search: [{ each: notices, title: title, text: body.text }]
            + search: [{ each: notices, title: title, text: body.text, url?: page.path }]

            # output.duplicate
            broken by: two files at one path, from two templates or two entries
            mend: rename a template; put `{id}` into its path
            One of the two would be lost, and which one would be chance.
            - templates/ads/{kind}.html.mustache with for: ads
            + templates/ads/{id}.html.mustache with for: ads

            # output.alike
            broken by: two templates of a version whose paths differ only in the names in their braces, or are the same
            mend: one template for both, or a folder for one of them; see [contracts](contracts.md#versions)
            To an app, both are the same path, and `openapi.json` has one schema for it.
            - templates/api/v1/{id}.json.yml and templates/api/v1/{slug}.json.yml
            + templates/api/v1/ads/{id}.json.yml and templates/api/v1/clubs/{slug}.json.yml

            # output.extension
            broken by: a file whose name ends differently from its template's, because of a value or `first`
            mend: name the template for the kind of its files
            How a file is made, escaped and checked depends on the template's name.
            - templates/api/v1/{file}.mustache, where an entry has file: ads.json
            + templates/api/v1/{id}.json.mustache

            # output.folder
            broken by: an output `news` beside an output `news/a.html`
            mend: publish one of the two elsewhere
            A file and a folder cannot have one name.
            - news and news/a.html
            + news/index.html and news/a.html

            # output.count
            broken by: a `for` that would make more than 2000000 files
            mend: fewer fields under `by`, or fewer entries with `where`
            No host takes so many files, and several lists under `by` soon make more combinations than anybody meant.
            - for: { each: films, by: [actors, places, words] }
            + for: { each: films, by: [actors, places] }

            # output.size
            broken by: one output of more than 512 MiB or 20000000 elements, or files of one template that would be more than 16 GiB
            mend: one list, section or partial less inside another
            Lists that repeat each other multiply: for each day of a century, all days of the century are 1.3 thousand million.
            - data: { each: days, from: 1926-01-01, until: 2026-01-01, value: { each: days, from: 1926-01-01, until: 2026-01-01 } }
            + data: { each: days, from: 2026-01-01, until: 2026-12-31, value: day }

            # output.case
            broken by: `News.html` and `news.html`
            mend: rename one: some file systems keep only one
            Some file systems take the two for one and keep the last.
            - clubs/go/index.html, clubs/GO/index.html
            + clubs/go/index.html, clubs/go-juniors/index.html

            # output.mounted
            broken by: warning: the first publication to a folder at which something is mounted, such as a volume of a container, or which is mounted elsewhere too
            mend: mount the folder above it; see [containers](hosting.md#in-a-container)
            Such a folder cannot be replaced in one step. So its files are replaced one by one, pages after what they lead to, and
            visitors may see some old and some new ones for a moment.
            - docker run -v board:/site/public …
            + docker run -v board:/site …

            # manifest.damaged
            broken by: warning: `public/.kairan.json` was edited or is damaged, or a merge left its marks in it
            mend: see [publishing](publishing.md)
            `public/.kairan.json` lists what Kairan made. Without it, and without the record in `.kairan/`, nobody knows which
            files are stale, so nothing is removed.
            - <<<<<<< in public/.kairan.json
            + git checkout -- public/.kairan.json

            # manifest.differs
            broken by: `kairan check --published` found a file of `public/` that does not hold what Kairan published
            mend: `kairan build --no-cache`; see [publishing](publishing.md)
            A build does not read a published file again whose size and times are as they were, so it does not see what a failing
            disk did to it.
            - public/index.html, with other bytes and the time that it had
            + kairan build --no-cache

            # manifest.left
            broken by: warning: a file that `public/.kairan.json` lists is no longer an output, but holds something other than what Kairan wrote
            mend: remove the file, unless somebody needs it; see [publishing](publishing.md)
            Kairan removes only what it wrote. A path that somebody added to the list, or an output that somebody edited, may be
            the only copy of something. So it stays, and Kairan leaves it alone from then on.
            - public/notes/old.html, edited by hand after it was published
            + git rm public/notes/old.html

            # output.json
            broken by: a copied `.json` file, or a `.json.mustache`, that is not JSON
            mend: the place in the file; a shape, which always makes JSON
            An app that gets it stops. Shapes always make JSON; templates of text may not.
            - { "copied": [1, 2,] }
            + { "copied": [1, 2] }

            # output.csv
            broken by: a `.csv.mustache` that makes rows of different lengths, text after a field's closing quote, or a formula with a text inside
            mend: the same fields in every row; quotes around the whole field; a field of its own for the text
            Readers of the table take whatever is in a column for what the first row calls it.
            - {{name}}{{#city}},{{city}}{{/city}}
            + {{name}},{{city}}

            # output.xml
            broken by: an `.xml.mustache` or `.svg.mustache` with an element that is not closed, or with `&nbsp;`
            mend: close it; a character or its number, `&#160;`
            A reader of XML takes all of a document or nothing: a feed with one such mistake is empty for its readers.
            - <title>Q & A</title>
            + <title>Q &amp; A</title>

            # output.lines
            broken by: a line of an `.ics.mustache` or `.vcf.mustache` without a name, a `BEGIN` without `END`, a value in a parameter without quotes
            mend: see [formats](templates.md#formats)
            Calendars and address books refuse the whole file, or leave out what they do not understand.
            - ORGANIZER;CN={{name}}:mailto:{{mail}}
            + ORGANIZER;CN="{{name}}":mailto:{{mail}}
            """#)
}

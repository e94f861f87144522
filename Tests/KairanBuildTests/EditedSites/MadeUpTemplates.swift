/// Templates of every kind, some in several variants.
extension EditedSite {
    static let templates: [String: [String]] = pageTemplates.merging(dataTemplates) { $1 }.merging(copies) { $1 }
        .merging(localized) { $1 }

    /// These templates can be removed, because nothing else needs them.
    static let leaves = [
        "{locale}/clubs/{id}/index.html.mustache", "{locale}/index.html.mustache", "api/{locale}/clubs.json.yml",
        "{locale}/sections/{section}.html.mustache", "{locale}/news/{page}.html.mustache",
        "{locale}/found/{part}.json.yml",
        "{locale}/news.xml.yml",
        "days/{days}.html.mustache", "list.txt.mustache", "api/clubs.json.yml", "api/order.json.yml",
        "api/club/{id}.json.yml", "api/group.json.yml", "api/where.json.yml", "api/either.json.yml", "api/day.json.yml",
        "api/now.json.yml", "api/moment.json.yml", "api/archive/{page}.json.yml", "api/news.json.yml",
        "api/refs.json.yml", "api/sections/{section}.json.yml", "news/feed.xml.yml", "news/atom.xml.yml",
        "clubs/feed.json.yml", "robots.txt", ".well-known/x.txt", "today/{id}.html.mustache", "api/value.json.yml",
        "api/shared.json.yml", "api/numbered.json.yml",
        "404.html.mustache", "api/usage.json.yml", "found/{part}.json.yml", "meets/{day}.json.yml", "meets.ics.yml",
        "calendar/{month}.html.mustache", "api/meets.json.yml", "api/by/{section}/{yearMonth}.json.yml",
        "api/by/music/{id}.json.yml", "api/club/{section}-{members}.json.yml",
        "map.html.mustache", "api/clubs.geojson.yml", "api/near/{cell}.json.yml", "api/terms.json.yml",
        "terms.txt.mustache", "visits/{parent.id}/{key}.html.mustache", "api/visits.json.yml", "visits.ics.yml",
        "api/ends.json.yml", "api/marks.json.yml", "sites/{id}.html.mustache",
    ]

    /// These templates are there only while the collection `more` is.
    static let ofMore = [
        "more/{id}.html.mustache": "---\nfor: more\ntitle: \"{name}\"\nlayout: base\n---\n{{name}}",
        "api/more.json.yml":
            "data: { each: more, sort: name, value: { name: name, terms: { each: terms, value: version }, page: page.path } }\n",
        // The text of some of these terms must not be shown yet.
        "api/agreed.json.yml": "data: { each: more, sort: name, value: { each: terms, value: body.text } }\n",
    ]

    private static let pageTemplates: [String: [String]] = [
        "_layouts/base.html.mustache": [
            """
            <!DOCTYPE html>
            <html lang="{{site.language}}"><title>{{page.title}} | {{site.title}}</title>
            <meta name="description" content="{{page.description}}">
            <link rel="canonical" href="{{page.url}}">
            {{#page.image}}<meta property="og:image" content="{{page.image}}">{{/page.image}}
            <link rel="stylesheet" href="{{site.path}}assets/site.css">
            {{> nav}}
            {{{content}}}
            """, "<!DOCTYPE html><title>{{page.title}}</title>{{> nav}}{{{content}}}",
        ],
        "_layouts/inner.html.mustache": [
            "---\nlayout: base\notherHosts: newTab\n---\n<main>{{{content}}}</main>",
            "<main>{{> nav}}{{page.title}} {{{content}}}</main>",
        ],
        "_partials/nav.html.mustache": [
            "<nav><a href=\"{{site.path}}clubs/\">Clubs</a></nav>",
            "<nav>{{site.description}} {{site.students}} <a href=\"{{site.path}}\">Home</a></nav>",
        ],
        "_partials/row.html.mustache": [
            "<li><a href=\"{{page.path}}\">{{title}}</a> {{date.text}}</li>", "<li>{{title}} {{shown.phase}}</li>",
            "<li>{{title}}{{#club}} of {{name}}{{/club}}</li>",
        ],
        "_partials/card.html.mustache": [
            "<p>{{$x}}{{name}}{{/x}}</p>\n", "{{<box}}{{$y}}<b>{{$x}}{{/x}}</b>{{/y}}{{/box}}",
            "<i>{{$x}}{{members.text}}{{/x}}</i>",
        ],
        "_partials/box.html.mustache": ["<div>{{$y}}{{/y}}</div>", "<div>\n  {{$y}}\n  {{/y}}\n  {{> nav}}\n</div>\n"],
        "index.html.mustache": [
            """
            ---
            title: "{site.title}"
            layout: base
            data:
              now: { each: news, where: { shown: now }, sort: -date }
              newest: { first: news, sort: -date }
              pinned: { first: news, where: { isPinned: true }, value: { title: title, club: club } }
              total: { count: clubs }
              isBusy: { if: { site.students: { moreThan: 5 } } }
              sections: { each: clubs, by: section, sort: name }
              chart:
                chart: line
                each: usage
                sort: month
                x: "{month, yyyy/M/d}"
                y: users
                unit: " people"
                title: Users
            ---
            {{total}} {{#newest}}{{title}}{{/newest}}
            {{#now}}{{> row}}{{/now}}{{#isBusy}}busy{{/isBusy}}
            {{#pinned}}{{title}} {{club.name}}{{/pinned}}
            {{#sections}}<a href="{{page.path}}">{{label}} {{count(entries)}}</a>{{#entries}}{{name}}{{/entries}}{{/sections}}
            {{{chart}}}
            """,
            """
            ---
            title: "{site.title} of {site.moment.date.text}"
            layout: base
            data: { coming: { each: news, where: { shown: { in: [now, future] } }, sort: shown.from, limit: 3 } }
            ---
            {{#coming}}{{> row}}{{{extra.html}}}{{/coming}}
            """,
            "---\nlayout: inner\n---\n{{site.moment.text}} {{site.moment}}",
        ],
        "clubs/index.html.mustache": [
            """
            ---
            title: Clubs
            layout: inner
            data: { all: { each: clubs, sort: [section, -members, name] }, bodies: { each: clubs, limit: 2, sort: name } }
            ---
            {{#all}}
              {{<card}}{{$x}}{{name}}{{#section}} {{section.label}}{{/section}} <a href="{{page.path}}">p</a>{{/x}}{{/card}}
            {{/all}}
            {{#bodies}}{{<card}}{{$x}}{{name}}{{/x}}{{/card}}{{{body.html}}}{{/bodies}}{{<box}}{{$y}}{{> nav}}{{/y}}{{/box}}
            """,
            "---\ntitle: Clubs\ndata: { all: { each: clubs } }\n---\n{{site.title}}{{#all}}{{> card}}{{<box}}{{/box}}{{/all}}",
        ],
        "clubs/{id}/index.html.mustache": [
            """
            ---
            for: { each: clubs, sort: name }
            title: "{name}, {section.label}"
            description: "Since {founded, yyyy}."
            image: logo
            layout: inner
            data:
              news: { each: news, where: { club: $id }, sort: -date }
              same: { each: clubs, where: { section: $section, id: { not: $id } }, value: { name: name } }
            ---
            <h1>{{name}}</h1><p>{{founded.text}} {{#members}}{{members.text}}{{/members}} {{#fee}}{{fee}}{{/fee}}</p>
            {{#link}}<a href="{{link}}">w</a>{{/link}}{{#logo}}<img src="{{logo.path}}" srcset="{{logo.srcset}}" width="{{logo.width}}" alt="{{logo.color}}">{{/logo}}
            {{#parent}}<a href="{{page.path}}">{{name}}</a>{{/parent}}
            {{#days}}{{.}} {{/days}}{{^days}}never{{/days}}
            {{#about}}{{{about.html}}}{{/about}}
            {{{body.html}}}
            {{#news}}{{> row}}{{/news}}{{#same}}{{name}} {{/same}}
            {{#previous}}<a href="{{page.path}}">{{name}}</a>{{/previous}}{{#next}}<a href="{{page.path}}">{{name}}</a>{{/next}}
            {{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}
            """,
            """
            ---
            for: { each: clubs, sort: [-founded] }
            title: "{name}"
            ---
            {{name}}{{#next}} {{name}}{{/next}}{{#page.next}}<a href="{{path}}">{{title}}</a>{{/page.next}} {{{body.html}}}
            """,
            "---\nfor: { each: clubs, where: { members: { exists: true } } }\n---\n{{name}} {{members.text}}",
        ],
        "news/{id}/index.html.mustache": [
            """
            ---
            for: { each: news, sort: [date, title] }
            title: "{title}"
            description: "{summary}"
            layout: base
            data: { part: { first: news, where: { kind: $kind, id: { not: $id } }, sort: order, value: { title: title } } }
            ---
            {{date.text}} {{kind}} {{shown.phase}} {{#shown.from}}{{shown.from.date}}{{/shown.from}}
            {{#club}}{{name}} {{id}}{{/club}} {{#related}}<a href="{{page.path}}">{{title}}</a>{{/related}}
            {{#links}}<a href="{{url}}">{{name}}</a>{{/links}}{{#paper}}<a href="{{paper.path}}">{{paper.bytes}}</a>{{/paper}}
            <nav>{{#body.outline}}<a href="#{{id}}">{{text}}</a>{{/body.outline}}</nav>
            {{{body.html}}}{{{extra.html}}}{{#part}}{{title}}{{/part}}
            {{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}{{#page.next}}<a href="{{path}}">{{title}}</a>{{/page.next}}
            """,
            "---\nfor: { each: news, where: { shown: { in: [now, past] } }, sort: -date }\ntitle: \"{title}\"\n---\n{{{body.html}}}{{#previous}}{{title}}{{/previous}}",
            "---\nfor: { each: news, where: { date: { atMost: now } } }\n---\n{{title}} {{{body.html}}}",
        ],
        "news/page/{page}/index.html.mustache": [
            """
            ---
            for: { each: news, sort: -date, paginate: 3, first: news/index.html }
            title: "News {page.number}/{page.count}"
            ---
            {{#entries}}{{> row}}{{/entries}}
            {{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}{{#page.next}}<a href="{{path}}">{{title}}</a>{{/page.next}}
            {{#page.pages}}{{#isCurrent}}<b>{{number}}</b>{{/isCurrent}}{{^isCurrent}}<a href="{{path}}">{{number}}</a>{{/isCurrent}}{{/page.pages}}
            """,
            "---\nfor: { each: news, where: { shown: now }, paginate: 2, first: news/index.html }\n---\n{{#entries}}{{{body.html}}}{{/entries}}",
        ],
        "sections/{section}/index.html.mustache": [
            "---\nfor: { each: clubs, by: section, sort: name }\ntitle: \"{label}\"\nlayout: base\n---\n{{value}} {{#entries}}{{name}} {{page.path}}{{/entries}}",
            "---\nfor: { each: clubs, by: section }\n---\n{{label}} {{count(entries)}}",
        ],
        "days/{days}.html.mustache": [
            "---\nfor: { each: clubs, by: days, sort: name }\ntitle: \"{value}\"\n---\n{{#entries}}{{name}}{{/entries}}"
        ],
        "terms/{id}/index.html.mustache": [
            """
            ---
            for: { each: terms, sort: version }
            title: "{version}"
            data: { changes: { changes: { from: previous.body, to: body } } }
            ---
            {{{body.html}}}
            {{#changes}}<p>{{#runs}}{{#isAdded}}<ins>{{text}}</ins>{{/isAdded}}{{#isRemoved}}<del>{{text}}</del>{{/isRemoved}}{{#isSame}}{{text}}{{/isSame}}{{/runs}}</p>{{/changes}}
            """
        ],
        "visits/{parent.id}/{key}.html.mustache": [
            """
            ---
            for: { each: visits, sort: day }
            title: "{parent.name} {key}"
            ---
            {{parent.name}} {{note}} {{#next}}{{day}}{{/next}}
            {{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}
            """,
            "---\nfor: { each: visits, where: { day: { atMost: today } } }\n---\n{{parent.id}} {{day.text}}{{#open}}{{open.phase}}{{/open}}{{#previous}}{{note}}{{/previous}}",
        ],
        "today/{id}.html.mustache": [
            "---\nfor: { each: clubs, where: { founded: { atMost: today } } }\nsitemap: false\n---\n{{name}}"
        ],
        "404.html.mustache": ["---\ntitle: None\n---\n<a href=\"{{site.path}}\">{{site.title}}</a>"],
        "list.txt.mustache": [
            "---\ndata: { all: { each: news, sort: order, unique: kind }, bodies: { each: clubs, sort: -name } }\n---\n{{#all}}{{title}}\n{{/all}}{{#bodies}}{{body.text}}{{/bodies}}"
        ],
    ]

    private static let dataTemplates: [String: [String]] = [
        "meets/{day}.json.yml": [
            """
            for: { each: days, from: today, until: today + 2 days }
            data: { day: day, clubs: { each: clubs, where: { meets: { on: $day } }, value: name }, next: next.day }

            """,
            """
            for: { each: days, from: 2026-04-10, until: 2026-04-12 }
            data: { each: clubs, where: { meets: { between: [$day, $day + 1 week] } }, sort: name, value: id }

            """,
        ],
        "api/terms.json.yml": [
            "data: { each: terms, sort: -version, value: { version: version, text: body.text } }\n",
            "data: { each: terms, where: { effective: { moreThan: today } }, value: { version: version, day: effective } }\n",
            "data: { each: terms, where: { effective: { exists: true } }, sort: version, value: body.text }\n",
        ],
        "terms.txt.mustache": [
            "---\ndata: { newest: { first: terms, sort: -version }, all: { each: terms, unique: effective.month } }\n---\n{{#newest}}{{version}}{{/newest}}{{#all}}{{body.text}}{{/all}}"
        ],
        "meets.ics.yml": [
            "calendar: Meetings\neach: clubs\nwhere: { meets: { exists: true } }\nevent: { title: name, on: meets, alarm: 1h 30m, link: { text: \"{site.url}#{id}\" } }\n",
            "calendar: \"{site.title}\"\neach: news\nevent: { title: title, on: date, minutes: order, within: shown }\n",
        ],
        "map.html.mustache": [
            """
            ---
            data:
              map:
                map: clubs
                where: { place: { exists: true } }
                sort: name
                at: place
                label: { text: "{name} ({id})" }
                title: "Clubs of {site.title}"
                category: section
              way: { map: clubs, where: { place: { exists: true } }, sort: founded, at: place, label: name, line: true, title: Way }
            ---
            {{{map}}}{{{way}}}
            """
        ],
        "api/visits.json.yml": [
            "data: { each: visits, sort: [day, id], value: { id: id, of: parent.name, others: { each: parent.visits, where: { key: { not: $key } }, value: note } } }\n",
            "data: { each: clubs, value: { name: name, count: visits.count, visits: { each: visits, where: { day: { atMost: today } }, sort: -day, value: { key: key, day: day } } } }\n",
            "data: { group: visits, by: parent, where: { parent.section: music }, value: key }\n",
            "data: { each: clubs, value: { visits: { keyed: visits, by: key, sort: -day, value: day }, notes: { keyed: visits, by: id, value: note } } }\n",
            "data: { keyed: clubs.visits, by: id, where: { day: { atMost: today } }, value: { key: key, of: parent.name } }\n",
            "data: { each: clubs, value: { code: code, visits?: { each: visits, value: { key: key, diary: parent.diary } } } }\n",
        ],
        "visits.ics.yml": ["calendar: Visits\neach: visits\nevent: { title: note, on: day, within: open }\n"],
        "api/clubs.geojson.yml": [
            "geojson: clubs\nwhere: { place: { exists: true } }\ngeometry: place\nproperties: { name: name, parent: parent.name }\n"
        ],
        "api/near/{cell}.json.yml": [
            "nearest: clubs\nwhere: { place: { exists: true } }\nat: place\ncount: 1\nperFile: 10\nvalue: { name: name, at: place.position }\n"
        ],
        "calendar/{month}.html.mustache": [
            """
            ---
            for: { each: months, from: this month, until: this month + 1 month }
            data:
              table: { each: weeks, value: { days: { each: days, value: { day: day, clubs: { each: clubs, where: { meets: { on: $day } } } } } } }
            ---
            {{month}} {{#table}}{{#days}}{{day.day}}{{#clubs}} {{name}}{{/clubs}};{{/days}}{{/table}}
            """
        ],
        "api/meets.json.yml": [
            "data: { each: clubs, value: { id: id, text: meets.text, days: { occurrences: meets, from: today, until: today + 9 days } } }\n",
            "data: { keyed: clubs, by: id, value: { occurrences: meets, from: this month, until: this month + 2 months, as: [dd, EEEE, yyyyMMdd] } }\n",
        ],
        "api/by/{section}/{yearMonth}.json.yml": [
            "for: { each: clubs, by: [section, founded.yearMonth] }\ndata: { a: section, b: yearMonth, c: { each: entries, together: members, value: name } }\n"
        ],
        // The paths of other templates fit the files of these two as well.
        "api/by/music/{id}.json.yml": [
            "for: { each: clubs, where: { section: music } }\ndata: { a: section, b: name }\n",
            "for: clubs\ndata: { a: section }\n",
        ],
        "api/club/{section}-{members}.json.yml": [
            "for: { each: clubs, by: [section, members] }\ndata: { name: section, all: { each: entries, value: name } }\n"
        ],
        "api/clubs.json.yml": [
            "data: { each: clubs, value: { id: id, isOld: { if: { founded: { atMost: today } } }, label?: { if: { section: music, parent.name: { exists: true } }, then: parent.name }, fee: { if: [{ members: { moreThan: 3 } }, { founded: { moreThan: today } }], then: fee, else: { literal: none } } } }\n",
            "data: { each: clubs, value: { id: id, name: name, section: section.label, logo?: logo.width, color?: logo.color, days: days.count, page?: page.url, text: body.html } }\n",
            "data: { each: clubs, sort: -name, value: { text: body.text, outline: { each: body.outline, value: id }, default: { first: [fee, { literal: 0 }] } } }\n",
        ],
        "api/order.json.yml": [
            "data: { each: news, sort: order, value: id }\n",
            "data: { each: news, sort: [kind, -order], skip: 1, limit: 4, value: title }\n",
        ],
        "api/club/{id}.json.yml": [
            "for: clubs\ndata:\n  name: name\n  next: next.id\n  parent: parent.parent.name\n  news: { each: news, where: { club: $id, shown: now }, sort: -date, value: title }\n  richer: { count: clubs, where: { members: { moreThan: $members } } }\n",
            "for: { each: clubs, where: { section: { in: [music, sports] } }, sort: founded }\ndata: { previous: previous.name, logo: { each: logo.sizes, value: url } }\n",
            "for: clubs\ndata: { name: name, news: { each: news, where: { club: $id, date: { atMost: now } }, value: title } }\n",
        ],
        "api/group.json.yml": [
            "data:\n  sections: { group: clubs, by: section, sort: name, value: name }\n  days: { group: clubs, by: days, value: id }\n  kinds: { group: news, by: kind, value: club.name }\n"
        ],
        "api/where.json.yml": [
            "data:\n  music: { each: news, where: { club.section: music }, value: id }\n  big: { each: clubs, where: { members: { atLeast: 5 } }, value: name }\n  monday: { each: clubs, where: { days: { contains: Mon } }, value: id }\n  linked: { each: news, where: { links: { exists: true } }, value: { each: links, value: { name: name, of: $site.title } } }\n  through: { each: news, sort: [club.name, id], value: club.founded }\n"
        ],
        "api/either.json.yml": [
            "data:\n  each: clubs\n  where:\n    - { section: music, link: { exists: true } }\n    - { section: sports, founded: { moreThan: 2026-04-10 } }\n  value: id\n"
        ],
        "api/day.json.yml": [
            "data: { past: { each: clubs, where: { founded: { atMost: today } }, sort: name, value: name } }\n",
            "data: { text: \"{site.moment.date}\" }\n",
        ],
        "api/now.json.yml": [
            "data: { each: news, where: { date: { moreThan: now } }, value: title }\n",
            "data: { each: news, value: { isShown: { if: { shown: now } }, text?: { if: { date: { lessThan: now } }, then: body.text, else: { if: { shown.from: { exists: true } }, then: summary } } } }\n",
            "data: { each: news, value: { id: id, before: { each: related, where: { date: { lessThan: now } }, value: id } } }\n",
            "data:\n  now: { each: news, where: [{ date: { in: [now] } }, { shown.from: { atMost: now } }], value: id }\n  hour: { count: news, where: { date.time: { atLeast: $site.moment.time } } }\n  month: { count: clubs, where: { founded: { moreThan: this week + 1 month } } }\n",
        ],
        "api/flat.json.yml": [
            "data: { links: { each: news.links, sort: name, value: { name: name, url: url } }, days: { each: clubs.days, unique: value, value: value } }\n",
            "data: { each: news.related.links, unique: url, value: name }\n",
            "data: { each: [{ each: clubs, value: { day: founded, title: name } }, { each: news, where: { shown: now }, value: { day: date.date, title: title } }], sort: [-day, title], limit: 5 }\n",
            "data: { each: news, value: { id: id, links: { each: related.links, where: { name: { not: { in: [a, b] } } }, value: url }, days: { count: club.parent.days } } }\n",
        ],
        "api/totals.json.yml": [
            "data: { members: { sum: clubs, of: members }, fee: { mean: clubs, of: fee, where: { section: music } }, newest: { greatest: news, of: date, where: { shown: now } }, days: { count: clubs, unique: days } }\n",
            "data: { each: clubs, by: days, groups: [-entries.count, value], value: { day: value, first: { least: entries, of: founded }, all: { each: entries, value: { place: { position: 1 }, name: name } } } }\n",
            "data: { seen: { group: news, by: club, groups: seen, sort: title, value: title }, order: { sum: news.related, of: order }, parents: { each: clubs, value: { least: clubs, of: name, where: { parent: $parent } } } }\n",
        ],
        "api/times.json.yml": [
            "data: { each: clubs, value: { id: id, age: { between: [founded, today], in: months }, weeks: { between: [today, founded], in: weeks }, next: { day: founded + 1 month }, week: founded.week } }\n",
            "data: { day: { day: this week }, until: { first: clubs, sort: founded, value: { between: [this month, founded], in: days } } }\n",
            "data: { each: news, value: { days: { between: [date.date, $site.moment.date], in: days }, on: { text: \"{date, YYYY-'W'ww HH:mm:ss.SSS}\" } } }\n",
        ],
        "api/texts.json.yml": [
            "data: { each: clubs, value: { name: { text: \"{name, upper, cut 4}\" }, slug: { text: \"{name, slug}\" }, \"days?\": { text: '{days, lower, join \", \"}' }, parts: { split: name, by: a } } }\n",
            "data: { each: [{ each: clubs.days, value: value }], unique: value, value: { day: { position: 0 } } }\n",
        ],
        "api/without.json.yml": [
            "data: { each: clubs, value: { id: id, news: { each: news, where: { club: { not: { in: [$id] } }, date: { not: { atMost: now } } }, value: id } } }\n",
            "data: { each: clubs, value: { free: { each: days, where: { value: { not: { in: [Mon, Tue] } } }, value: value }, others: { each: clubs, where: { name: { in: $days } }, value: name } } }\n",
            "data: { each: news, value: { others: { each: news, where: { id: { not: { in: $related } }, order: { not: { lessThan: 2 } } }, sort: title, value: title } } }\n",
        ],
        "api/moment.json.yml": ["data: site.moment\n", "data: { text: \"{site.moment, HH:mm}\" }\n"],
        "api/archive/{page}.json.yml": [
            "for: { each: news, sort: -date, paginate: 2 }\ndata: { each: entries, value: title }\n"
        ],
        "api/news.json.yml": [
            "data: { each: news, where: { shown: { in: [now, future] } }, sort: shown.from, value: { id: id, from?: shown.from, phase: shown.phase, extra: extra.text, url: page.url, related: { each: related, value: title } } }\n"
        ],
        "api/refs.json.yml": [
            "data: { each: news, value: { keyed: related, by: id, value: { title: title, phase: shown.phase } } }\n",
            "data: { each: news, unique: club, value: { club: club.id, page: club.page.path, parent: club.parent.name } }\n",
        ],
        "api/sections/{section}.json.yml": [
            "for: { each: clubs, by: section }\ndata: { section: value, title: label, clubs: { each: entries, value: name } }\n"
        ],
        "_shapes/club.yml": [
            "for: clubs\ndata: { name: name, isOld: { if: { founded: { atMost: today } } }, parent?: parent.name, host: site.title }\n",
            "for: clubs\ndata: { id: id, news: { each: news, where: { club: $id }, value: { shape: news/item } } }\n",
        ],
        "_shapes/news/item.yml": [
            "for: news\ndata: { title: title, phase: shown.phase }\n",
            "for: news\ndata: { title: title, text: body.text }\n",
        ],
        "api/shared.json.yml": [
            "data: { clubs: { each: clubs, value: { shape: club, with: { members: members } } }, news: { each: news, sort: -date, limit: 2, value: { shape: news/item } } }\n",
            "data: { each: clubs, sort: name, value: { shape: club } }\n",
        ],
        "api/numbered.json.yml": [
            "data: { version: { revision: }, clubs: { each: clubs, sort: name, value: name } }\n",
            "data: { news: { each: news, where: { shown: now }, value: { title: title, text: body.html } }, number: { revision: { first: 12 } } }\n",
            "data: { pages: { revision: { of: [index.html, clubs/index.html] } }, own: { revision: }, day: site.moment.date }\n",
        ],
        "api/value.json.yml": [
            "data:\n  sections: { each: clubs, by: section, value: { section: value, page: page.path } }\n  newest: { first: news, sort: -date, value: { title: title, text: { first: [{ text: \"{title} of {club.name}\" }, summary, { literal: none }] } } }\n"
        ],
        "api/ends.json.yml": [
            """
            data:
              each: clubs
              where: [{ ends: { in: [date, null] } }, { ends: true }]
              sort: [ends.date, name]
              value: { ends?: ends.date, year: ends.date.year, other: ends.reference.name, sites: sites, count?: sites.count }

            """,
            """
            data:
              over: { each: clubs, where: { ends.date: { lessThan: today } }, value: id }
              open: { each: clubs, where: { ends: { not: date } }, sort: name, value: { id: id, is?: ends.boolean } }
              sites: { each: clubs, sort: name, value: { keyed: sites, by: key, value: { url: value } } }

            """,
        ],
        "api/marks.json.yml": [
            """
            data:
              each: news
              sort: title
              value:
                picture: mark.image.path
                colour?: mark.image.color
                phase?: mark.window.phase
                list: mark.list
                text: { text: "{mark.text}" }
                facts: facts
                sizes: { each: facts, sort: -value.day, value: { key: key, size: value.size, any?: { first: [value.size, { literal: none }] }, whole?: value.size.integer } }

            """,
            "data: { each: news, where: { mark.window: now }, sort: -title, value: { until: mark.window.until } }\n",
        ],
        "sites/{id}.html.mustache": [
            """
            ---
            for: { each: clubs, where: { sites: { exists: true } } }
            title: "{name}"
            ---
            {{#ends}}{{#date}}{{text}}{{/date}}{{#reference}}{{name}}{{/reference}}{{/ends}}{{^ends}}never{{/ends}}
            {{#sites}}<a href="{{value}}">{{key}}</a>{{/sites}}{{^sites}}none{{/sites}}
            """
        ],
        "api/usage.json.yml": [
            "data: { each: usage, sort: month, value: { line: { text: \"{users, number} is {users, percent of site.students} %\" }, note: note.html, open?: open.text, lines?: open.lines } }\n"
        ],
        "news/feed.xml.yml": [
            "feed: rss\ntitle: \"News of {site.title}\"\neach: news\nsort: -date\nlimit: 4\nitem: { title: title, date: date, content: body.html, summary: summary }\n"
        ],
        "news/atom.xml.yml": [
            "feed: atom\ntitle: News\neach: news\nwhere: { shown: now }\nsort: -date\nitem: { title: title, date: date, content: extra.html }\n"
        ],
        "found/{part}.json.yml": [
            """
            search:
              - { each: clubs, sort: name, title: name, url?: page.path, summary: about.text, text: [name, section.label, days, body.text] }
              - each: news
                where: { shown: { in: [now, future] } }
                sort: -date
                title: title
                url?: page.path
                label: "{club.name}, {date, yyyy}"
                text: [title, club.name, { each: links, value: name }, { each: related, value: title }, body.text, extra.text]
              - { each: usage, title: { text: "{month}" }, url: site.path, text: note.text }

            """,
            """
            search:
              - { each: news, where: { date: { atMost: now } }, title: title, url: { text: "{site.path}#{id}" }, text: [shown.phase, title] }
              - { each: clubs, title: name, url?: link, label: "{site.moment, HH:mm}", text: parent.name }

            """,
        ],
        "clubs/feed.json.yml": [
            "feed: json\ntitle: Clubs\neach: clubs\nsort: -founded\nitem: { title: name, date: founded, content: body.html }\n",
            "feed: json\ntitle: Clubs\neach: clubs\nitem: { title: name, date: founded, link: { text: \"{site.url}#{id}\" } }\n",
        ],
    ]

    private static let copies: [String: [String]] = [
        "assets/site.css": ["body { color: #222; }\n", "body { background: url(\"x.txt\"); }\n"],
        "assets/x.txt": ["x\n", "y\n"],
        "robots.txt": ["User-agent: *\n"],
        ".well-known/x.txt": ["x\n"],
    ]
}

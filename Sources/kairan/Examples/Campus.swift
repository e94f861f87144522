extension Example {
    static let campus = Example(
        name: "campus", summary: "a campus board: notices, clubs, a feed",
        tasks: #"""
            | add a notice | run `kairan new notices "Lost umbrella"`, or write a file in `content/notices/` beside the others |
            | add a club | run `kairan new clubs "Chess"`, or write a file in `content/clubs/` |
            | show a notice for a limited time | give its `shown` an end: `shown: { from: 2026-04-01, until: 2026-04-30 }` |
            """#,
        text: #"""
            === content/site.yml
            title: Campus Board
            description: What is going on at the campus by the lake
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/board/
            language: en
            timeZone: Asia/Tokyo
            dateFormat: d MMMM yyyy
            === content/notices/_collection.yml
            entry: notice
            fields:
              title: { text: { maximumLength: 60 } }
              date: date
              shown: window       # the time during which it is on the board
              club: { reference?: clubs }
            body: markdown
            === content/notices/library-hours.md
            ---
            title: The library is open until ten
            date: 2026-04-06
            shown: always
            ---
            From Monday to Friday, all year round. On Saturdays it closes at **six**.
            === content/notices/spring-concert.md
            ---
            title: Concert in the courtyard
            date: 2026-04-10
            shown: { from: 2026-04-01 }
            club: choir
            ---
            The choir sings in the courtyard, rain or shine. Bring a chair.
            === content/notices/bicycles.md
            ---
            title: Bicycles without a sticker will be removed
            date: 2026-04-12
            shown: { from: 2026-04-12 }
            ---
            Stickers are free. Ask at the gate, any day from 9:00 to 17:00.

            > [!IMPORTANT]
            > Without a sticker, a bicycle is taken to the store behind the gym.
            === content/clubs/_collection.yml
            entry: club
            fields:
              name: { text: { maximumLength: 40 } }
              section: { choice: { music: Music, sports: Sports, volunteer: Volunteering } }
              days: schedule
              place: text
            body: markdown
            === content/clubs/choir.md
            ---
            name: Choir
            section: music
            days: { weekly: [mon, thu] }
            place: Hall 2
            ---
            No audition. We begin each evening with something that everybody knows.
            === content/clubs/rowing.md
            ---
            name: Rowing
            section: sports
            days: { weekly: sat }
            place: Boathouse
            ---
            You have to be able to swim; we teach the rest.
            === content/clubs/repair.md
            ---
            name: Repair evening
            section: volunteer
            days: { nth: { weekday: wed, week: [1, 3] } }
            place: Workshop
            ---
            Bring what is broken. We show you how to mend it.
            === templates/index.html.mustache
            ---
            layout: base
            data:
              notices: { each: notices, where: { shown: now }, sort: -date }
              sections: { each: clubs, by: section, sort: name }
            ---
            <h1>{{site.description}}</h1>
            <h2 id="notices">Notices</h2>
            <ul class="cards">
            {{#notices}}
            <li class="card"><p class="note"><time datetime="{{date}}">{{date.text}}</time></p><h3><a href="{{page.path}}">{{title}}</a></h3></li>
            {{/notices}}
            {{^notices}}
            <li class="empty">There is nothing on the board.</li>
            {{/notices}}
            </ul>
            <h2 id="clubs">Clubs</h2>
            <table>
            <thead><tr><th scope="col">Club</th><th scope="col">Section</th><th scope="col">Days</th></tr></thead>
            <tbody>
            {{#sections}}
            {{#entries}}
            <tr><th scope="row"><a href="{{page.path}}">{{name}}</a></th><td>{{label}}</td><td>{{days.text}}</td></tr>
            {{/entries}}
            {{/sections}}
            </tbody>
            </table>
            === templates/notices/{id}/index.html.mustache
            ---
            for: { each: notices, where: { shown: now }, sort: -date }
            title: "{title}"
            layout: base
            ---
            <p class="crumb"><a href="{{site.path}}#notices">Notices</a></p>
            <h1>{{title}}</h1>
            <p class="lead"><time datetime="{{date}}">{{date.text}}</time>{{#club}}, <a href="{{page.path}}">{{name}}</a>{{/club}}</p>
            <div class="prose">{{{body.html}}}</div>
            === templates/clubs/{id}/index.html.mustache
            ---
            for: { each: clubs, sort: name }
            title: "{name}"
            layout: base
            ---
            <p class="crumb"><a href="{{site.path}}#clubs">Clubs</a></p>
            <h1>{{name}}</h1>
            <div class="prose">{{{body.html}}}</div>
            <dl class="facts">
            <div><dt>Section</dt><dd>{{section.label}}</dd></div>
            <div><dt>Days</dt><dd>{{days.text}}</dd></div>
            <div><dt>Place</dt><dd>{{place}}</dd></div>
            </dl>
            === templates/feed.xml.yml
            feed: atom
            title: "Notices of {site.title}"
            each: notices
            where: { shown: now }
            sort: -date
            item: { title: title, date: date, content: body.html }
            === templates/api/v1/notices.json.yml
            description: The notices that are on the board now, newest first.
            data:
              notices:
                each: notices
                where: { shown: now }
                sort: -date
                value: { id: id, title: title, date: date, club: club.name, url: page.url, text: body.text }
            === templates/api/v1/clubs.json.yml
            description: Every club, with the days on which it meets.
            data:
              clubs:
                each: clubs
                sort: name
                value: { id: id, name: name, section: section, days: days.text, place: place, text: body.text }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#7a3b12, #f0b58a); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}#notices">Notices</a></li>
            <li><a href="{{site.path}}#clubs">Clubs</a></li>
            <li><a href="{{site.path}}feed.xml">Feed</a></li>
            """#)
}

extension Example {
    static let studies = Example(
        name: "studies", summary: "studies that look for participants, with places and numbers for apps",
        tasks: #"""
            | add a study | run `kairan new studies "Colours in the dark"`, or write a file in `content/studies/` beside the others |
            | say that a study is full or over | write `state: full`, or `state: over`, which takes it off the site |
            | show a study for a limited time | give its `shown` an end: `shown: { from: 2026-04-01, until: 2026-04-30 }` |
            """#,
        text: #"""
            === content/site.yml
            title: Take Part
            description: Studies that are looking for people like you
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/studies/
            language: en
            timeZone: Asia/Tokyo
            dateFormat: d MMMM yyyy
            === content/studies/_collection.yml
            entry: study
            fields:
              title: { text: { maximumLength: 80 } }
              institute: text
              contact: email
              # Apps know a state by its number, which stays the same when another state is added before it.
              state: { choice: { values: { open: Open, full: Full, over: Over }, numbers: { open: 0, full: 5, over: 9 }, default: open } }
              minutes: { integer: { minimum: 5, maximum: 480 } }
              reward: { integer?: { minimum: 1 } }   # in yen
              place: { point?: { precision: 3 } }
              shown: window
            body: markdown
            === content/studies/sleep.md
            ---
            title: How well do you sleep beside a window?
            institute: Institute for Sleep
            contact: sleep@example.org
            minutes: 45
            reward: 2000
            place: { latitude: 35.713, longitude: 139.762 }
            shown: always
            ---
            You answer questions on **three mornings** and wear a wristband in between.
            === content/studies/maps.md
            ---
            title: Reading maps on small screens
            institute: Geography
            contact: maps@example.org
            minutes: 30
            reward: 1000
            place: { latitude: 35.712, longitude: 139.759 }
            shown: { from: 2026-04-01 }
            ---
            You find ten places on ten maps, and we measure how long it takes.
            === content/studies/words.md
            ---
            title: Words that sound like what they mean
            institute: Linguistics
            contact: words@example.org
            state: full
            minutes: 20
            shown: always
            ---
            Online. You hear words from a language that you do not know, and guess what they mean.
            === templates/index.html.mustache
            ---
            layout: base
            data:
              open: { each: studies, where: { shown: now, state: { not: over } }, sort: [state, title] }
            ---
            <h1>{{site.description}}</h1>
            <ul class="cards">
            {{#open}}
            <li class="card"><p class="badge">{{state.label}}</p><h2><a href="{{page.path}}">{{title}}</a></h2><p class="note">{{institute}}<br>{{minutes}} minutes{{#reward}}, {{reward.text}} yen{{/reward}}</p></li>
            {{/open}}
            {{^open}}
            <li class="empty">No study is looking for participants.</li>
            {{/open}}
            </ul>
            === templates/studies/{id}/index.html.mustache
            ---
            for: { each: studies, where: { shown: now, state: { not: over } }, sort: [state, title] }
            title: "{title}"
            layout: base
            ---
            <p class="crumb"><a href="{{site.path}}">Studies</a></p>
            <h1>{{title}}</h1>
            <p class="lead">{{institute}}</p>
            <div class="prose">{{{body.html}}}</div>
            <dl class="facts">
            <div><dt>State</dt><dd>{{state.label}}</dd></div>
            <div><dt>Time</dt><dd>{{minutes}} minutes</dd></div>
            {{#reward}}
            <div><dt>Reward</dt><dd>{{reward.text}} yen</dd></div>
            {{/reward}}
            <div><dt>Contact</dt><dd><a href="mailto:{{contact}}">{{contact}}</a></dd></div>
            </dl>
            === templates/api/v1/studies.json.yml
            description: The studies that are shown now, open ones first.
            data:
              studies:
                each: studies
                where: { shown: now, state: { not: over } }
                sort: [state, title]
                value:
                  id: id
                  title: title
                  institute: institute
                  state: state.number
                  minutes: minutes
                  reward: reward
                  latitude: place.latitude
                  longitude: place.longitude
                  text: body.text
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#4b3f92, #bdb4ff); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}">Studies</a></li>
            """#)
}

extension Example {
    static let cinemas = Example(
        name: "cinemas", summary: "films and showtimes, one file for each film",
        tasks: #"""
            | add a film | run `kairan new films "The Lighthouse"`, or write a file in `content/films/` beside the others |
            | say when it is shown | add lines to `content/screenings/screenings.yml`, each with the film, the cinema, the time and the `days` |
            | add a cinema | add a line to `content/cinemas/cinemas.csv` |
            """#,
        text: #"""
            === content/site.yml
            title: Two Screens
            description: What is on at the town's two cinemas
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/cinemas/
            language: en
            timeZone: Asia/Tokyo
            dateFormat: d MMMM yyyy
            firstWeekday: mon
            === content/cinemas/_collection.yml
            entry: cinema
            fields:
              name: text
              street: text
              seats: { integer: { minimum: 1 } }
            === content/cinemas/cinemas.csv
            id,name,street,seats
            lantern,Lantern,3 Theatre Lane,86
            wharf,The Wharf,Pier 2,140
            === content/films/_collection.yml
            entry: film
            fields:
              title: { text: { maximumLength: 60 } }
              minutes: { integer: { minimum: 1, maximum: 600 } }
              advice: { choice: { all: For all ages, twelve: For ages 12 and over, sixteen: For ages 16 and over } }
            body: markdown
            === content/films/night-ferry.md
            ---
            title: The Night Ferry
            minutes: 104
            advice: twelve
            ---
            Seven passengers, one storm, and a captain who does not say where they are going.
            === content/films/gull.md
            ---
            title: Gull
            minutes: 78
            advice: all
            ---
            A year on a cliff, told by the birds that live there.
            === content/screenings/_collection.yml
            entry: screening
            fields:
              film: { reference: films }
              cinema: { reference: cinemas }
              time: time
              days: schedule
            === content/screenings/screenings.yml
            - { id: ferry-lantern, film: night-ferry, cinema: lantern, time: "20:15", days: daily }
            - { id: ferry-wharf, film: night-ferry, cinema: wharf, time: "21:00", days: { weekly: [fri, sat] } }
            - { id: gull-wharf, film: gull, cinema: wharf, time: "15:30", days: { weekly: [sat, sun] } }
            - { id: gull-lantern, film: gull, cinema: lantern, time: "11:00", days: { nth: { weekday: sun, week: 1 } } }
            === templates/index.html.mustache
            ---
            layout: base
            data:
              today: { each: screenings, where: { days: { on: today } }, sort: time }
              films: { each: films, sort: title }
            ---
            <h1>{{site.description}}</h1>
            <h2 id="today">Today</h2>
            {{^empty(today)}}
            <table>
            <thead><tr><th scope="col">Time</th><th scope="col">Film</th><th scope="col">Cinema</th></tr></thead>
            <tbody>
            {{#today}}
            <tr><td><time>{{time}}</time></td><th scope="row">{{#film}}<a href="{{page.path}}">{{title}}</a>{{/film}}</th><td>{{cinema.name}}</td></tr>
            {{/today}}
            </tbody>
            </table>
            {{/empty(today)}}
            {{^today}}
            <p class="empty">Nothing is shown today.</p>
            {{/today}}
            <h2 id="films">Films</h2>
            <ul class="cards">
            {{#films}}
            <li class="card"><p class="badge">{{advice.label}}</p><h3><a href="{{page.path}}">{{title}}</a></h3><p class="note">{{minutes}} minutes</p></li>
            {{/films}}
            </ul>
            === templates/films/{id}/index.html.mustache
            ---
            for: { each: films, sort: title }
            title: "{title}"
            layout: base
            data:
              shows: { each: screenings, where: { film: $id }, sort: time }
            ---
            <p class="crumb"><a href="{{site.path}}#films">Films</a></p>
            <h1>{{title}}</h1>
            <p class="lead">{{minutes}} minutes. {{advice.label}}.</p>
            <div class="prose">{{{body.html}}}</div>
            <h2>Showings</h2>
            {{^empty(shows)}}
            <table>
            <thead><tr><th scope="col">Time</th><th scope="col">Cinema</th><th scope="col">Days</th></tr></thead>
            <tbody>
            {{#shows}}
            <tr><td><time>{{time}}</time></td><th scope="row">{{cinema.name}}</th><td>{{days.text}}</td></tr>
            {{/shows}}
            </tbody>
            </table>
            {{/empty(shows)}}
            {{^shows}}
            <p class="empty">It is not shown at present.</p>
            {{/shows}}
            === templates/api/v1/films.json.yml
            description: Every film.
            data:
              films:
                each: films
                sort: title
                value: { id: id, title: title, minutes: minutes, advice: advice, text: body.text, url: page.url }
            === templates/api/v1/showtimes/{film}.json.yml
            description: When and where a film is shown.
            for: { each: screenings, by: film }
            data:
              shows:
                each: entries
                sort: time
                value: { time: time, cinema: cinema.name, days: days.text, lines?: days.lines }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#8c1d40, #f2a0b8); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}#today">Today</a></li>
            <li><a href="{{site.path}}#films">Films</a></li>
            """#)
}

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
            <h2>Today</h2>
            <ul>
            {{#today}}<li>{{time}} {{#film}}<a href="{{page.path}}">{{title}}</a>{{/film}}, {{cinema.name}}</li>
            {{/today}}</ul>
            <h2>Films</h2>
            <ul>
            {{#films}}<li><a href="{{page.path}}">{{title}}</a>, {{minutes}} minutes</li>
            {{/films}}</ul>
            === templates/films/{id}/index.html.mustache
            ---
            for: { each: films, sort: title }
            title: "{title}"
            layout: base
            data:
              shows: { each: screenings, where: { film: $id }, sort: time }
            ---
            <h1>{{title}}</h1>
            <p class="note">{{minutes}} minutes. {{advice.label}}.</p>
            {{{body.html}}}
            <ul>
            {{#shows}}<li>{{time}}, {{cinema.name}}: {{days.text}}</li>
            {{/shows}}</ul>
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
            """#)
}

extension Example {
    static let footprints = Example(
        name: "footprints", summary: "places that somebody has been to, on a map and as GeoJSON",
        tasks: #"""
            | add a place | run `kairan new spots "The lighthouse"`, or write a file in `content/spots/` beside the others |
            | say where it is | set its `place`: `{ latitude: 46.558, longitude: 7.892 }`, or `46.558, 7.892` as copied from a map |
            """#,
        text: #"""
            === content/site.yml
            title: Footprints
            description: Where we have walked
            # Set this to the site's address: https://OWNER.github.io/REPOSITORY/ on GitHub Pages.
            url: https://example.org/footprints/
            language: en
            timeZone: Asia/Tokyo
            dateFormat: d MMMM yyyy
            === content/spots/_collection.yml
            entry: spot
            fields:
              name: { text: { maximumLength: 40 } }
              place: { point: { precision: 3 } }   # rounded to about 100 metres, to hide front doors
              visited: date
              kind: { choice: { view: Views, water: Water, town: Towns } }
            body: markdown
            === content/spots/ridge.md
            ---
            name: The long ridge
            place: { latitude: 46.558, longitude: 7.892 }
            visited: 2026-06-14
            kind: view
            ---
            Snow until June. From the top you see **three lakes**.
            === content/spots/mill-pond.md
            ---
            name: Mill pond
            place: { latitude: 46.689, longitude: 7.858 }
            visited: 2026-06-15
            kind: water
            ---
            The mill is gone, but the pond is still there.
            === content/spots/old-town.md
            ---
            name: Old town
            place: { latitude: 46.948, longitude: 7.447 }
            visited: 2026-06-17
            kind: town
            ---
            Six kilometres of arcades, so rain does not matter.
            === templates/index.html.mustache
            ---
            layout: base
            data:
              map: { map: spots, sort: name, at: place, label: name, category: kind, title: Where we have walked }
              kinds: { each: spots, by: kind, sort: -visited }
            ---
            <h1>{{site.description}}</h1>
            <div id="walks">
            {{{map}}}
            </div>
            <h2 id="places">Places</h2>
            <ul class="cards">
            {{#kinds}}
            {{#entries}}
            <li class="card"><p class="badge">{{label}}</p><h3><a href="{{page.path}}">{{name}}</a></h3><p class="note"><time datetime="{{visited}}">{{visited.text}}</time></p></li>
            {{/entries}}
            {{/kinds}}
            </ul>
            === templates/spots/{id}/index.html.mustache
            ---
            for: { each: spots, sort: name }
            title: "{name}"
            layout: base
            ---
            <p class="crumb"><a href="{{site.path}}#places">Places</a></p>
            <h1>{{name}}</h1>
            <p class="lead">{{kind.label}}, <time datetime="{{visited}}">{{visited.text}}</time></p>
            <div class="prose">{{{body.html}}}</div>
            === templates/spots.geojson.yml
            geojson: spots
            geometry: place
            properties: { name: name, kind: kind, visited: visited, url: page.url }
            === templates/api/v1/spots.json.yml
            description: Every place, the most recently visited first.
            data:
              spots:
                each: spots
                sort: -visited
                value: { id: id, name: name, kind: kind, visited: visited, latitude: place.latitude, longitude: place.longitude, text: body.text }
            === templates/assets/brand.css
            /* The colour of the site, in light and in dark */
            :root { --accent: light-dark(#0b6a6f, #7fd3d6); }
            === templates/_partials/nav.html.mustache
            <li><a href="{{site.path}}#walks">Map</a></li>
            <li><a href="{{site.path}}#places">Places</a></li>
            """#)
}

extension Explanation {
    static let placesAndDays = Section(
        title: "Windows, schedules, places and maps",
        text: #"""
            # window.order
            broken by: an end before the start, or at the same moment
            mend: swap the two; a later end
            No moment is inside such a window: the entry would never be shown. Often the year of one of the dates is wrong.
            - shown: { from: 2026-12-01, until: 2026-10-31 }
            + shown: { from: 2026-10-01, until: 2026-10-31 }

            # window.over
            broken by: warning: a new entry whose window was over before it was ever published
            mend: correct the year of the window; or leave it, if the entry is meant to be over
            No output shows such an entry, or ever did. Usually the year is last year's. The next build does not mention it, as
            `public/.kairan.json` says which entries were there. A first publication may hold any old entries.
            - shown: { from: 2025-04-01, until: 2025-04-10 }
            + shown: { from: 2026-04-01, until: 2026-04-10 }

            # point.type
            broken by: `at` or `geometry` that names no point, or one that may be missing
            mend: the help has the `where`
            A map, a GeoJSON file or nearest cells need a place for every entry. An entry without one would be nowhere.
            - geojson: spots
            - geometry: place
            + geojson: spots
            + where: { place: { exists: true } }
            + geometry: place

            # geojson.missing
            broken by: GeoJSON without `geometry`
            mend: `geometry: place`; see [places](places.md#geojson)
            A feature without a geometry is on no map.
            - geojson: spots
            + geojson: spots
            + geometry: place

            # geojson.geometry
            broken by: a `geometry` that is neither a point nor a line of points
            mend: `geometry: place`, or a line with `at`; see [places](places.md#geojson)
            RFC 7946 knows a few geometries; a line needs the list that its points come from.
            - geometry: { line: stops }
            + geometry: { line: stops, at: place }

            # geojson.properties
            broken by: `properties` that is not a mapping
            mend: `properties: { name: name }`
            RFC 7946 wants an object there, and map programs stop at anything else.
            - properties: name
            + properties: { name: name }

            # geojson.id
            broken by: an `id` that is neither a text nor a number
            mend: one of its parts
            RFC 7946 allows only these, and programs find features by them.
            - id: { name: name }
            + id: id

            # nearest.missing
            broken by: nearest cells without `at`, `count` or `value`
            mend: see [places](places.md#nearest-cells)
            A client finds the nearest entries in one small file. For that, it must be clear where they are, how many are wanted, and
            what is published of each.
            - nearest: spots
            - at: place
            + nearest: spots
            + at: place
            + count: 10
            + value: { id: id, name: name }

            # nearest.path
            broken by: nearest cells whose template has no `{cell}` in its name
            mend: `templates/api/v1/near/{cell}.json.yml`
            Each cell of the map becomes a file, named by the cell.
            - templates/api/v1/near.json.yml
            + templates/api/v1/near/{cell}.json.yml

            # map.missing
            broken by: a map without `at`, `label` or `title`
            mend: see [places](places.md#maps)
            A map draws points, names them, and has a name itself for readers who do not see it.
            - map: { map: spots, at: place }
            + map: { map: spots, at: place, label: name, title: Spots }

            # map.type
            broken by: a map's `label`, `link`, `category` or `color` that names something else
            mend: the help names a part; `label: { text: "…" }`
            A label must be a text, a category a choice or a text, and a colour a colour.
            - map: { map: spots, at: place, label: kind, title: Spots }
            + map: { map: spots, at: place, label: kind.name, title: Spots }

            # map.pin
            broken by: a pin below 0 or above 14, or a choice with more values
            mend: limit the field: `{ integer: { minimum: 0, maximum: 14 } }`
            There are fifteen forms of pins, 0 to 14, so that they stay distinguishable.
            - sign: integer
            + sign: { integer: { minimum: 0, maximum: 14 } }

            # point.range
            broken by: a latitude above 90 or below -90, a longitude above 180 or below -180
            mend: latitude comes first
            Such a place is not on the globe. Often the two numbers are swapped: latitude comes first.
            - place: { latitude: 139.7671, longitude: 35.6812 }
            + place: { latitude: 35.6812, longitude: 139.7671 }

            # point.swapped
            broken by: warning: a point far from all others that is near them with its numbers swapped, or with another sign
            mend: swap them, or add or remove the minus sign, if that is the mistake
            GeoJSON and some maps write longitude first, and a minus sign is soon lost. A place that is near the others only with
            its numbers swapped or with another sign is most likely such a mistake.
            - place: "18.0700, 59.3200"
            + place: "59.3200, 18.0700"

            # point.origin
            broken by: warning: a point at 0, 0
            mend: write where it is, or leave it out
            Programs that do not know a place write zeros. On a map it lies in the sea off Africa.
            - place: "0, 0"
            + place: "59.3200, 18.0700"

            # schedule.word
            broken by: a word that a schedule does not have, `nth` without its `week`, `words` without an `rrule`
            mend: the help names the nearest
            An unknown word would be ignored, and the event with it.
            - days: { weakly: sat }
            + days: { weekly: sat }

            # schedule.day
            broken by: a day that does not exist, such as `02-31`, `monthly: 32` or `weekly: saturday`, or the same one twice
            mend: see the help
            A day that does not exist never comes, and people would wait for it.
            - days: { weekly: saturday }
            + days: { weekly: sat }

            # schedule.order
            broken by: `between` with an end before its start
            mend: swap the two
            No day is between the two.
            - days: { weekly: sat, between: { from: 2026-06-30, until: 2026-04-01 } }
            + days: { weekly: sat, between: { from: 2026-04-01, until: 2026-06-30 } }

            # schedule.rrule
            broken by: a recurrence rule without `between.from`, with hours, or with a part or value that RFC 5545 does not have
            mend: see the help; the message points at the part
            Other calendars read the same rule, so it must follow RFC 5545, in whole days: it counts from `between.from`.
            - days: { rrule: "FREQ=WEEKLY;BYDAY=TH" }
            + days: { rrule: "FREQ=WEEKLY;BYDAY=TH", between: { from: 2026-04-02 } }

            # schedule.empty
            broken by: an empty list, or a schedule that never happens: `except` takes away all its days, or none is in `between`
            mend: the help names the next day
            It would never happen. Often the year of a date is last year's.
            - days: { weekly: sat, between: { from: 2026-04-06, until: 2026-04-10 } }
            + days: { weekly: sat, between: { from: 2026-04-06, until: 2026-04-30 } }

            # schedule.outside
            broken by: a schedule that has no day inside the entry's window
            mend: show the entry longer, or change its days
            On none of its days is the entry shown: its window is not yet open, or already closed.
            - shown: { until: 2026-04-30 }
            - days: { dates: [2026-05-02] }
            + shown: { until: 2026-05-02 }
            + days: { dates: [2026-05-02] }
            """#)
}

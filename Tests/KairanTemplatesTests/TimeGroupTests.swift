import KairanModel
import PlanTesting
import Testing

/// A timetable has a group for each time at which something begins, in the order of the day.
@Suite struct TimeGroupTests {
    @Test func byTimeAndByTheTimeOfAMoment() throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n",
            "content/talks/_collection.yml": "fields: { at: dateTime, time: time }\n",
            "content/talks/all.csv":
                "id,at,time\na,2026-04-01T11:30,11:30\nb,2026-04-01T09:00,09:00\nc,2026-04-02T11:30,11:30\n",
            "templates/all.json.yml": """
            data:
              times: { group: talks, by: time, value: id }
              days: { group: talks, by: at.date, value: id }
              moments: { each: talks, by: at.time, value: { time: value, ids: { each: entries, value: id } } }
            """,
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(
            try #require(made.text("all.json")).filter { !$0.isWhitespace }
                == #"{"times":{"09:00":["b"],"11:30":["a","c"]},"days":{"2026-04-01":["a","b"],"2026-04-02":["c"]},"moments":[{"time":"09:00","ids":["b"]},{"time":"11:30","ids":["a","c"]}]}"#
        )
    }
}

import Foundation
import SiteTesting
import Testing

/// Seconds that no calendar has a day for are a mistake at their place, however many they are.
@Suite struct ImportedMomentTests {
    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-9007199254740991", "253402300800"])
    func seconds(_ number: String) throws {
        let box = try TemporaryFolder()
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/days/_collection.yml": "fields: { at: dateTime, on: date }\n",
            "content/days/a.yml": "at: 2026-01-02T10:00\non: 2026-01-02\n",
            "templates/x.json.yml": "data: { each: days, value: { id: id, at: at.epoch, on: on.epoch } }\n",
            "old.json": "[{ \"id\": \"z\", \"at\": \(number), \"on\": \(number) }]\n",
        ]
        for (path, text) in files { try box.write(text, to: path) }
        let run = try kairan(["import", "old.json", "--endpoint", "x"], in: box.url)
        #expect(run.exitCode == 1 && run.errors.contains("old.json:1:"), "\(run)")
    }
}

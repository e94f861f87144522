import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild

/// Rows that stay are taken over from an earlier build, and all outputs and mistakes are those of a build of everything.
@Suite struct EditedTableTests {
    private let others = [
        "content/site.yml": "title: T\nurl: https://t.example/\n",
        "content/deals/_collection.yml": """
        fields:
          title: { text: { maximum: 30, unique: true } }
          price: decimal?
          note: markdown?
          after: { reference?: deals }
          link: url?

        """,
        "templates/deals.json.yml":
            "data: { each: deals, sort: title, value: { id: id, title: title, price?: price, after?: after.title } }\n",
        "templates/deals/{id}/index.html.mustache":
            "---\nfor: deals\n---\n<!doctype html>\n<title>{{title}}</title>\n{{{note.html}}}{{#after}}{{title}}{{/after}}\n",
    ]

    private static let header = "id,title,price,note,after,link,deleted\n"

    private func row(_ number: Int) -> String {
        "r\(number),Title \(number),\(number).5,\"[a](/deals/r\(number % 7)/) \n*b*\",r\(number % 3),/deals/r1/,\n"
    }

    /// Changes the rows in one way, which may be a mistake.
    private func edit(_ rows: inout [String], _ step: Int, _ random: inout SeededNumbers) {
        let index = Int.random(in: rows.indices, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...3: rows[index] = rows[index].replacing("Title ", with: "New \(step % 2) ")
        case 4: rows.append("n\(step),Title \(step),,,,,\n")
        case 5: rows.remove(at: index)
        case 6: rows.insert("m\(step),More \(step),1,,r1,,\n", at: index)
        case 7: rows[index] = rows[index].replacing(".5,", with: ".x,")
        case 8: rows[index] = rows[(index + 1) % rows.count]
        case 9: rows[index] = rows[index].replacing(",r", with: ",q")
        case 10: rows[index] = rows[index].replacing("/deals/r1/", with: "/deals/gone/")
        // A table with an entry in the trash is always read as a whole.
        case 11 where step > 60: rows[index] = String(rows[index].dropLast()) + "2026-01-0\(1 + step % 9)\n"
        case 12: rows[index] = rows[index].replacing("\"", with: "")
        default: rows.swapAt(index, rows.count - 1)
        }
    }

    @Test func editedEqualsClean() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let sandbox = try PublishingSandbox()
        var (builds, options) = (RepeatedBuild(clock: sandbox.clock), BuildOptions(clock: 1_770_000_000))
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        var good = (0..<20).map(row)
        var (wrong, taken) = (0, 0)
        for step in 0..<120 {
            var rows = good
            if step > 0 { for _ in 0...(step % 2) { edit(&rows, step, &random) } }
            var files = others
            files["content/deals/all.csv"] = Self.header + rows.joined()
            let sources = files.map { SourceFile(path: $0, text: $1) }
            _ = try sandbox.readSite(of: sources, after: nil)
            try sandbox.tick()
            let note: Comment = "KAIRAN_SEED=\(seed), step \(step)\n\(rows.joined())"
            let clean = try build(SourceTree(files: sources), options)
            let built = try builds.build(options, after: step == 0 ? .everything : .files(["content/deals/all.csv"]))
            #expect(built.result.diagnostics.map { "\($0)" } == clean.diagnostics.map { "\($0)" }, note)
            guard !clean.diagnostics.hasErrors else {
                wrong += 1
                continue
            }
            good = rows
            let expected = Dictionary(uniqueKeysWithValues: clean.files.map { ($0.path, $0.bytes) })
            #expect(builds.files == expected, note)
            taken += built.result.plan?.site.content.collections[0].entries.count(where: \.isCached) ?? 0
            builds.prepareNext()
        }
        #expect(wrong > 20 && taken > 50, "\(wrong) \(taken)")
    }
}

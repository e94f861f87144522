import KairanModel
import KairanQueries
import PlanTesting
import Testing

@testable import KairanTemplates

/// Templates whose parts multiply end with an error, before they take all memory or time.
@Suite struct OutputLimitTests {
    private static let days = "each: days, from: 2026-01-01, until: 2026-02-09"

    /// Each of these goes through 40 times 40 elements, or writes as much.
    @Test(arguments: [
        ("x.json.yml", "data: { \(days), value: { \(days), value: { each: tags, value: id } } }"),
        ("x.json.yml", "data: { \(days), value: { \(days), value: day } }"),
        ("x.json.yml", "data: { keyed: tags, by: id, value: { \(days), value: { \(days), value: day } } }"),
        ("x.json.yml", "data: { firstOf: [{ first: tags, where: { id: z }, value: id }, { literal: a }] }"),
        ("x.json.yml", "data: { \(days), value: { count: tags.others.others } }"),
        ("x.txt.mustache", "---\ndata: { all: { \(days) } }\n---\n{{#all}}{{#all}}{{/all}}{{/all}}"),
        ("x.html.mustache", "---\ndata: { all: { \(days), value: { \(days), value: { d: day } } } }\n---\n<p>x</p>"),
        ("x.html.mustache", "<p>{{> a}}</p>"),
    ]) func multipliedElements(_ name: String, _ template: String) throws {
        let plan = try #require(build(name, template).plan)
        let position = try #require(plan.jobs.firstIndex { $0.path.hasPrefix("x.") })
        func mistakes(_ limits: OutputLimits) -> [String] {
            plan.render(position, RenderOptions(style: .compact, limits: limits)).diagnostics
                .map { "\($0.rule) \($0.span.path): \($0.message)" }
        }
        #expect(mistakes(OutputLimits()) == [])
        let isShort = template.contains("literal")
        let end = "templates/\(name): 'x.\(name.split(separator: ".")[1])' would be made of more than 1000 elements"
        #expect(mistakes(OutputLimits(elements: 1000)) == (isShort ? [] : ["output.size \(end)"]))
    }

    @Test func multipliedBytes() throws {
        let plan = try #require(
            build("x.json.yml", "data: { \(Self.days), value: { \(Self.days), value: day } }").plan)
        let position = try #require(plan.jobs.firstIndex { $0.path == "x.json" })
        let limited = RenderOptions(style: .compact, limits: OutputLimits(bytes: 10_000))
        #expect(plan.render(position, limited).diagnostics.map(\.rule.rawValue) == ["output.size"])
    }

    /// Too many files are told of before any is made.
    @Test func multipliedFiles() throws {
        let name = "{a}/{b}/{c}.json.yml"
        let found = build(name, "for: { each: tags, by: [a, b, c] }\ndata: a").diagnostics
        #expect(found.map { "\($0.rule) \($0.span.path):\($0.span.line)" } == ["output.count templates/\(name):1"])
        #expect(found.first?.message == "this 'for' would make more than 2000000 files")
    }

    /// The size of all files of a template is told once, when enough are made to estimate it.
    @Test func multipliedOutputs() {
        let sizes = TemplateSizes()
        #expect((1...4).allSatisfy { _ in sizes.excess(adding: 1 << 30, of: 0, total: 36_525) == nil })
        #expect(sizes.excess(adding: 1 << 30, of: 0, total: 36_525) == 36_525)
        #expect(sizes.excess(adding: 1 << 30, of: 0, total: 36_525) == nil)
        #expect(sizes.isTooLarge(0) && !sizes.isTooLarge(1))
        #expect((1...16).allSatisfy { _ in sizes.excess(adding: 1 << 30, of: 1, total: 16) == nil })
        #expect((1...1_000_000).allSatisfy { _ in sizes.excess(adding: 9000, of: 2, total: 1_000_000) == nil })
    }

    private func build(_ name: String, _ template: String) -> PlannedSite {
        let letters = (0..<130).map { "v\($0)" }.joined(separator: ", ")
        let others = (0..<8).map { "t\($0)" }.joined(separator: ", ")
        var files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/tags/_collection.yml":
                "fields: { others: { list: { reference: tags } }, a: { list?: text }, b: { list?: text }, c: { list?: text } }\n",
            "content/tags/all.yml": (0..<8).map { "- { id: t\($0), others: [\(others)] }\n" }.joined(),
            "templates/\(name)": template,
        ]
        if template.contains("[a, b, c]") {
            files["content/tags/all.yml"] =
                "- { id: t, others: [], a: [\(letters)], b: [\(letters)], c: [\(letters)] }\n"
        }
        // Each of the partials shows the next one twice, so the last one is shown 1024 times.
        let names = (0...10).map { String(UnicodeScalar(UInt8(97 + $0))) }
        if template.contains("{{> a}}") {
            for (name, next) in zip(names, names.dropFirst() + ["."]) {
                files["templates/_partials/\(name).html.mustache"] = next == "." ? "x" : "{{> \(next)}}{{> \(next)}}"
            }
        }
        return PlannedSite(files)
    }
}

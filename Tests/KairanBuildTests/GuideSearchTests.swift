import Foundation
import SiteTesting
import Testing

@testable import KairanBuild

/// People who are new ask the guide's search page, and one of the first three results has the answer.
@Suite(.enabled(if: Node.isAvailable)) struct GuideSearchTests {
    /// A section of the guide.
    private struct Place: Codable {
        var page: String
        /// The heading of the section; nil for any section of the page.
        var heading: String?
    }

    private struct Question: Codable {
        var asked: String
        var page: String
        var heading: String?
        /// Other sections that answer it as well.
        var or: [Place]?

        var places: [Place] { [Place(page: page, heading: heading)] + (or ?? []) }
    }

    private struct Answer: Decodable {
        var question: Question
        var found: [String]
    }

    private struct Input: Encodable {
        var questions: [Question]
        var files: [String: String]
    }

    private let files: [String: String]
    private let questions: [Question]

    init() throws {
        let result = try ShowcaseTests.built.get()
        try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let guide = result.files.filter { $0.path.hasPrefix("guide/") }
        files = Dictionary(uniqueKeysWithValues: guide.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
        let list = try Data(contentsOf: packageFolder.appending(path: "Tests/Guide/questions.json"))
        questions = try JSONDecoder().decode([Question].self, from: list)
    }

    @Test func everyAnswerIsThere() {
        #expect(questions.count >= 200 && Set(questions.map(\.asked)).count == questions.count)
        for question in questions {
            for place in question.places {
                let text = files["guide/\(place.page)/index.html"] ?? ""
                let mark = place.heading.map { " id=\"\($0)\"" } ?? "<h1>"
                #expect(text.contains(mark), "\(question.asked): \(place)")
            }
        }
    }

    @Test func theFirstThreeResultsAnswerTheQuestion() throws {
        let missed = try answers(to: questions).filter { answer in
            !answer.found.prefix(3).contains { found in
                answer.question.places.contains { place in
                    found == place.page + (place.heading.map { "/#\($0)" } ?? "/")
                        || place.heading == nil && found.hasPrefix(place.page + "/#")
                }
            }
        }
        let list = missed.map { "\($0.question.asked): \($0.found.prefix(3))" }.joined(separator: "\n")
        #expect(missed.count * 20 <= questions.count, "\(missed.count) of \(questions.count)\n\(list)")
    }

    @Test func theGuideBeginsWithStart() throws {
        let list = try #require(files["guide/index.html"])
        let first = try #require(list.firstMatch(of: /<h3><a href="([^"]+)">/))
        #expect(first.1.hasSuffix("/guide/start/"))
    }

    /// Asks as `search.js` does, with the words that the page ignores.
    private func answers(to questions: [Question]) throws -> [Answer] {
        try Node.run(
            """
            const { openIndex, telling, titlesFirst } = await asset("search-index.js");
            const file = (path) => input.files["guide/" + path];
            const load = async (address) => JSON.parse(file(new URL(address).pathname.slice(1)));
            const index = openIndex("http://host/find/index.json", load);
            const little = file("find/index.html").match(/ data-little="([^"]*)"/)[1];
            const answers = [];
            for (const question of input.questions) {
              const found = await index.find(telling(question.asked, little)) ?? [];
              const entries = titlesFirst(await index.entries(found.slice(0, 10)), question.asked);
              answers.push({ question, found: entries.map(({ url }) => decodeURI(url.split("/guide/")[1])) });
            }
            console.log(JSON.stringify(answers));
            """, input: Input(questions: questions, files: files))
    }
}

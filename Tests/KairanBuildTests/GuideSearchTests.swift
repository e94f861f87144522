import Foundation
import SiteTesting
import Testing

@testable import KairanBuild

/// People who are new ask the guide's search page, and the first result has the answer.
@Suite(.enabled(if: Node.isAvailable)) struct GuideSearchTests {
    private struct Question: Codable {
        var asked: String
        /// The page of the guide that answers it, and the heading of the answer; nil for the page as a whole.
        var page: String
        var heading: String?
    }

    private struct Answer: Decodable {
        var question: Question
        var found: [String]
        /// This is true if the page has the heading.
        var isThere: Bool
    }

    private struct Input: Encodable {
        var questions: [Question]
        var files: [String: String]
    }

    private let files: [String: String]

    init() throws {
        let result = try ShowcaseTests.built.get()
        try #require(result.diagnostics.isEmpty, "\(result.diagnostics)")
        let guide = result.files.filter { $0.path.hasPrefix("guide/") }
        files = Dictionary(uniqueKeysWithValues: guide.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    @Test func theFirstResultAnswersTheQuestion() throws {
        let list = try Data(contentsOf: packageFolder.appending(path: "Tests/Guide/questions.json"))
        let questions = try JSONDecoder().decode([Question].self, from: list)
        #expect(questions.count >= 30 && Set(questions.map(\.asked)).count == questions.count)
        let answers = try answers(to: questions)
        #expect(answers.count == questions.count)
        for answer in answers {
            let question = answer.question
            #expect(answer.found.first == question.page, "\(question.asked): \(answer.found.prefix(4))")
            #expect(answer.isThere, "\(question.page) has no heading '\(question.heading ?? "")'")
        }
    }

    @Test func theGuideBeginsWithStart() throws {
        let list = try #require(files["guide/index.html"])
        let first = try #require(list.firstMatch(of: /<h2><a href="([^"]+)">/))
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
              const page = file(`${question.page}/index.html`) ?? "";
              answers.push({
                question,
                found: entries.map(({ url }) => url.match(/guide\\/(.*)\\/$/)[1]),
                isThere: page.includes(question.heading ? ` id="${question.heading}"` : "<h1>"),
              });
            }
            console.log(JSON.stringify(answers));
            """, input: Input(questions: questions, files: files))
    }
}

import Foundation
import SiteTesting
import Testing

/// Two people click and type in the pages of their forms, and share what they write by a bare repository.
@Suite struct DeskTwoBrowsersTests {
    private enum Act: String, CaseIterable {
        case edit, version, get, share, ask, take, sendBack, build, undo, remove, reopen

        /// The acts as often as people choose them.
        static let choices = allCases.flatMap { act in
            let often =
                switch act {
                case .edit: 5
                case .version, .share: 3
                case .get, .take, .ask: 2
                case .sendBack, .build, .undo, .remove, .reopen: 1
                }
            return Array(repeating: act, count: often)
        }
    }

    /// A run of random acts, with what came of them.
    private struct Session {
        let browsers: TwoBrowsers
        var board: SharedBoard
        var numbers: SeededNumbers
        var counts: [String: Int] = [:]
        /// The places at which each person has saved something that could be undone.
        var places: [String: String] = [:]

        /// Lets somebody do something, and choose in each conflict that comes of it.
        ///
        /// - Returns: Whether it was done, or there was nothing to do.
        @discardableResult
        mutating func act(_ act: Act, by person: Int, number: Int) throws -> Bool {
            let step = "\(act.rawValue) \(number) of \(person)"
            let (collection, id, fields) =
                DeskTogetherTests.entries.randomElement(using: &numbers) ?? DeskTogetherTests.entries[0]
            let field = fields.randomElement(using: &numbers) ?? "title"
            let (entry, text) = ("\(collection) \(id)", "Text \(number)")
            var words: [String: Any] = ["collection": collection, "id": id]
            switch act {
            case .edit: words.merge(["field": field, "text": text]) { $1 }
            case .ask: words = ["name": "look-\(person)"]
            case .sendBack: words = ["remark": "Remark \(number)"]
            case .version, .get, .share, .take, .build, .undo, .remove, .reopen: break
            }
            var answer = try browsers.ask(person, act.rawValue, words)
            while let conflicts = answer.conflicts {
                try board.check(shown: conflicts.flatMap(\.self), after: step)
                answer = try settle(conflicts, by: person)
            }
            try #require(answer.error == nil, "\(board.run): \(step): \(answer.error ?? "")")
            let said = answer.said ?? ""
            let isFine = answer.kind != "bad" || Self.refusals.contains { said.firstMatch(of: $0) != nil }
            try #require(isFine, "\(board.run): \(step): \(said)")
            switch act {
            case .edit:
                board.note(text, of: person, at: "\(entry) \(field)")
                places["\(person) \(entry)"] = "\(entry) \(field)"
            case .undo where said.hasPrefix("Last save undone"):
                if let place = places.removeValue(forKey: "\(person) \(entry)") { board.undo(of: person, at: place) }
            default: break
            }
            counts[
                answer.kind == "bad" ? "\(act.rawValue) refused" : said == "nothing" ? "nothing to do" : act.rawValue,
                default: 0] += 1
            try board.check(after: step)
            return answer.kind != "bad"
        }

        /// What somebody may be told instead of what they wanted.
        private static var refusals: [Regex<Substring>] {
            [
                /was quicker/, /^The versions of the others are not here yet/, /^There is nothing to look at/,
                /^Somebody else has changes called/, /changed the same as you/, /^More was sent/,
                // The only notice stays, as the templates need one.
                /^notices has no entries/,
            ]
        }

        private mutating func settle(_ conflicts: [[String]], by person: Int) throws -> TwoBrowsers.Answer {
            counts["conflicts", default: 0] += conflicts.count
            if Int.random(in: 0..<5, using: &numbers) == 0 { return try browsers.ask(person, "settle") }
            let sides = conflicts.map { _ in Bool.random(using: &numbers) ? "mine" : "theirs" }
            for (side, values) in zip(sides, conflicts) where side == "theirs" { board.giveUp(values[0]) }
            return try browsers.ask(person, "settle", ["sides": sides])
        }
    }

    /// `KAIRAN_STEPS` says how many steps they take.
    @Test(.enabled(if: Node.hasBrowser)) func whateverTwoPeopleClick() throws {
        let seed = printedSeed()
        let shared = try TemporaryFolder()
        let sites = try DeskTogetherTests().people(sharing: shared)
        let steps = ProcessInfo.processInfo.environment["KAIRAN_STEPS"].flatMap { Int($0) } ?? 12
        let board = SharedBoard(in: shared.url, sites, run: "seed \(seed)")
        var session = Session(
            browsers: try TwoBrowsers(sites, in: shared.url), board: board, numbers: SeededNumbers(seed: seed))
        let begin = ContinuousClock.now
        for step in 0..<steps {
            let act = Act.choices.randomElement(using: &session.numbers) ?? .edit
            try session.act(act, by: Int.random(in: 0...1, using: &session.numbers), number: step)
        }
        print("\(steps) steps in \(ContinuousClock.now - begin): \(session.counts.sorted { $0.key < $1.key })")
        // In the end both have everything, and have published it.
        for person in [0, 1, 0] {
            for act in [Act.get, .build, .version, .share] {
                // Whoever closes the question about a conflict is asked again.
                var rounds = 20
                while try !session.act(act, by: person, number: steps) {
                    rounds -= 1
                    try #require(rounds > 0, "seed \(seed): \(act.rawValue) never ended")
                }
            }
        }
        try session.board.checkPublished()
        #expect(
            try filesIn(sites[0].box.url.appending(path: "content"))
                == filesIn(sites[1].box.url.appending(path: "content")))
    }
}

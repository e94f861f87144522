import Foundation
import SiteTesting
import Testing

/// The mends that a pull request is offered as suggestions, by a `gh` that keeps what it is given.
@Suite struct ActionSuggestTests {
    private struct Review: Decodable, Equatable {
        var commit_id: String
        var event: String
        var body: String
        var comments: [Comment]
    }

    private struct Comment: Decodable, Equatable {
        var path: String
        var body: String
        var line: Int
        var side: String
        var start_line: Int?
        var start_side: String?

        /// The body without the mark by which it is known again.
        var text: Substring { body.prefix(upTo: body.firstRange(of: "<!-- kairan mend ")?.lowerBound ?? body.endIndex) }
    }

    private struct Offer: Equatable {
        var review: Review?
        var shown: String
    }

    /// Publishes a board in a folder, changes it in a branch, which is merged as GitHub does, and asks for suggestions.
    ///
    /// - Parameter earlier: The reviews that the pull request has from earlier runs.
    private func offer(
        _ change: String, in folder: String = "docs/board", after earlier: [Review] = [], refused: Bool = false
    )
        throws -> Offer
    {
        let box = try TemporaryFolder()
        try box.write(earlier.flatMap(\.comments).map(\.body).joined(separator: "\n"), to: "earlier")
        try box.write(
            """
            #!/bin/bash
            case "$*" in
            *POST*repos/o/r/pulls/7/reviews*) [[ -z "$REFUSED" ]] && cat > "$RUNNER_TEMP/review" ;;
            *repos/o/r/pulls/7/comments*) cat "$RUNNER_TEMP/earlier" ;;
            *) exit 1 ;;
            esac
            """, to: "bin/gh")
        let shown = try ActionTests().onGitHub(
            box, in: folder,
            """
            chmod +x "$RUNNER_TEMP/bin/gh" && export PATH="$RUNNER_TEMP/bin:$PATH" REFUSED=\(refused ? "1" : "")
            export GITHUB_REPOSITORY=o/r NUMBER=7 SITE='\(folder)'
            git checkout -q -b change
            \(change)
            git add . && git commit -q -m Change && export HEAD=$(git rev-parse HEAD)
            git checkout -q main && echo more > "$RUNNER_TEMP/board/other" && git add "$RUNNER_TEMP/board"
            git commit -q -m More && git push -q && git checkout -q --detach && git merge -q --no-edit change
            cd "$RUNNER_TEMP/board" && "$scripts/suggest"
            """)
        let file = box.url.appending(path: "review")
        guard FileManager.default.fileExists(atPath: file.path) else { return Offer(shown: shown) }
        return Offer(review: try JSONDecoder().decode(Review.self, from: Data(contentsOf: file)), shown: shown)
    }

    @Test(arguments: [
        (
            "sed -i 's/client:/clint:/' content/ads/bakery.yml",
            """
            ```text
            the ad has no field 'clint' [field.unknown]
            ```
            ```suggestion
            { client: Bakery, shown: { until: 2026-04-24 } }
            ```

            """
        ),
        (
            "echo '{ clint: \"B```a\", shown: { until: 2026-4-24 } }' > content/ads/bakery.yml",
            """
            ```text
            the ad has no field 'clint' [field.unknown]
            '2026-4-24' is not a date or a date with a time [field.type]
            ```
            ````suggestion
            { client: "B```a", shown: { until: 2026-04-24 } }
            ````

            """
        ),
    ])
    func aLine(_ change: String, _ text: String) throws {
        for folder in [".", "docs/board"] {
            let review = try #require(try offer(change, in: folder).review)
            #expect(review.event == "COMMENT" && review.commit_id.count == 40)
            #expect(review.body == "Kairan can mend this. `kairan check --fix` does the same on your machine.")
            let comment = try #require(review.comments.first)
            #expect(review.comments.count == 1)
            #expect(comment.path == (folder == "." ? "" : folder + "/") + "content/ads/bakery.yml")
            #expect(comment.line == 1 && comment.side == "RIGHT" && comment.start_line == nil)
            #expect(comment.text == text, "\(comment.text)")
        }
    }

    /// A file that is new has all its lines in the pull request; of many mends, 20 are offered, and none twice.
    @Test func manyMends() throws {
        let change = """
            for number in $(seq 10 34); do
                printf '%s\\n' "{ clint: $number," '  shown: { until: 2026-4-24 } }' > content/ads/ad$number.yml
            done
            """
        let first = try #require(try offer(change).review)
        #expect(first.comments.count == 20)
        let comment = try #require(first.comments.first)
        #expect(comment.start_line == 1 && comment.line == 2 && comment.start_side == "RIGHT", "\(comment)")
        #expect(Set(first.comments.map(\.path)).count == 20)
        #expect(try offer(change, after: [first]).review == nil)

        let some = Review(
            commit_id: first.commit_id, event: first.event, body: first.body, comments: Array(first.comments.prefix(5)))
        let second = try #require(try offer(change, after: [some]).review)
        #expect(second.comments.count == 15)
        #expect(Set(second.comments.map(\.body)).isDisjoint(with: some.comments.map(\.body)))
    }

    /// GitHub refuses suggestions at lines that the pull request does not show, so those are only told of.
    @Test func linesOfOthers() throws {
        let change = """
            git checkout -q main && echo '{ clint: Old }' > content/ads/old.yml && git add . && git commit -q -m Old
            git push -q && git checkout -q change && git merge -q main
            sed -i 's/client:/clint:/' content/ads/bakery.yml
            """
        let review = try #require(try offer(change).review)
        #expect(review.comments.map(\.path) == ["docs/board/content/ads/bakery.yml"])
        #expect(review.body.hasSuffix(" on your machine, and 1 more at lines that a review cannot change."))
    }

    @Test func nothingIsOffered() throws {
        #expect(try offer("sed -i 's/Bakery/Noodles/' content/ads/bakery.yml") == Offer(shown: ""))
        #expect(try offer("sed -i 's/client:/clint:/; s/$/\\r/' content/ads/bakery.yml") == Offer(shown: ""))
        let refused = try offer("sed -i 's/client:/clint:/' content/ads/bakery.yml", refused: true)
        #expect(refused.review == nil && refused.shown.hasPrefix("::notice title=No suggestions::"), "\(refused.shown)")
    }

    /// All suggestions together give what the mends give, whatever the lines are.
    @Test func suggestionsGiveTheMends() throws {
        let folder = packageFolder.path
        let shown = try bash(
            "python3 '\(folder)/Tests/Action/applySuggestions.py' '\(folder)/Scripts/action/suggest' 1 300 2>&1")
        #expect(shown == "most were made\n", "\(shown)")
    }
}

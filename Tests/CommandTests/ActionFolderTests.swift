import Foundation
import SiteTesting
import Testing

extension ActionTests {
    /// Annotations name files from the root of the repository, wherever in it the board is.
    @Test(arguments: [".", "docs/board"]) func annotationsInAFolder(_ folder: String) throws {
        let box = try TemporaryFolder()
        let shown = try onGitHub(
            box, in: folder,
            """
            "$scripts/publish" >/dev/null && git show --format= --name-only | grep api
            export SITE='./\(folder)/' && cd "$RUNNER_TEMP/board"
            "$scripts/annotate" check
            printf '%s\\n' '{ client: 1' > "$SITE/content/ads/bakery.yml"
            for command in compare publish 'annotate check' 'annotate build'; do
                "$scripts"/$command 2>/dev/null | grep -o 'file=[^,]*' || true
            done
            """)
        let place = folder == "." ? "" : folder + "/"
        #expect(shown.hasPrefix("\(place)public/api/v1/ads.json\n"), "\(shown)")
        let named = shown.split(separator: "\n").filter { $0.hasPrefix("file=") }
        #expect(named == Array(repeating: "file=\(place)content/ads/bakery.yml", count: 4), "\(shown)")
    }

    /// A draft that is served for longer than a day is told of at its file.
    @Test func aDraftInAFolder() throws {
        let box = try TemporaryFolder()
        let shown = try onGitHub(
            box, in: "docs/board",
            """
            echo 'status: draft' > templates/api/v1/_version.yml
            GIT_COMMITTER_DATE='2026-04-01T00:00:00Z' "$scripts/publish" >/dev/null
            "$scripts/publish"
            """)
        #expect(shown.contains("::warning file=docs/board/templates/api/v1/_version.yml,title=contract.draft::v1 has"))
    }
}

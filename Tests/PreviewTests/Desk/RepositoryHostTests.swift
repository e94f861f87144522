import Testing

@testable import KairanDesk

/// A branch is proposed at a page of its host, whatever the address of the repository looks like.
@Suite struct RepositoryHostTests {
    @Test(
        arguments: [
            ("git@github.com:harbour/board.git", nil, "https://github.com/harbour/board/compare/main...a%26b/c"),
            (
                "https://github.com/harbour/board", "https://github.com/mina/board.git",
                "https://github.com/harbour/board/compare/main...mina:a%26b/c"
            ),
            (
                "ssh://git@codeberg.org:22/harbour/board.git", nil,
                "https://codeberg.org/harbour/board/compare/main...a%26b/c"
            ),
            (
                "https://gitlab.com/group/harbour/board.git", "git@gitlab.com:mina/board.git",
                "https://gitlab.com/mina/board/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%26b/c"
            ),
            ("https://git.example.org/harbour/board.git", nil, nil), ("/srv/board.git", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func addresses(_ repository: String, _ copy: String?, _ expected: String?) {
        let found = RepositoryHost(repository)?.request(for: "a&b/c", of: copy.flatMap(RepositoryHost.init), to: "main")
        #expect(found == expected)
    }
}

import SiteTesting

extension ActionTests {
    /// Makes a board with an origin, and runs lines in its clone, with what GitHub gives to the steps of a workflow.
    ///
    /// - Parameter folder: The board's folder in the repository, in which the lines run.
    func onGitHub(_ box: borrowing TemporaryFolder, in folder: String = ".", _ lines: String) throws -> String {
        try bash(
            """
            set -e
            export PATH='\(kairanExecutable.deletingLastPathComponent().path)':$PATH GIT_CONFIG_GLOBAL=/dev/null
            export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t.example GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t.example
            export RUNNER_TEMP='\(box.path)' GITHUB_OUTPUT='\(box.path)/output' GITHUB_STEP_SUMMARY='\(box.path)/summary'
            export GITHUB_REF=refs/heads/main GITHUB_BASE_REF=main SITE=. SOURCE_DATE_EPOCH=1776610800
            scripts='\(packageFolder.path)/Scripts/action'
            cd '\(box.path)'
            git init -q --bare -b main origin && git clone -q origin board 2>/dev/null && cd board
            mkdir -p '\(folder)' && cd '\(folder)'
            mkdir -p content/ads templates/api/v1
            printf '%s\\n' 'title: Harbour' 'url: https://harbour.example/board/' 'timeZone: Asia/Tokyo' > content/site.yml
            printf '%s\\n' 'entry: ad' 'fields: { client: text, shown: window }' > content/ads/_collection.yml
            echo '{ client: Bakery, shown: { until: 2026-04-24 } }' > content/ads/bakery.yml
            echo 'status: current' > templates/api/v1/_version.yml
            echo 'data: { each: ads, where: { shown: now }, value: { id: id, client: client } }' > templates/api/v1/ads.json.yml
            echo '<h1>Harbour</h1>' > templates/index.html.mustache
            git checkout -q -b main && git add . && git commit -q -m Begin && git push -q origin main
            \(lines)
            """)
    }
}

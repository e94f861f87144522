import Foundation
import SiteTesting
import Testing

/// The workflow pulls in the runs of its schedule, and commits only what changed.
@Suite struct PullActionTests {
    @Test func pullsOnItsSchedule() throws {
        let site = try PulledSite()
        try site.serve("[{\"id\": \"a\", \"n\": 1}]", at: "list")
        try site.declare(
            "things", from: "list", "format: json, every: 6h", "fields: { n: integer }\nfrom: { id: id, n: n }")
        // The action asks no program of this machine, so the test gives it a kairan that does.
        let shown = try bash(
            """
            set -e
            cd '\(site.box.path)' && mkdir bin
            printf '%s\\n' '#!/bin/bash' 'first=$1; shift' \\
                'if [[ $first == pull ]]; then set -- "$@" --local; fi' \\
                'exec '\\''\(kairanExecutable.path)'\\'' "$first" "$@"' > bin/kairan
            chmod +x bin/kairan
            export PATH='\(site.box.path)/bin':$PATH GIT_CONFIG_GLOBAL=/dev/null
            export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t.example GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t.example
            export RUNNER_TEMP='\(site.box.path)' GITHUB_OUTPUT='\(site.box.path)/output' GITHUB_REF=refs/heads/main SITE=.
            git init -q --bare -b main origin && cd site && git init -q -b main && git remote add origin ../origin
            echo 'mayBeEmpty: true' >> content/things/_collection.yml
            git add . && git commit -q -m Begin && git push -q origin main
            publish() { GITHUB_EVENT_NAME=$1 '\(packageFolder.path)/Scripts/action/publish' >/dev/null; }
            publish push && git log --format=%s | tr '\\n' ' ' && ls content/things
            publish schedule && git log --format=%s | tr '\\n' ' ' && git show --format= --name-only | tr '\\n' ' '
            publish schedule && git log --format=%s | tr '\\n' ' '
            [ -z "$(git status --porcelain)" ] && echo clean
            sed -n 's/^next=//p' ../output | while read -r next; do
                echo $((($(date --date "$next" +%s) - $(date +%s) + 600) / 3600))
            done
            """)
        #expect(
            shown == """
                Publish Begin _collection.yml
                Publish Publish Begin content/things/_pulled.yml content/things/pulled.yml Publish Publish Begin clean
                0
                6
                6

                """, "\(shown)")
    }
}

import Foundation
import SiteTesting
import Testing

/// The scripts of `action.yml`, as GitHub runs them.
@Suite struct ActionTests {
    private static let scripts = packageFolder.appending(path: "Scripts/action").path

    @Test func itsScriptsAreThere() throws {
        let action = try String(contentsOf: packageFolder.appending(path: "action.yml"), encoding: .utf8)
        let named = Set(action.matches(of: /GITHUB_ACTION_PATH\/Scripts\/action\/(\w+)/).map { String($0.1) })
        let there = try FileManager.default.contentsOfDirectory(atPath: Self.scripts).filter { $0 != "README.md" }
        #expect(Set(there) == named)
        for name in there {
            #expect(FileManager.default.isExecutableFile(atPath: "\(Self.scripts)/\(name)"), "\(name)")
        }
    }

    /// A moment that has not come yet is the only reason to do nothing.
    @Test(arguments: [
        ("push", "board", "2999-01-01T00:00:00+09:00", "publish"),
        ("schedule", "board", "2999-01-01T00:00:00+09:00", "nothing"),
        ("schedule", "publish", "2999-01-01T00:00:00+09:00", "nothing"),
        ("schedule", "board", "2026-04-25T00:00:00+09:00", "publish"),
        ("schedule", "board", "", "publish"), ("schedule", "board", "\u{0}?", "publish"),
        ("schedule", "check", "2999-01-01T00:00:00+09:00", "check"),
        ("pull_request", "board", "", "diff"), ("workflow_dispatch", "board", "", "publish"),
        ("pull_request", "install", "", "install"), ("schedule", "live", "2999-01-01T00:00:00+09:00", "live"),
    ])
    func planned(_ event: String, _ command: String, _ next: String, _ planned: String) throws {
        let box = try TemporaryFolder()
        try box.write(next, to: "next")
        let shown = try bash(
            """
            export GITHUB_OUTPUT='\(box.path)/output' GITHUB_EVENT_NAME=\(event) COMMAND=\(command) NEXT='\(box.path)/next'
            '\(Self.scripts)/plan' && cat "$GITHUB_OUTPUT"
            """)
        #expect(shown.hasSuffix("command=\(planned)\n"), "\(shown)")
        #expect(shown.contains("Nothing is due before \(next).") == (planned == "nothing"))
    }

    @Test func anUnknownCommand() throws {
        let shown = try bash("COMMAND=deploy NEXT=none GITHUB_EVENT_NAME=push '\(Self.scripts)/plan'; echo $?")
        #expect(shown.hasPrefix("::error title=Unknown command::'deploy' is not") && shown.hasSuffix("\n1\n"))
    }

    /// With this event GitHub gives a token that may write to runs for branches of strangers.
    @Test func anEventThatIsRefused() throws {
        let shown = try bash(
            "COMMAND=check NEXT=none GITHUB_EVENT_NAME=pull_request_target '\(Self.scripts)/plan'; echo $?")
        #expect(shown.hasPrefix("::error title=Not for this event::Use pull_request") && shown.hasSuffix("\n1\n"))
    }

    enum Reference: CaseIterable { case release, other, damaged, unlisted }

    /// The commit of a release has the checksums of its archives, and takes its archive; anything else is compiled from the
    /// action's sources. An archive that somebody has put in its place is refused, with whatever list beside it.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/curl")), arguments: Reference.allCases)
    func theProgramOfTheAction(_ reference: Reference) throws {
        let box = try TemporaryFolder()
        let shown = try bash(
            """
            set -e
            cd '\(box.path)'
            version=$('\(kairanExecutable.path)' --version)
            name=kairan-$version-linux-$(uname -m)
            release=owner/kairan/releases/download/v$version
            mkdir -p "$release" "$name/bin"
            # To pack the program itself takes seconds.
            printf '#!/bin/sh\\nexec %s "$@"\\n' '\(kairanExecutable.path)' > "$name/bin/kairan"
            chmod +x "$name/bin/kairan"
            tar -czf "$release/$name.tar.gz" "$name"
            (cd "$release" && sha256sum "$name.tar.gz" > SHA256SUMS)
            mkdir sources && cd sources && git init -q .
            mkdir -p Sources/kairan Scripts
            cp '\(packageFolder.path)/Sources/kairan/Kairan.swift' Sources/kairan/
            cp -R '\(Self.scripts)' '\(packageFolder.path)/Scripts/release-commit' '\(packageFolder.path)/Scripts/release-check' Scripts/
            touch Makefile Package.swift
            git add . && git -c user.name=t -c user.email=t@t.example commit -q -m one
            ref=$(Scripts/release-commit "../$release/SHA256SUMS")
            [ "$ref" = "$(Scripts/release-commit "../$release/SHA256SUMS")" ] || echo "another commit each time"
            git diff --quiet HEAD || echo "the checkout has changed"
            case \(reference) in
            other) ref=$(git rev-parse HEAD) ;;
            damaged) cd "../$release" && echo >> "$name.tar.gz" && sha256sum "$name.tar.gz" > SHA256SUMS && cd - >/dev/null ;;
            unlisted) sed 's/linux-/linux-other_/' "../$release/SHA256SUMS" > sums && ref=$(Scripts/release-commit sums) ;;
            esac
            cd ..
            action=_actions/owner/kairan/$ref
            mkdir -p "$action" temp
            git -C sources archive "$ref" | tar -x -C "$action"
            export RUNNER_TEMP="$PWD/temp" GITHUB_OUTPUT="$PWD/output" GITHUB_PATH="$PWD/path"
            GITHUB_SERVER_URL="file://$PWD" "$action/Scripts/action/find"
            cut -d = -f 1 output
            [ ! -x "$(cat path)/kairan" ] || PATH="$(cat path)" kairan --version
            """)
        switch reference {
        case .release: #expect(shown == "program\n" + (try kairan(["--version"]).output))
        case .other: #expect(shown == "sources\nhash\nprogram\n")
        case .damaged: #expect(shown.contains("FAILED") && !shown.contains("program"), "\(shown)")
        case .unlisted: #expect(shown.contains("no properly formatted") && !shown.contains("program"), "\(shown)")
        }
    }

    /// Somebody who may move a tag of an action may then run anything with the permissions of these workflows. Dependabot
    /// does not know the one in Scripts, so it fails here until it has the commits of the others.
    @Test func actionsAreNamedByTheirCommits() throws {
        let folder = packageFolder.appending(path: ".github/workflows")
        let workflows = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var commits: [Substring: Set<Substring>] = [:]
        let others = ["action.yml", "Scripts/packages/apt.yml"].map { packageFolder.appending(path: $0) }
        for file in workflows + others {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines where line.contains("uses: ") {
                let named = line.firstMatch(of: /uses: ([^@ ]+)@([0-9a-f]{40} # v[0-9.]+)$/)
                #expect(named != nil || line.hasSuffix(" ./"), "\(file.path): \(line)")
                if let named { commits[named.1, default: []].insert(named.2) }
            }
        }
        for (action, commits) in commits { #expect(commits.count == 1, "\(action): \(commits)") }
    }

    @Test func whatIsPublishedIsCommittedOnce() throws {
        let box = try TemporaryFolder()
        let shown = try onGitHub(
            box,
            """
            "$scripts/publish" >/dev/null && "$scripts/publish" >/dev/null
            git log --format=%s origin/main
            git -C ../origin show --format= --name-only main | grep index.html
            [ "$(git rev-parse origin/main)" = "$(sed -n 's/^commit=//p' ../output | tail -n 1)" ] && echo same
            grep next ../output
            """)
        #expect(
            shown == """
                Publish
                Begin
                public/api/v1/index.html
                public/index.html
                same
                next=2026-04-25T00:00:00+09:00
                next=2026-04-25T00:00:00+09:00

                """, "\(shown)")
    }

    /// With a mistake nothing is committed, and when somebody else pushed meanwhile, the run for their push publishes.
    @Test(arguments: [
        ("echo '{ client: 1' > content/ads/bakery.yml", "::error file=content/ads/bakery.yml"),
        (
            "git clone -q ../origin ../other && git -C ../other commit -q --allow-empty -m Other && git -C ../other push -q",
            "::error title=Nothing was published::"
        ),
    ])
    func nothingIsPublished(_ reason: String, _ message: String) throws {
        let box = try TemporaryFolder()
        let shown = try onGitHub(
            box, "\(reason)\nif \"$scripts/publish\" 2>&1; then echo done; fi; grep commit ../output")
        #expect(shown.contains(message) && !shown.contains("\ndone\n") && !shown.contains("\ncommit="), "\(shown)")
    }

    @Test(arguments: [
        (":", 0, "### This changes nothing that is published"),
        ("sed -i s/Bakery/Noodles/ content/ads/bakery.yml", 10, "### This would change what is published"),
        ("sed -i 's/, client: client//' templates/api/v1/ads.json.yml", 11, "### This would break released apps"),
        ("echo '{ client: 1' > content/ads/bakery.yml", 1, "### This cannot be published"),
    ])
    func aPullRequest(_ change: String, _ code: Int, _ title: String) throws {
        let box = try TemporaryFolder()
        let shown = try onGitHub(
            box,
            """
            "$scripts/publish" >/dev/null
            git checkout -q -b change && \(change)
            : > ../output
            "$scripts/compare" && cat ../output
            """)
        let comment = try String(contentsOf: box.url.appending(path: "kairan-comment.md"), encoding: .utf8)
        #expect(comment.hasPrefix("<!-- kairan -->\n\(title)"), "\(comment)")
        #expect(try String(contentsOf: box.url.appending(path: "summary"), encoding: .utf8) == comment)
        #expect(shown.hasSuffix("code=\(code)\n"), "\(shown)")
        let preview = box.url.appending(path: "kairan-preview/index.html").path
        #expect(FileManager.default.fileExists(atPath: preview) == (code != 1))
        switch code {
        case 10: #expect(comment.contains("\n  data    ads.json: 'client' changed in 1 ad: bakery [data.changed]\n"))
        case 11: #expect(shown.contains("::error file=templates/api/v1/ads.json.yml"), "\(shown)")
        case 1: #expect(comment.contains("content/ads/bakery.yml:1:") && shown.contains("::error file=content"))
        default: break
        }
    }
}

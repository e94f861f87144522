import Foundation
import SiteTesting
import Testing

/// The scripts that make a release, and see that nothing of it is missing.
@Suite struct ReleaseTests {
    private static let scripts = packageFolder.appending(path: "Scripts").path
    private static let hasPackages = FileManager.default.fileExists(atPath: "/usr/bin/dpkg-query")

    /// Runs lines in a folder that has what `release-check` reads, as a commit.
    private func released(_ box: borrowing TemporaryFolder, _ lines: String) throws -> String {
        try bash(
            """
            set -e
            export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t.example
            export GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t.example
            cd '\(box.path)'
            git init -q -b main . && mkdir -p Scripts/packages Sources/kairan content/guide
            cp '\(Self.scripts)'/release-* Scripts/
            echo '    static let version = "0.2.0"' > Sources/kairan/Kairan.swift
            echo 'dependencies = ["kairan==0.2.0"]' > pyproject.toml
            printf '%s\\n' '# Changelog' '' '## 0.2.0 (2026-05-01)' '' 'Better.' '' '## 0.1.0 (2026-04-01)' > CHANGELOG.md
            echo '    sudo apt install ./kairan_0.2.0_amd64.deb' > README.md
            printf '%s\\n' 'tar -xzf kairan-0.2.0-linux-x86_64.tar.gz' '- uses: OWNER/kairan@v0.2.0' > content/guide/install.md
            git add . && git commit -q -m one
            \(lines)
            """)
    }

    @Test(arguments: [
        (":", nil),
        ("sed -i s/0.2.0/0.3.0/ Sources/kairan/Kairan.swift", "the newest version in CHANGELOG.md is '0.2.0', and the"),
        ("sed -i s/0.2.0/0.2/ Sources/kairan/Kairan.swift", "has no version such as 0.2.0, but '0.2'"),
        ("sed -i s/0.2.0/0.1.0/ pyproject.toml", "pyproject.toml installs another version"),
        ("sed -i s/Better.// CHANGELOG.md", "CHANGELOG.md says nothing about 0.2.0"),
        ("sed -i s/0.2.0/0.1.0/ README.md", "README.md names another version than 0.2.0: kairan_0.1.0_amd64.deb"),
        ("sed -i s/@v0.2.0/@v0.1.0/ content/guide/*", "install.md names another version than 0.2.0: kairan@v0.1.0"),
    ])
    func everythingNamesTheSameVersion(_ change: String, _ fault: String?) throws {
        let box = try TemporaryFolder()
        let shown = try released(box, "\(change)\nScripts/release-check && echo fine || true")
        if let fault {
            #expect(shown.contains(fault) && !shown.contains("fine"), "\(shown)")
        } else {
            #expect(shown == "fine\n", "\(shown)")
        }
    }

    /// A run that is repeated finds its own tag.
    @Test(arguments: [
        (":", nil),
        ("git tag v0.2.0 \"$(Scripts/release-commit sums)\"", nil),
        ("git tag v0.2.0", "v0.2.0 is another commit already"),
        ("sed -i '2a ## Unreleased\\n\\n- New.\\n' CHANGELOG.md", "CHANGELOG.md has changes that are in no version"),
        ("git checkout -q \"$(Scripts/release-commit sums)\"", "this is the commit of a release already"),
    ])
    func whatCanBeReleased(_ change: String, _ fault: String?) throws {
        let box = try TemporaryFolder()
        let shown = try released(
            box,
            """
            echo 'abc  kairan-0.2.0-linux-x86_64.tar.gz' > sums
            \(change)
            Scripts/release-check release && echo fine || true
            """)
        if let fault {
            #expect(shown.contains(fault) && !shown.contains("fine"), "\(shown)")
        } else {
            #expect(shown == "fine\n", "\(shown)")
        }
    }

    /// Lists the licences of a program that has these libraries of the machine inside.
    private func licences(_ box: borrowing TemporaryFolder, of libraries: [String], _ environment: String = "") throws
        -> String
    {
        try bash(
            """
            cd '\(box.path)'
            scratch=$(dirname "$(dirname "$(dirname "$(realpath '\(kairanExecutable.path)')")")")
            for name in \(libraries.joined(separator: " ")); do cc=$(command -v clang || command -v cc); "$cc" --print-file-name="$name"; done > libraries
            mkdir -p prefix/bin && echo program > prefix/bin/kairan
            export KAIRAN_VERSION=0.2.0 SOURCE_DATE_EPOCH=1776610800 \(environment)
            '\(Self.scripts)/packages/licences' libraries "$scratch" prefix && echo fine
            """)
    }

    @Test(.enabled(if: hasPackages)) func whatIsInsideIsListed() throws {
        let box = try TemporaryFolder()
        #expect(try licences(box, of: ["libnettle.a", "libz.a", "libc.a"]) == "fine\n")
        let files = try filesIn(box.url.appending(path: "prefix/share/doc/kairan"))
        func text(_ path: String) -> String { String(decoding: files[path] ?? [], as: UTF8.self) }
        #expect(text("NOTICE").contains(/\n    nettle \S+ +LGPL-3.0-or-later OR GPL-2.0-or-later\n/))
        #expect(text("NOTICE").contains(/\nglibc: https:\/\/snapshot.debian.org\/package\/glibc\/[^\/ ]+\/\n/))
        for name in ["LGPL-2.1", "LGPL-3", "GPL-2", "GPL-3", "Apache-2.0"] {
            #expect(text("copyright/texts/\(name)").count > 5000, "\(name)")
        }
        // Whoever unpacks an archive elsewhere does not have Debian's folder.
        for path in files.keys { #expect(!text(path).contains("/usr/share/common-licenses"), "\(path)") }
        let list = try #require(
            JSONSerialization.jsonObject(with: Data(files["kairan.spdx.json"] ?? [])) as? [String: Any])
        let names = (list["packages"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(
            names == [
                "kairan", "FlyingFox", "glibc", "natural-earth", "nettle", "swift-argument-parser", "tzdata",
                "unicode-cldr", "zlib",
            ])
    }

    @Test(
        .enabled(if: hasPackages),
        arguments: [
            (["libown.a"], "", "no Debian package has libown.a, so its licence is unknown"),
            (["libcrypt.a"], "", "components.txt does not say under which licence libxcrypt is"),
            (["libc.a"], "KAIRAN_TEXTS=/nonexistent", "/nonexistent/Apache-2.0 cannot be read"),
            ([], "", "libraries names no library"),
        ])
    func whatIsMissing(_ libraries: [String], _ environment: String, _ fault: String) throws {
        let box = try TemporaryFolder()
        let shown = try licences(box, of: libraries, environment)
        #expect(shown.hasPrefix("licences: ") && shown.contains(fault), "\(shown)")
    }
}

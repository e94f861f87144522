import Foundation
import SiteTesting
import Testing

@Suite struct InstallTests {
    @Test func theProgramItsPagesAndCompletions() throws {
        let box = try TemporaryFolder()
        #expect(try bash("'\(packageFolder.path)/Scripts/install' '\(kairanExecutable.path)' '\(box.path)/usr'") == "")
        let files = try filesIn(box.url.appending(path: "usr"))
        #expect(files["bin/kairan"] != nil)
        let commands = try kairan(["--help"]).output.matches(of: /(?m)^  ([a-z]+)  +[A-Z]/).map { String($0.1) }
        #expect(commands.count > 9)
        for page in ["kairan"] + commands.map({ "kairan-\($0)" }) where page != "kairan-help" {
            let text = String(decoding: files["share/man/man1/\(page).1"] ?? [], as: UTF8.self)
            #expect(text.contains(".SH NAME\n") && text.contains("\\-\\-help"), "\(page)")
        }
        for shell in ["zsh/site-functions/_kairan", "fish/vendor_completions.d/kairan.fish"] {
            #expect(String(decoding: files["share/\(shell)"] ?? [], as: UTF8.self).contains("explain"), "\(shell)")
        }
    }

    /// A machine that publishes a site need not have these libraries.
    @Test(.onLinux) func markdownPicturesAndHashesNeedNoLibraries() throws {
        let needed = try bash("ldd '\(unoptimizedExecutable.path)'")
        #expect(needed.contains("libc.so"))
        for library in ["cmark", "libgd", "jpeg", "png", "webp", "nettle", "yaml"] {
            #expect(!needed.contains(library), "\(library)")
        }
    }

    @Test(arguments: [
        ("kairan exp", "explain"), ("kairan explain window.or", "window.order"),
        ("kairan init --example foot", "footprints"),
        ("kairan new de", "deals"), ("kairan list sh", "shops"), ("kairan build --format g", "github"),
    ])
    func bashCompletes(_ line: String, _ word: String) throws {
        let box = try TemporaryFolder()
        #expect(try kairan(["init", "--example", "deals"], in: box.url).exitCode == 0)
        let script = """
            PATH='\(kairanExecutable.deletingLastPathComponent().path)':$PATH
            cd '\(box.path)'
            source <(kairan --generate-completion-script bash)
            COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=($COMP_LINE); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _kairan kairan "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[@]}"
            """
        #expect(try bash(script).split(whereSeparator: \.isWhitespace).map(String.init) == [word])
    }

    @Test func theChangelogTellsOfThisVersion() throws {
        let version = try kairan(["--version"]).output.trimmingCharacters(in: .newlines)
        let notes = packageFolder.appending(path: "Scripts/release-notes").path
        #expect(try bash("'\(notes)' '\(version)'").contains("Kairan compiles"))
        #expect(try bash("'\(notes)' 99.1 || echo failed").hasSuffix("nothing about 99.1\nfailed\n"))
    }

    /// Sources can come from an archive, which may lie in a repository of something else.
    @Test func aTimeStampWithoutGit() throws {
        let box = try TemporaryFolder()
        let shown = try bash(
            """
            set -e
            cd '\(box.path)'
            git init -q . && git -c user.name=t -c user.email=t@t.example commit -q --allow-empty -m other
            mkdir -p kairan/Scripts && cd kairan
            cp -R '\(packageFolder.path)/Scripts/packages' Scripts/
            printf '%s\n' '# Changelog' '' '## 0.2.0 (2026-05-01)' '' '## 0.1.0 (2026-04-01)' > CHANGELOG.md
            unset SOURCE_DATE_EPOCH
            Scripts/packages/moment
            SOURCE_DATE_EPOCH=7 Scripts/packages/moment
            """)
        #expect(shown == "1777593600\n7\n", "\(shown)")
    }
}

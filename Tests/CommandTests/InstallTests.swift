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
    @Test func markdownPicturesAndHashesNeedNoLibraries() throws {
        let needed = try bash("ldd '\(kairanExecutable.path)'")
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

    /// Runs the step of the workflow that finds the program, with an archive like that of `make dist`.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/curl")), arguments: ["right", "wrong", ""])
    func theWorkflowTakesAnArchive(_ hash: String) throws {
        let box = try TemporaryFolder()
        #expect(try kairan(["init"], in: box.url).exitCode == 0)
        let workflow = try String(contentsOf: box.url.appending(path: ".github/workflows/publish.yml"), encoding: .utf8)
        let step = try #require(
            workflow.firstMatch(of: /name: Find Kairan\n.*\n        run: \|\n((?:          .*\n)+)/)?.1)
        let script = step.split(separator: "\n").map { $0.dropFirst(10) }.joined(separator: "\n")
        try box.write(String(script), to: "find.sh")
        let shown = try bash(
            """
            cd '\(box.path)'
            export RUNNER_TEMP="$PWD/temp" GITHUB_OUTPUT="$PWD/output" KAIRAN_REPOSITORY= KAIRAN_REF=
            mkdir -p temp kairan-0/bin && cp '\(kairanExecutable.path)' kairan-0/bin/kairan
            tar -czf a.tar.gz kairan-0
            export KAIRAN_ARCHIVE="file://$PWD/a.tar.gz" KAIRAN_SHA256=\(hash)
            [ "$KAIRAN_SHA256" != right ] || KAIRAN_SHA256=$(sha256sum a.tar.gz | cut -d ' ' -f 1)
            bash -e find.sh && "$(sed -n 's/^program=//p' output)" --version
            """)
        switch hash {
        case "right": #expect(shown == (try kairan(["--version"]).output))
        case "wrong":
            #expect(shown.contains("sha256sum") && !FileManager.default.fileExists(atPath: box.path + "/output"))
        default: #expect(shown.hasPrefix("::error file=.github/workflows/publish.yml,title=Where is Kairan?"))
        }
    }

    /// Runs a script, and returns all that it prints, including errors.
    private func bash(_ script: String) throws -> String {
        let box = try TemporaryFolder()
        let output = try box.emptyFile("output")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script]
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (handle, handle)
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: output, encoding: .utf8)
    }
}

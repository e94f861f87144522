import Foundation
import SiteTesting
import Testing

@testable import KairanClients

/// The guide's chapter on audiences shows code that compilers accept, with the client of the chapter's own site.
@Suite struct AudienceGuideTests {
    @Test(arguments: ClientLanguage.compiled) func itsCodeIsCompiled(_ language: ClientLanguage) throws {
        let page = packageFolder.appending(path: "content/guide/audiences.md")
        let fences = try String(contentsOf: page, encoding: .utf8).matches(of: /(?ms)^```(\w+) ?(.*?)\n(.*?)^```$/)
        let folder = try TemporaryFolder()
        for fence in fences where fence.output.2.hasPrefix("file=") {
            try folder.write(String(fence.output.3), to: String(fence.output.2.dropFirst("file=".count)))
        }
        let built = try kairan(["build", "--first-publication"], in: folder.url)
        #expect(built.exitCode == 0, "\(built.errors)")
        let client = try kairan(["client", language.rawValue, "--out", "client/BoardV1"], in: folder.url)
        #expect(client.exitCode == 0, "\(client.errors)")
        let word = language == .typescript ? "ts" : language.rawValue
        let codes = fences.filter { $0.output.1 == word }.map { String($0.output.3) }
        #expect(codes.count == 2)
        for (index, code) in codes.enumerated() {
            try folder.write(head(of: code, language) + code, to: "client/code\(index).\(ending(language))")
        }
        #expect(try compiled(language, in: folder.url.appending(path: "client")) == "")
    }

    private func ending(_ language: ClientLanguage) -> String {
        switch language {
        case .swift: "swift"
        case .kotlin: "kt"
        case .typescript: "ts"
        }
    }

    /// What an app has around the code.
    private func head(of code: String, _ language: ClientLanguage) -> String {
        guard language == .kotlin else { return "" }
        let config = code.contains("BuildConfig") ? "object BuildConfig { const val VERSION_NAME = \"1.4.0\" }\n" : ""
        return "import boardv1.*\n" + config
    }

    /// Returns what a compiler has to say.
    private func compiled(_ language: ClientLanguage, in folder: URL) throws -> String {
        let paths = try filesIn(folder).keys.sorted()
        let code = paths.filter { $0.hasPrefix("code") }
        switch language {
        case .swift:
            // The client is in the same module here, so nothing is imported.
            let files = paths.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("Package.swift") }
            return try run(["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6"] + files, in: folder)
        case .kotlin:
            let quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn"]
            let files = ["-cp", "/usr/share/java/json-android.jar", "-d", "out", "BoardV1/kotlin"] + code
            let printed = try run(["kotlinc"] + quick + files, in: folder)
            return printed.contains("error: ") ? printed : ""
        case .typescript: return try run(["deno", "check", "--quiet"] + code, in: folder)
        }
    }

    private func run(_ command: [String], in folder: URL) throws -> String {
        let run = try SiteTesting.run(
            URL(filePath: "/usr/bin/env"), command, in: folder,
            environment: ["DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"])
        return run.output + run.errors
    }
}

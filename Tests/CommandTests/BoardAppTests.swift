import Foundation
import SiteTesting
import Testing

/// The app in `Examples/` does what its README says, with the client of the showcase.
@Suite struct BoardAppTests {
    @Test func itShowsWhatCameWithItWithoutANetwork() throws {
        let folder = try TemporaryFolder()
        try folder.lay(packageFolder.appending(path: "Examples/BoardApp/Sources"), over: "Sources")
        let package = packageFolder.appending(path: "Examples/BoardApp/Package.swift")
        try folder.write(Data(contentsOf: package), to: "Package.swift")
        let client = try kairan(
            ["client", "swift", packageFolder.path, "--version", "v2", "--bundle", "--out", "BoardV2"], in: folder.url)
        #expect(client.exitCode == 0, "\(client.errors)")
        let built = try env(["swift", "build", "--quiet", "--disable-index-store", "--jobs", "2"], in: folder.url)
        #expect(built.exitCode == 0, "\(built.output)\(built.errors)")
        let news = try board(["news"], in: folder.url)
        let published = try publishedNews()
        #expect(news.output == published.prefix(5).map { "\($0.date) \($0.title)\n" }.joined())
        #expect(news.errors.hasPrefix("This is from the last time, as nothing newer came: "), "\(news.errors)")
        #expect(try board(["terms", "3.0.0"], in: folder.url).output == "3.1.0 is in force: ask\n")
        #expect(try board(["terms", "3.1.0"], in: folder.url).output == "3.1.0 is in force: nothing to ask\n")
    }

    private struct News: Decodable {
        struct Item: Decodable { var date, title: String }

        var news: [Item]
    }

    private func publishedNews() throws -> [News.Item] {
        let data = try Data(contentsOf: packageFolder.appending(path: "public/api/v2/news.json"))
        return try JSONDecoder().decode(News.self, from: data).news
    }

    private func board(_ arguments: [String], in folder: URL) throws -> Run {
        // Nothing listens on this port of this computer.
        let environment = [
            "BOARD_API": "http://127.0.0.1:9/api/v2/", "BOARD_FOLDER": folder.appending(path: "kept").path,
        ]
        return try env([".build/debug/board"] + arguments, in: folder, environment)
    }

    private func env(_ arguments: [String], in folder: URL, _ environment: [String: String] = [:]) throws -> Run {
        try run(URL(filePath: "/usr/bin/env"), arguments, in: folder, environment: environment)
    }
}

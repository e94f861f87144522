import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanClients
@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// Whatever the gate lets through, the client that was made of the first publication reads.
@Suite struct AllowedChangesTests {
    /// The files that clients of the first publications meet later, and the schemas with which they were made.
    private struct Later {
        var endpoints: [EndpointContract] = []
        var files: [String: [UInt8]] = [:]
        var (accepted, refused) = (0, 0)
    }

    /// `KAIRAN_CHANGES` says how many edits are made, of which about half pass.
    @Test func everyClientReadsWhatTheGateLetsThrough() throws {
        let seed = printedSeed()
        var (numbers, later, board) = (SeededNumbers(seed: seed), Later(), 0)
        let wanted = ProcessInfo.processInfo.environment["KAIRAN_CHANGES"].flatMap { Int($0) } ?? 60
        while later.accepted + later.refused < wanted {
            try publish(RandomBoard(&numbers), number: board, edits: min(60, wanted), &numbers, &later)
            board += 1
        }
        print("\(later.accepted) changes passed, \(later.refused) were refused, \(later.files.count) files")
        #expect(later.accepted > wanted / 5 && later.refused > wanted / 10)
        let api = ClientAPI(
            later.endpoints, name: "Later", version: "v1", address: "https://example.org/api/v1/",
            timeZone: "Asia/Seoul", title: "Later")
        for language in ClientLanguage.compiled {
            let program = DecodingProgram(language: language, api: api, files: later.files)
            try program.expectAllIsRead(try program.output(), later.endpoints, "seed \(seed)")
        }
    }

    /// Publishes a board, edits it, and keeps what is published after each edit that passes.
    private func publish(
        _ first: RandomBoard, number: Int, edits: Int, _ numbers: inout SeededNumbers, _ later: inout Later
    ) throws {
        let box = try TemporaryFolder()
        var board = first
        try write(board, over: [:], to: box)
        let built = try kairan(["build", "--first-publication"], in: box.url)
        try #require(built.exitCode == 0, "\(built.errors)\(built.output)")
        let document = Array(try Data(contentsOf: box.url.appending(path: "public/api/v1/openapi.json")))
        let contract = try #require(PublishedContract(reading: document, path: "openapi.json"))
        for (index, known) in contract.endpoints.enumerated() {
            let pattern = try #require(OutputPattern("b\(number)e\(index)/{n}.json"))
            var endpoint = EndpointContract(pattern, schema: known.schema)
            endpoint.parameters = [.init(name: "n", schema: .integer)]
            later.endpoints.append(endpoint)
        }
        var seen = Set<[UInt8]>()
        for _ in 0..<edits {
            var edited = board
            _ = edited.edit(&numbers)
            try write(edited, over: board.files, to: box)
            guard try kairan(["build"], in: box.url).exitCode == 0 else {
                try write(board, over: edited.files, to: box)
                later.refused += 1
                continue
            }
            later.accepted += 1
            board = edited
            for (path, bytes) in try filesIn(box.url.appending(path: "public/api/v1")) {
                guard !path.hasPrefix("schemas/"), VersionFile.allCases.allSatisfy({ $0.name != path }) else {
                    continue
                }
                // An app asks every endpoint whose paths fit for the file.
                for (index, known) in contract.endpoints.enumerated()
                where known.pattern.values(in: path) != nil && seen.insert(Array("\(index) ".utf8) + bytes).inserted {
                    later.files["b\(number)e\(index)/\(later.files.count).json"] = bytes
                }
            }
        }
    }

    private func write(_ board: RandomBoard, over old: [String: String], to box: borrowing TemporaryFolder) throws {
        let new = board.files
        for (path, text) in new where old[path] != text { try box.write(text, to: path) }
        for path in old.keys where new[path] == nil {
            try FileManager.default.removeItem(at: box.url.appending(path: path))
        }
    }
}

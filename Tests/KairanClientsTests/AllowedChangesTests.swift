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
        /// The titles that each search must find, by the folder of its files.
        var searches: [String: [String]] = [:]
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
            let program = DecodingProgram(
                language: language, api: api, files: later.files, probes: probes(later, api, language))
            let output = try program.output()
            for probe in program.probes.keys { #expect(output[probe] == "true", "\(language): \(probe)") }
            let files = output.filter { program.probes[$0.key] == nil }
            try program.expectAllIsRead(files, later.endpoints, "seed \(seed)")
        }
    }

    /// Code that tells whether searches find entries by their titles.
    private func probes(_ later: Later, _ api: ClientAPI, _ language: ClientLanguage) -> [String: String] {
        var probes: [String: String] = [:]
        for endpoint in api.searches {
            let folder = endpoint.path.replacing("/index.json", with: "")
            for title in later.searches[folder] ?? [] {
                let call = "board.\(endpoint.searchMember)(\"\(title)\")"
                probes["\(folder) \(title)"] =
                    switch language {
                    case .swift: "try await \(call).contains { $0.title == \"\(title)\" }"
                    case .kotlin: "\(call).any { it.title == \"\(title)\" }"
                    case .typescript: "(await \(call)).some((found) => found.title === \"\(title)\")"
                    }
            }
        }
        return probes
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
        for (index, known) in contract.endpoints.enumerated() where !known.path.hasPrefix("search/") {
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
            let files = try filesIn(box.url.appending(path: "public/api/v1"))
            try keepSearch(files, of: board, contract, number, &later)
            for (path, bytes) in files {
                guard !path.hasPrefix("search/"), !path.hasPrefix("schemas/"),
                    VersionFile.allCases.allSatisfy({ $0.name != path })
                else {
                    continue
                }
                // An app asks every endpoint whose paths fit for the file, but for an index that has an endpoint.
                let asked =
                    contract.endpoints.contains { $0.path == path }
                    ? { $0.path == path } : { (known: EndpointContract) in known.pattern.values(in: path) != nil }
                for (index, known) in contract.endpoints.enumerated()
                where asked(known) && seen.insert(Array("\(index) ".utf8) + bytes).inserted {
                    later.files["b\(number)e\(index)/\(later.files.count).json"] = bytes
                }
            }
        }
    }

    /// Keeps the first searches of a board as endpoints of their own, since a client reads a search only as a whole.
    private func keepSearch(
        _ files: [String: [UInt8]], of board: RandomBoard, _ contract: PublishedContract, _ number: Int,
        _ later: inout Later
    ) throws {
        let folder = "b\(number)s\(later.searches.keys.count { $0.hasPrefix("b\(number)s") })"
        let found = files.filter { $0.key.hasPrefix("search/") }
        guard !found.isEmpty, !folder.hasSuffix("s6") else { return }
        for known in contract.endpoints where known.path.hasPrefix("search/") {
            let path = known.path.replacing("search/", with: folder + "/")
            var endpoint = EndpointContract(try #require(OutputPattern(path)), schema: known.schema)
            endpoint.parameters = known.parameters
            later.endpoints.append(endpoint)
        }
        for (path, bytes) in found { later.files[path.replacing("search/", with: folder + "/")] = bytes }
        later.searches[folder] = board.entries.filter { $0.value["deleted"] == nil }.map(\.key).sorted()
    }

    private func write(_ board: RandomBoard, over old: [String: String], to box: borrowing TemporaryFolder) throws {
        let new = board.files
        for (path, text) in new where old[path] != text { try box.write(text, to: path) }
        for path in old.keys where new[path] == nil {
            try FileManager.default.removeItem(at: box.url.appending(path: path))
        }
    }
}

import Foundation
import SiteTesting
import Testing

@testable import KairanClients
@testable import KairanContracts

/// A client finds audiences by the contract.
@Suite struct AudienceTypeTests {
    @Test func isFoundWhereverAContractHasOne() throws {
        let folder = sitesFolder.appending(path: "audiences/expected/api/v1")
        let description = try #require(try filesIn(folder)["openapi.json"])
        let contract = try #require(PublishedContract(reading: description, path: "openapi.json"))
        let api = ClientAPI(
            contract.endpoints, name: "BoardV1", version: "v1", address: "https://rowan.example/api/v1/",
            timeZone: "Asia/Tokyo", title: "Rowan")
        #expect(api.hasAudience)
        let types = api.endpoints.flatMap { endpoint in
            endpoint.types.records.flatMap { record in
                record.members.filter { $0.key == "audience" }.map { "\(endpoint.path) \(record.name) \($0.type)" }
            } + (endpoint.types.root == .dictionary(.audience, false) ? [endpoint.path] : [])
        }
        #expect(
            types.sorted() == [
                "features.json", "notices.json Button audience", "notices.json Notice audience",
                "parts.json DatedItem audience",
            ])
        let paths =
            SwiftClient(api: api, hasBundle: false).files.map(\.path) + KotlinClient(api: api).files.map(\.path)
            + TypeScriptClient(api: api, hasBundle: false).files.map(\.path)
        #expect(paths.filter { $0.contains("udience") }.count == 3)
    }
}

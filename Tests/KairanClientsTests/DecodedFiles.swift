import KairanReaders
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

extension DecodingProgram {
    /// Expects that the program read every file as it is, as far as the schemas of the client's endpoints say.
    ///
    /// - Parameter output: What the program printed, by path.
    func expectAllIsRead(_ output: [String: String], _ endpoints: [EndpointContract], _ comment: String = "") throws {
        let makers = makers
        #expect(
            Set(files.keys.filter { makers[$0]?.isOfSearch != true }.map { maker(of: $0, endpoints)?.path ?? $0 })
                == Set(output.keys.map { maker(of: $0, endpoints)?.path ?? $0 }))
        var faults: [String] = []
        for (path, line) in output.sorted(by: { $0.key < $1.key }) {
            let (endpoint, bytes) = (try #require(maker(of: path, endpoints)), try #require(files[path]))
            let document = JSONValue(try #require(readJSON(SourceFile(path: path, bytes: bytes)).value))
            let wanted = canonical(expected(document, endpoint.schema, isKeyed: language == .typescript))
            let node = readJSON(SourceFile(path: path, bytes: Array(line.utf8))).value
            let got = node.map { canonical(JSONValue($0)) } ?? line
            if got != wanted { faults.append("\(path): \(got.prefix(2000)), not \(wanted.prefix(2000))") }
        }
        #expect(faults.prefix(5) == [], "\(language): \(faults.count) of \(output.count); \(comment)")
    }

    /// The endpoint of a file, of which not all files are decoded.
    private func maker(of path: String, _ endpoints: [EndpointContract]) -> EndpointContract? {
        endpoints.filter { $0.pattern.values(in: path) != nil }.min { $0.parameters.count < $1.parameters.count }
    }
}

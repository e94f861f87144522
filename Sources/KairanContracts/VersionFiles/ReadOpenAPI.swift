internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
package import KairanTemplates

/// The contract of a publication. It is read from the document that clients read, so no second list can contradict it.
/// The document also holds facts that only a history would show: which template made a file that fits several paths
/// (`x-files`), and which removed names stay reserved (`x-reserved`).
///
/// The document is trusted only if it has the hash that the version's manifest lists. The manifest is trusted only if
/// it is, byte for byte, what Kairan would write and has its hash in `.kairan.json` (`PublishedPromises`). Anything else
/// is damage and stops the build.
package struct PublishedContract {
    package var status: APIVersion.Status
    /// The published address; nil if the document does not have it.
    package var address: String?
    /// The site's time zone; nil if the document does not have it.
    package var timeZone: String?
    package var title: String
    package var endpoints: [EndpointContract]
    var reserved: [ReservedName]
}

extension PublishedContract {
    /// Reads a document of `VersionContract.openAPI`. Returns nil for any other.
    init?(reading bytes: [UInt8], path: String) {
        guard let root = readJSON(SourceFile(path: path, bytes: bytes)).value,
            let status = root["info"]?[VersionContract.statusKey]?.scalar.flatMap(APIVersion.Status.init),
            let paths = root["paths"]?.members
        else { return nil }
        let schemas = root["components"]?["schemas"]
        var endpoints: [EndpointContract] = []
        for item in paths {
            let operation = item.value["get"]
            guard let content = operation?["responses"]?["200"]?["content"]?.members?.first?.value,
                let name = content["schema"]?["$ref"]?.scalar?.split(separator: "/").last,
                let node = schemas?[String(name)], let pattern = OutputPattern(item.key.dropFirst())
            else { return nil }
            do {
                var endpoint = EndpointContract(pattern, schema: try ValueSchema(reading: node))
                endpoint.isInferred = node["$comment"]?.scalar == EndpointContract.inferred
                endpoint.description = operation?["description"]?.scalar ?? ""
                endpoint.isLenient = operation?[VersionContract.lenientKey]?.scalar == "true"
                endpoint.forWords = operation?[VersionContract.forKey]?.elements?.map(JSONValue.init) ?? []
                let entries = operation?[VersionContract.entriesKey]?.elements
                endpoint.entries = entries.map { Set($0.compactMap(\.scalar)) }
                endpoint.counts = operation?[VersionContract.countsKey]?.elements?.compactMap(\.scalar) ?? []
                endpoint.files = operation?[VersionContract.filesKey]?.elements?.compactMap(\.scalar) ?? []
                for parameter in operation?["parameters"]?.elements ?? [] {
                    guard let name = parameter["name"]?.scalar, let schema = parameter["schema"] else { return nil }
                    endpoint.parameters.append(.init(name: name, schema: try ValueSchema(reading: schema)))
                }
                endpoints.append(endpoint)
            } catch {
                return nil
            }
        }
        do { reserved = try [ReservedName](reading: root[[ReservedName].key]) } catch { return nil }
        (self.status, self.endpoints) = (status, endpoints)
        title = root["info"]?["title"]?.scalar ?? ""
        timeZone = root["info"]?[VersionContract.zoneKey]?.scalar
        address = root["servers"]?.elements?.first?["url"]?.scalar
    }
}

import Foundation
import KairanModel
import KairanReaders
import SchemaTesting
import SiteTesting
import Testing

@testable import KairanClients
@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// Compilers judge the clients, and what their programs decode is compared with what is published.
@Suite struct ClientTests {
    @Test(arguments: ClientLanguage.compiled, ["v1", "v2"]) func showcase(
        _ language: ClientLanguage, _ version: String
    ) throws {
        let folder = packageFolder.appending(path: "public/api/\(version)")
        try check(language, version, in: folder, version == "v2" ? nearestProbes(language, folder) : [:])
    }

    /// Positions in and around the cinemas of the showcase, each with the code that finds the nearest and their ids.
    private func nearestProbes(_ language: ClientLanguage, _ folder: URL) throws -> [String: Probe] {
        struct Cinema: Decodable { var id: String, latitude, longitude: Double }
        let file = try Data(contentsOf: folder.appending(path: "cinemas.json"))
        let cinemas = try JSONDecoder().decode([Cinema].self, from: file)
        var random = SeededNumbers(seed: printedSeed())
        var probes: [String: Probe] = [:]
        for index in 0..<20 {
            // Some are near, some at sea, and some on the other side of the Earth.
            let spread = [0.1, 1, 60][index % 3]
            let latitude = 35.35 - Double.random(in: 0...spread, using: &random)
            let longitude = 139.6 + Double.random(in: -spread...spread / 3, using: &random)
            let here = "\(latitude), \(longitude)"
            let code =
                switch language {
                case .swift:
                    "try await board.nearestCinemas(latitude: \(latitude), longitude: \(longitude)).map { $0.entry.id }"
                case .kotlin: "board.nearestCinemas(\(here)).map { it.entry.id }"
                case .typescript: "(await board.nearestCinemas(\(here))).map((near) => near.entry.id)"
                }
            let nearest = cinemas.sorted {
                metres(latitude, longitude, $0.latitude, $0.longitude)
                    < metres(latitude, longitude, $1.latitude, $1.longitude)
            }
            probes["nearest \(here)"] = Probe(code: code, json: .array(nearest.prefix(3).map { .string($0.id) }))
        }
        return probes
    }

    /// The distance by the spherical law of cosines, which no client uses, on a sphere with the radius 1.
    private func metres(_ latitude: Double, _ longitude: Double, _ other: Double, _ otherLongitude: Double) -> Double {
        let (first, second) = (latitude * .pi / 180, other * .pi / 180)
        let east = (otherLongitude - longitude) * .pi / 180
        return acos(min(1, sin(first) * sin(second) + cos(first) * cos(second) * cos(east)))
    }

    /// Versions are in the order in which Kairan has them.
    private func versionProbes(_ language: ClientLanguage) throws -> [String: Probe] {
        let texts = [
            "1.0", "1.0.0", "1.9", "1.10", "2.0-beta.2", "2.0-beta.10", "2.0-beta", "2.0-1", "2.0", "2.0.0.1", "10.0",
        ]
        var probes: [String: Probe] = [:]
        for (one, other) in texts.flatMap({ one in texts.map { (one, $0) } }) {
            let (current, accepted) = (try #require(Version(one)), try #require(Version(other)))
            let code =
                switch language {
                case .swift: #"BoardV1.Version("\#(one)").needsAgreement(accepted: "\#(other)")"#
                case .kotlin: #"Version("\#(one)").needsAgreement("\#(other)")"#
                case .typescript: #"needsAgreement("\#(one)", "\#(other)")"#
                }
            probes["version \(one) after \(other)"] = Probe(code: code, json: .boolean(accepted < current))
        }
        return probes
    }

    /// A site whose names and values code may trip over.
    @Test(arguments: ClientLanguage.compiled) func hostile(_ language: ClientLanguage) throws {
        let site = try HostileSite()
        let pages =
            switch language {
            case .swift: "try await board.allPagedByPage2().map { $0.id }"
            case .kotlin: "board.allPagedByPage2().map { it.id }"
            case .typescript: "(await board.allPagedByPage2()).map((thing) => thing.id)"
            }
        let all = Probe(code: pages, json: .array([.string("a"), .string("b")]))
        let classes = Probe(
            code: "board.classesByClassValues", json: .array([.string("case"), .string("in")]))
        let probes = try versionProbes(language).merging(["all pages": all, "classes": classes]) { $1 }
        try check(language, "v1", in: site.version, probes)
    }

    /// Values under conditions, records that are entries, values of several types, and maps.
    @Test(arguments: ClientLanguage.compiled, ["conditions", "entries", "kinds"]) func otherSites(
        _ language: ClientLanguage, _ site: String
    ) throws {
        try check(language, "v1", in: sitesFolder.appending(path: "\(site)/expected/api/v1"), [:])
    }

    private func check(
        _ language: ClientLanguage, _ version: String, in folder: URL, _ probes: [String: Probe]
    ) throws {
        var files = try filesIn(folder)
        let description = try #require(files["openapi.json"])
        let contract = try #require(PublishedContract(reading: description, path: "openapi.json"))
        let manifest = try #require(files["manifest.json"])
        for file in VersionFile.allCases { files[file.name] = nil }
        files = files.filter { !$0.key.hasPrefix("schemas/") }
        let api = ClientAPI(
            contract.endpoints, name: clientName(of: version), version: version,
            address: try #require(contract.address), timeZone: try #require(contract.timeZone), title: contract.title)
        let program = DecodingProgram(language: language, api: api, files: files, probes: probes.mapValues(\.code))
        try compare(program, manifest, contract.endpoints, probes)
    }

    /// Schemas have names that mean something to a language, forms that no page is likely to have, or are made up. A client
    /// that was made before has to decode what the gate lets through later.
    @Test(arguments: ClientLanguage.compiled) func schemas(_ language: ClientLanguage) throws {
        let seed = printedSeed()
        let cases = hostileSchemas() + randomSchemas(seed)
        var files: [String: [UInt8]] = [:]
        var endpoints: [EndpointContract] = []
        for (index, made) in cases.enumerated() {
            let pattern = try #require(OutputPattern("t\(index)/{n}.json"))
            var endpoint = EndpointContract(pattern, schema: made.schema)
            endpoint.parameters = [.init(name: "n", schema: .integer)]
            endpoints.append(endpoint)
            for (number, document) in made.documents.enumerated() {
                files["t\(index)/\(number).json"] = writeJSON(document)
            }
        }
        let list = ValueSchema.array(ValueSchema(.object([property("a", .text)])))
        var lenient = EndpointContract(try #require(OutputPattern("lenient/{n}.json")), schema: list)
        (lenient.parameters, lenient.isLenient) = ([.init(name: "n", schema: .integer)], true)
        endpoints.append(lenient)
        files["lenient/0.json"] = Array(#"[{"a":"x"},{"a":1},"y",{"a":"z"}]"#.utf8)
        files["lenient/1.json"] = Array("[]".utf8)
        let api = ClientAPI(
            endpoints, name: "Odd", version: "v1", address: "https://example.org/api/v1/", timeZone: "Asia/Tokyo",
            title: "Odd */ schemas")
        var probes = try AudienceProbes(language: language, name: api.name).all()
        let made =
            switch language {
            case .swift: "try await board.t2ByN(n: 0) == Odd.T2ByN(a: \"x\", class: nil, self2: [.init()])"
            case .kotlin: "board.t2ByN(0)?.a == T2ByN(\"x\", null, emptyList()).a"
            case .typescript: "(await board.t2ByN(0))?.a === \"x\""
            }
        let readable = JSONValue.array(["x", "z"].map { .object([("a", .string($0))]) })
        probes["lenient/0.json"] = Probe(
            code: "board", json: expected(readable, list, isKeyed: language == .typescript))
        probes["made by hand"] = Probe(code: "(\(made))", json: .boolean(true))
        let program = DecodingProgram(language: language, api: api, files: files, probes: probes.mapValues(\.code))
        try compare(program, nil, endpoints, probes, "seed \(seed)")
    }

    private func compare(
        _ program: DecodingProgram, _ manifest: [UInt8]?, _ endpoints: [EndpointContract],
        _ probes: [String: Probe] = [:], _ comment: String = ""
    ) throws {
        let printed = try program.output(manifest: manifest)
        let wrong = probes.filter { name, probe in
            let node = readJSON(SourceFile(path: name, bytes: Array((printed[name] ?? "").utf8))).value
            return node.map { JSONValue($0) } != probe.json
        }
        #expect(wrong.keys.sorted().prefix(5) == [], "\(wrong.first.map { printed[$0.key] ?? "nothing" } ?? "")")
        try program.expectAllIsRead(printed.filter { probes[$0.key] == nil }, endpoints, comment)
    }

    private struct Made {
        var schema: ValueSchema
        var documents: [JSONValue]

        init(_ schema: ValueSchema, _ documents: JSONValue...) { (self.schema, self.documents) = (schema, documents) }
        init(_ schema: ValueSchema, _ documents: [JSONValue]) { (self.schema, self.documents) = (schema, documents) }
    }

    private func hostileSchemas() -> [Made] {
        let keys = [
            "Type", "type", "self", "Self", "init", "Protocol", "CodingKeys", "description", "hashCode", "component1",
            "copy", "toString", "equals", "class", "json", "text", "load", "line\nbreak", "\r\u{2028}", "$dollar",
            "${a}", "quote\"", "back\\slash", "🧑‍🎓", "한국어", "日本", "e\u{301}", "\u{301}", "URL", "url", "a-b",
            "a b", "aB", "", "_", "__", "_1", "2nd", "Any", "where", "when", "name", "value", "\\u0041", "\\(x)", "*/",
            "stringValue", "entries", "Companion", "String", "List", "Section", "Data", "Unit", "Nothing", "JSONValue",
            "Date", "Day", "Store", "Version", "Located", "latitude", "__proto__", "constructor", "1", "other", "Other",
            "rawValue", "of", "then", "none", "some", "companion", "店", "食べる", "Ñandú", "hash", "decoder", "Decoder",
            "Sendable", "Hashable", "Optional", "Int64",
        ]
        let texts = JSONValue.object(keys.map { ($0, .string($0)) })
        let records = keys.map { key in
            property(key, ValueSchema(.object([property("id", .text), property(key, .array(.text))])))
        }
        let recordValues = JSONValue.object(
            keys.map { ($0, .object([("id", .string("a"))] + ($0 == "id" ? [] : [($0, .array([.string("x")]))]))) })
        let choice = ValueSchema(.oneOf(keys.map(JSONScalar.string)))
        var numbered = ValueSchema(.oneOf([.integer(0), .integer(5), .integer(-2), .integer(7)]))
        numbered.namesOfNumbers = [0: "open", 5: "default", -2: "2nd"]
        let position = ValueSchema(.tuple([.number(-180...180), .number(-90...90)]))
        let pair = ValueSchema(.tuple([.integer, .text.orNull(true), ValueSchema(.null)]))
        let mixed = ValueSchema(.union([ValueSchema(.boolean), .number(0...9), .text, .array(.integer)])).orNull(true)
        var deep = ValueSchema(.object([property("end", .array(.array(.array(.integer))))]))
        var deepValue = JSONValue.object([("end", .array([.array([.array([.integer(1)])])]))])
        for _ in 0..<30 {
            deep = ValueSchema(.object([property("deals", .array(deep))]))
            deepValue = .object([("deals", .array([deepValue]))])
        }
        // A constructor of Java has at most 255 parameters.
        let many = (0..<300).map { "text\($0)" }
        let unknown = ValueSchema(
            .object([
                property("list", .array(ValueSchema(.any))), property("none", ValueSchema(.null)),
                property("later", ValueSchema(.any)),
            ]))
        let later = JSONValue.object([
            ("list", .array([.object([("id", .integer(1))]), .integer(2), .null])), ("none", .null),
            ("later", .object([("a", .array([.integer(1)]))])),
        ])
        let audience = ValueSchema(
            .object([
                property("platforms", .array(.text).orNull(true)), property("versions", .text.orNull(true)),
                property("share", .number(0...100)), property("from", .string(format: "date-time").orNull(true)),
                property("seed", .text),
            ]))
        let everybody = JSONValue.object([
            ("platforms", .null), ("versions", .null), ("share", .integer(100)), ("from", .null),
            ("seed", .string("a")),
        ])
        let few = JSONValue.object([
            ("platforms", .array([.string("ios")])), ("versions", .string(">=1.0.0")), ("share", .number("12.5")),
            ("from", .string("2026-04-01T09:00:00+09:00")), ("seed", .string("b")),
        ])
        return [
            Made(audience, everybody, few), Made(.array(audience.orNull(true)), .array([few, .null])),
            // It can also be made by its members.
            Made(
                ValueSchema(
                    .object([
                        property("a", .text), property("class", .integer.orNull(true)),
                        property("self2", .array(ValueSchema(.object([])))),
                    ])), .object([("a", .string("x")), ("class", .null), ("self2", .array([.object([])]))])),
            Made(ValueSchema(.object(keys.map { property($0, .text) })), texts),
            Made(ValueSchema(.object(records)), recordValues),
            // The last value is one that was added after the client was made.
            Made(.array(choice), .array((keys + ["added"]).map(JSONValue.string))),
            Made(numbered, .integer(5), .integer(-2), .integer(99)),
            Made(position, .array([.number("1.5"), .integer(2)])),
            Made(
                .array(pair),
                .array([.array([.integer(1), .null, .null]), .array([.integer(1), .string("a"), .null])])),
            Made(.array(mixed), .array([.null, .boolean(true), .number("1.5"), .string("1"), .array([.integer(2)])])),
            Made(ValueSchema(.object([property("a", .text)])).orNull(true), .object([("a", .string(""))])),
            Made(
                ValueSchema(.object(many.map { property($0, .integer) })),
                .object(many.enumerated().map { ($1, .integer($0)) })),
            Made(deep, deepValue), Made(.array(.integer), .array([.number("1.0"), .integer(9_007_199_254_740_991)])),
            Made(ValueSchema(.dictionary(.array(mixed), keys: nil)), .object([("$\n", .array([.null]))])),
            Made(ValueSchema(.any), .integer(1), .array([]), .object([]), .string("x"), .boolean(true), later),
            Made(unknown, .object([("list", .array([])), ("none", .null), ("later", .null)]), later),
            Made(
                .array(ValueSchema(.object([property("a", .text.orNull(true), isRequired: false)]))),
                .array([.object([]), .object([("a", .null)]), .object([("a", .string("b"))])])),
        ]
    }

    private func randomSchemas(_ seed: UInt64) -> [Made] {
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        return (0..<40).map { _ in
            let schema = random.schema()
            var later = [schema]
            for _ in 0..<30 {
                // Each publication is compared with the last one.
                let last = later[later.count - 1]
                let edited = random.edited(last)
                if !last.changes(to: edited, endpoint: "x").contains(where: \.isBreaking) { later.append(edited) }
            }
            return Made(
                schema, later.flatMap { form in (0..<3).map { _ in random.value(form) } }.filter { $0 != .null })
        }
    }

    private func property(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) -> ValueSchema.Property {
        .init(name: name, schema: schema, isRequired: isRequired)
    }
}

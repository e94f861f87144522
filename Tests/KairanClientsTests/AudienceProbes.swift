import Foundation
import KairanFormats
import KairanReaders
import SiteTesting

@testable import KairanClients

/// Code in one language, and what it has to give.
struct Probe {
    var code: String
    var json: JSONValue
}

/// Decisions for which apps something is, in the code of one language, and what others say of them: node-semver 7.3.5 of
/// versions (`semver.cmp`), and mmh3 5.3.1 of devices (`mmh3.hash(f"{seed}/{device}", 0, signed=False) % 10000`).
struct AudienceProbes {
    let language: ClientLanguage
    /// The name of the client.
    let name: String

    func all() throws -> [String: Probe] {
        let known = try shares().merging(versions()) { $1 }
        return known.merging(rules.mapValues { Probe(code: $0.code, json: .boolean($0.isFor)) }) { $1 }
            .merging(devices) { $1 }
    }

    private func table(_ name: String) throws -> [Substring] {
        let file = packageFolder.appending(path: "Tests/Clients/audience/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    /// A device with a place among ten thousand is not in a share up to that place, and is in every greater one.
    private func shares() throws -> [String: Probe] {
        let rows = try table("shares.txt")
        let code = text(rows.joined(separator: ";"), ["seed", "device", "place"]) { parts in
            let shares =
                switch language {
                case .swift: "[place, place + 1]"
                case .kotlin: "listOf(place, place + 1)"
                case .typescript: "[place, place + 1]"
                }
            return joined(shares, "share", audience(share: "share / 100", seed: parts[0], device: parts[1]))
        }
        // Every share of three devices, of which most are no exact binary fractions.
        let every = text(rows.prefix(3).joined(separator: ";"), ["seed", "device", "place"]) { parts in
            let shares =
                switch language {
                case .swift: "(0...9999).map(Double.init)"
                case .kotlin: "(0..9999).map { it.toDouble() }"
                case .typescript: "[...Array(10000).keys()]"
                }
            return joined(shares, "share", audience(share: "share / 100", seed: parts[0], device: parts[1]))
        }
        let steps = rows.prefix(3).map { row in
            let place = row.split(separator: " ").last.flatMap { Int($0) } ?? 0
            return String(repeating: "0", count: place + 1) + String(repeating: "1", count: 9999 - place)
        }
        return [
            "shares": Probe(code: code, json: .string(String(repeating: "01", count: rows.count))),
            "every share": Probe(code: every, json: .string(steps.joined())),
        ]
    }

    private func versions() throws -> [String: Probe] {
        let rows = try table("versions.txt").map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let others = [
            // What apps are called that do not follow semver.org: numbers that are left out are zeros.
            ("1", ">=0.9 <1.0.1", true), ("1.4", "=1.4.0", true), ("1.4.0.2", ">1.4.0", true), ("1.4.0", "=1.4", true),
            // Nothing holds for a version that cannot be read, and no unknown comparison holds.
            ("", "<9.0.0", false), ("dev", "<9.0.0", false), ("v1.4.0", "<9.0.0", false), ("1..4", "<9.0.0", false),
            ("1.4.0-", "<9.0.0", false), ("1.4.0 beta", "<9.0.0", false), ("1.2.3.4.5", "<9.0.0", false),
            ("１.4", "<9.0.0", false), ("1.4.0", "^1.0.0", false), ("1.4.0", ">=1.x", false), ("1.4.0", "1.4.0", false),
            ("1.4.0", "<>1.3.0", false), ("1.4.0", ">=1.0.0 ||", false),
        ]
        let all = rows.map { ($0[0], $0[1], $0[2] == "true") } + others
        let code = text(all.map { "\($0.0)#\($0.1)" }.joined(separator: ";"), ["version", "range"], by: "#") { parts in
            joined(nil, "", audience(versions: parts[1], version: parts[0]))
        }
        return ["versions": Probe(code: code, json: .string(all.map { $0.2 ? "1" : "0" }.joined()))]
    }

    /// What each part means, and what excludes an app that does not know it.
    private var rules: [String: (code: String, isFor: Bool)] {
        let plain = #""share":100,"seed":"a""#
        let others = #""platforms":null,"versions":null,"from":null"#
        return [
            "nobody said": (nothing, true), "everybody": (decoded("{\(plain),\(others)}"), true),
            "own platform": (decoded(#"{"platforms":["ios","web"],\#(plain)}"#), true),
            "another platform": (decoded(#"{"platforms":["android"],\#(plain)}"#), false),
            "a later platform": (decoded(#"{"platforms":["watchos"],\#(plain)}"#), false),
            "since a moment": (decoded(#"{"from":"2026-04-01T09:00:00+09:00",\#(plain)}"#), true),
            "not yet": (decoded(#"{"from":"2026-04-01T09:00:01+09:00",\#(plain)}"#), false),
            "a later part": (decoded(#"{"languages":["ja"],\#(plain),\#(others)}"#), false),
            "a later part that says nothing": (decoded(#"{"languages":null,\#(plain),\#(others)}"#), true),
            "no device, all": (audience(share: "100", device: none), true),
            "no device, most": (audience(share: "99.99", device: none), false),
            "none": (audience(share: "0"), false),
        ]
    }

    /// The number of a device stays, and there is none where it cannot be kept.
    private var devices: [String: Probe] {
        let (kept, lost) =
            switch language {
            case .swift:
                (
                    "await { let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString); let numbers = [await \(name).Store(folder: folder).app(version: \"1\").device, await \(name).Store(folder: folder).app().device]; return numbers[0] != nil && numbers[0] == numbers[1] }()",
                    "(await \(name).Store(folder: URL(fileURLWithPath: \"/dev/null/board\")).app().device == nil)"
                )
            case .kotlin:
                (
                    "createTempDir().let { val first = Store(it).app(\"1\").device; first != null && first == Store(it).app(\"1\").device }",
                    "Store(java.io.File(\"/dev/null/board\")).app(\"1\").device == null"
                )
            case .typescript:
                (
                    "await (async () => { const all = new Map<string, Uint8Array>(); const storage = { get: async (key: string) => all.get(key), put: async (key: string, data: Uint8Array) => { all.set(key, data); }, delete: async () => {}, names: async () => [...all.keys()] }; const first = (await new Store({ storage }).app(\"1\")).device; return first !== null && first === (await new Store({ storage }).app(\"1\")).device; })()",
                    "(await new Store({ storage: { get: async () => undefined, put: async () => { throw new Error(); }, delete: async () => {}, names: async () => [] } }).app(\"1\")).device === null"
                )
            }
        return [
            "kept device": Probe(code: kept, json: .boolean(true)),
            "lost device": Probe(code: lost, json: .boolean(true)),
        ]
    }
}

// The code of each language.
extension AudienceProbes {
    private var none: String { language == .swift ? "nil" : "null" }

    /// Returns code that makes a text of each row of a table, and joins these.
    private func text(
        _ rows: String, _ columns: [String], by separator: String = " ", _ row: ([String]) -> String
    ) -> String {
        let rows = "\"\(rows)\""
        let number = columns.contains("place")
        switch language {
        case .swift:
            let parts = columns.indices.map { $0 == 2 ? "Double(parts[2])!" : "String(parts[\($0)])" }
            return
                "\(rows).split(separator: \";\").map { row -> String in let parts = row.split(separator: \"\(separator)\", omittingEmptySubsequences: false); let (\(columns.joined(separator: ", "))) = (\(parts.joined(separator: ", "))); return \(row(columns)) }.joined()"
        case .kotlin:
            let place = number ? "val place = last.toDouble(); " : ""
            let names = columns.map { $0 == "place" ? "last" : $0 }.joined(separator: ", ")
            return
                "\(rows).split(\";\").joinToString(\"\") { row -> val (\(names)) = row.split(\"\(separator)\"); \(place)\(row(columns)) }"
        case .typescript:
            let place = number ? "const place = Number(last); " : ""
            let names = columns.map { $0 == "place" ? "last" : $0 }.joined(separator: ", ")
            return
                "\(rows).split(\";\").map((row) => { const [\(names)] = row.split(\"\(separator)\"); \(place)return \(row(columns)); }).join(\"\")"
        }
    }

    /// Returns code that gives 1 or 0 for each of several values, or for one decision.
    private func joined(_ values: String?, _ name: String, _ decision: String) -> String {
        switch language {
        case .swift:
            values.map { "\($0).map { \(name) in \(decision) ? \"1\" : \"0\" }.joined()" }
                ?? "(\(decision) ? \"1\" : \"0\")"
        case .kotlin:
            values.map { "\($0).joinToString(\"\") { \(name) -> if (\(decision)) \"1\" else \"0\" }" }
                ?? "(if (\(decision)) \"1\" else \"0\")"
        case .typescript:
            values.map { "\($0).map((\(name)) => \(decision) ? \"1\" : \"0\").join(\"\")" }
                ?? "(\(decision) ? \"1\" : \"0\")"
        }
    }

    private func audience(
        share: String = "100", seed: String = "\"\"", device: String = "1", versions: String? = nil,
        version: String = "\"1\""
    ) -> String {
        let range = versions ?? none
        let isName = Int(device) == nil && device != none
        switch language {
        case .swift:
            let number = isName ? "Int(\(device))!" : device
            return
                "\(name).Audience(versions: \(range), share: \(share), seed: \(seed)).isFor(.init(platform: .ios, version: \(version), device: \(number)))"
        case .kotlin:
            let percent = Int(share) == nil ? share : "\(share).0"
            let number = isName ? "\(device).toInt()" : device
            return
                "Audience(versions = \(range), share = \(percent), seed = \(seed)).isFor(Audience.App(Audience.Platform.IOS, \(version), \(number)))"
        case .typescript:
            let number = isName ? "Number(\(device))" : device
            return
                "isFor({ platforms: null, versions: \(range), share: \(share), from: null, seed: \(seed) }, { platform: \"ios\", version: \(version), device: \(number) })"
        }
    }

    /// Returns code that decides what was published as an object, for an app on iOS at nine o'clock in Tokyo.
    private func decoded(_ json: String) -> String {
        let quoted = "\"\(json.replacing("\"", with: "\\\""))\""
        switch language {
        case .swift:
            return
                "try JSONDecoder().decode(\(name).Audience.self, from: Data(\(quoted).utf8)).isFor(.init(platform: .ios, version: \"1\", device: 1), at: Date(timeIntervalSince1970: 1_775_001_600))"
        case .kotlin:
            return
                "Audience(Json.parse(\(quoted).toByteArray())).isFor(Audience.App(Audience.Platform.IOS, \"1\", 1), java.time.Instant.ofEpochSecond(1_775_001_600))"
        case .typescript:
            return
                "isFor((await import(\"./client/audience.js\")).audience(JSON.parse(\(quoted)), \"\"), { platform: \"ios\", version: \"1\", device: 1 }, new Date(1_775_001_600_000))"
        }
    }

    private var nothing: String {
        let app: String
        switch language {
        case .swift:
            app = ".init(platform: .ios, version: \"1\", device: 1)"
            return "(nil as \(name).Audience?).isFor(\(app))"
        case .kotlin: return "(null as Audience?).isFor(Audience.App(Audience.Platform.IOS, \"1\", 1))"
        case .typescript: return "isFor(null, { platform: \"ios\", version: \"1\", device: 1 })"
        }
    }
}

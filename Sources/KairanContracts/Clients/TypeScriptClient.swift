internal import KairanFormats
internal import KairanTemplates

/// Writes a client as a module of JavaScript, which browsers load as it is, and its types for TypeScript.
///
/// The values have the keys of the JSON, so nothing is renamed.
struct TypeScriptClient {
    let api: ClientAPI
    let hasBundle: Bool

    /// The files of the module, without the bundled ones.
    var files: [(path: String, text: String)] {
        [
            ("\(api.name).js", module), ("\(api.name).d.ts", types), ("store.js", javaScriptStore),
            ("reading.js", javaScriptReading), ("failure.js", javaScriptFailure), ("nearest.js", javaScriptNearest),
            ("search.js", javaScriptSearch),
        ].filter { ($0.0 != "nearest.js" || hasNearest) && ($0.0 != "search.js" || !api.searches.isEmpty) }
    }

    private var hasNearest: Bool { api.endpoints.contains { $0.nearestIndex != nil } }

    private var module: String {
        let bundle = hasBundle ? "new URL(\"./published/\", import.meta.url)" : "undefined"
        let paths = api.files.map { quoted($0.path) }.joined(separator: ", ")
        let head =
            [
                "// Made by Kairan from version \(api.version) of the API. To change it, make it again.",
                "// @ts-self-types=\"./\(api.name).d.ts\"", "",
                "import * as json from \"./reading.js\";",
            ] + (hasNearest ? ["import { cellName, nearest } from \"./nearest.js\";"] : [])
            + (api.searches.isEmpty ? [] : ["import { find, searchHead, searchPart } from \"./search.js\";"]) + [
                "import { AnyStore } from \"./store.js\";", "",
                "export { Failure } from \"./store.js\";",
                "export { compareVersions, needsAgreement } from \"./reading.js\";", "",
                "export const address = new URL(\(quoted(api.address)));",
                "export const timeZone = \(quoted(api.timeZone));", "",
                "export const dayOf = (moment) => json.dayOf(moment, timeZone);",
                "export const startOf = (day) => json.startOf(day, timeZone);", "",
                "export class Store extends AnyStore {",
                "  constructor(options = {}) {",
                "    super({ name: \(quoted(api.name)), version: \(quoted(api.version)), address, bundle: \(bundle), files, publication, check, ...options });",
                "  }", "}", "", "const files = [\(paths)];", "",
            ]
        let readers = api.shown.flatMap { endpoint in
            endpoint.types.records.flatMap { declaration($0, endpoint) }
                + endpoint.types.unions.flatMap { declaration($0, endpoint) }
        }
        return (head + publication + [""] + checks + [""] + readers).joined(separator: "\n") + "\n"
    }

    private var publication: [String] {
        // The head of a search is read only to find out whether it can be.
        let heads = api.files.filter(\.isSearch).map { "  json.read(\(reader($0)), \(quoted($0.path)), data);" }
        let values = api.files.filter { !$0.isSearch }.map {
            "    \($0.member): json.read(\(reader($0)), \(quoted($0.path)), data),"
        }
        return ["function publication(manifest, data, load) {"] + heads + ["  return {", "    manifest,"] + values
            + indented(api.families.flatMap(family) + api.searches.map(search), 2) + ["  };", "}"]
    }

    private func family(_ endpoint: ClientEndpoint) -> [String] {
        if endpoint.isSearch || endpoint.isSearchPart { return [] }
        let list = endpoint.parameters.map { name($0.name) }.joined(separator: ", ")
        let path = pathText(endpoint)
        var lines = [
            "async \(endpoint.member)(\(list)) {", "  const path = \(path);", "  const found = await load(path);",
            "  return found && json.read(\(reader(endpoint)), path, () => found);", "},",
        ]
        if let only = endpoint.parameters.first, endpoint.parameters.count == 1 {
            let made = if case .number = only.kind { ".map(Number).sort((one, other) => one - other)" } else { "" }
            let (start, end) = endpoint.ends
            lines.append(
                "get \(endpoint.valuesMember)() { return manifest.values(\(quoted(start)), \(quoted(end)))\(made); },")
        }
        if endpoint.arePages {
            lines += [
                "async \(endpoint.allMember)() {",
                "  return (await Promise.all(this.\(endpoint.valuesMember).map((page) => this.\(endpoint.member)(page)))).flatMap((page) => page ?? []);",
                "},",
            ]
        }
        if let index = endpoint.nearestIndex, let family = api.endpoints.first(where: { $0.path == index }) {
            let others = endpoint.parameters.filter { $0.key != "cell" }.map { name($0.name) }
            let arguments = endpoint.parameters.map { name($0.name) }.joined(separator: ", ")
            let loaded =
                family.parameters.isEmpty
                ? "this.\(family.member)" : "await this.\(family.member)(\(others.joined(separator: ", ")))"
            lines += [
                "async \(endpoint.nearestMember)(\((others + ["latitude", "longitude"]).joined(separator: ", "))) {",
                "  const index = \(loaded);", "  if (!index) return [];",
                "  const cell = cellName(index.tree, latitude, longitude);",
                "  return nearest((await this.\(endpoint.member)(\(arguments))) ?? [], latitude, longitude).slice(0, index.count);",
                "},",
            ]
        }
        return lines
    }

    private func search(_ endpoint: ClientEndpoint) -> String {
        let list = (["query"] + endpoint.parameters.map { name($0.name) } + ["limit = 20"]).joined(separator: ", ")
        return "\(endpoint.searchMember): (\(list)) => find(query, limit, \(pathText(endpoint)), load),"
    }

    /// The code that finds out whether a later file can still be read.
    private var checks: [String] {
        let readers = api.families.map { endpoint in
            "  [new RegExp(\(quoted(endpoint.regularExpression)), \"u\"), \(reader(endpoint))],"
        }
        return ["const families = ["] + readers + [
            "];", "", "function check(path, data) {",
            "  json.readAny(families.filter(([paths]) => paths.test(path)).map(([, reader]) => reader), path, data);",
            "}",
        ]
    }

    private func reader(_ endpoint: ClientEndpoint) -> String {
        if endpoint.isSearch { return "searchHead" }
        return endpoint.isSearchPart
            ? "searchPart" : reader(endpoint.types.root, endpoint.types.isOptional, endpoint)
    }

    /// Returns the code of a function that reads a value.
    private func reader(_ type: ClientType, _ isOptional: Bool, _ endpoint: ClientEndpoint) -> String {
        if type == .anything { return "json.anything" }
        if isOptional { return "json.orNull(\(reader(type, false, endpoint)))" }
        switch type {
        case .boolean: return "json.boolean"
        case .integer(.int32): return "json.int32"
        case .integer(.int64): return "json.integer"
        case .decimal: return "json.number"
        case .text: return "json.text"
        case .day: return "json.day"
        case .time: return "json.time"
        case .moment: return "json.moment"
        case .address: return "json.address"
        case .version: return "json.text"
        case .anything: return "json.anything"
        case .record(let name, _), .union(let name): return function(name, endpoint)
        case .enumeration(_, let isInteger): return isInteger ? "json.integer" : "json.text"
        case .list(let element, let mayBeNull): return "json.list(\(reader(element, mayBeNull, endpoint)))"
        case .dictionary(let element, let mayBeNull): return "json.map(\(reader(element, mayBeNull, endpoint)))"
        }
    }

    /// The name of the function that reads a declared type. No other name has a `$`.
    private func function(_ name: String, _ endpoint: ClientEndpoint) -> String {
        name == endpoint.types.name ? "\(name)$" : "\(endpoint.types.name)$\(name)"
    }

    private func declaration(_ record: ClientTypes.Record, _ endpoint: ClientEndpoint) -> [String] {
        let members = record.members.map { member in
            let reader = reader(member.type, member.isOptional, endpoint)
            return record.isArray ? "    \(reader)," : "    [\(quoted(member.key)), \(reader)],"
        }
        return [
            "", "function \(function(record.name, endpoint))(value, place) {",
            "  return json.\(record.isArray ? "tuple" : "record")(value, place, [",
        ] + members + ["  ]);", "}"]
    }

    private func declaration(_ union: ClientTypes.Union, _ endpoint: ClientEndpoint) -> [String] {
        [
            "", "function \(function(union.name, endpoint))(value, place) {",
            "  return json.oneOf(value, place, [\(union.cases.map { reader($0.type, false, endpoint) }.joined(separator: ", "))]);",
            "}",
        ]
    }

    private func pathText(_ endpoint: ClientEndpoint) -> String {
        var parameters = endpoint.parameters[...]
        let parts = endpoint.pattern.parts.map { part in
            if case .literal(let text) = part {
                return quoted(text).dropFirst().dropLast().replacing("`", with: "\\`").replacing("$", with: "\\$")
            }
            return "${\(name(parameters.removeFirst().name))}"
        }
        return "`\(parts.joined())`"
    }

    /// Returns a parameter's name as the code has it, as words of the language cannot be escaped.
    func name(_ name: String) -> String { scriptKeywords.contains(name) ? name + "_" : name }

    private func quoted(_ text: String) -> String { quotedScript(text) }

    private func indented(_ lines: [String], _ depth: Int) -> [String] {
        lines.map { $0.isEmpty ? "" : String(repeating: "  ", count: depth) + $0 }
    }
}

extension TypeScriptClient {
    private var types: String {
        let head =
            [
                "// Made by Kairan from version \(api.version) of the API. To change it, make it again.", "",
            ] + comment("\(api.title), version \(api.version) of its API: a `Store` brings what is published.")
            + [scriptTypes, ""] + (api.searches.isEmpty ? [] : [scriptSearchTypes])
        let values = api.files.filter { !$0.isSearch }.flatMap {
            comment(about($0)) + ["readonly \($0.member): \(root(of: $0));"]
        }
        let publication =
            comment("What was published together. No two of its values contradict each other.")
            + ["export interface Publication {", "  readonly manifest: Manifest;"]
            + indented(values + api.families.flatMap(signatures) + api.searches.flatMap(searchSignature), 1) + ["}"]
        let declared = api.shown.map { typeDeclarations(of: $0) }.filter { !$0.isEmpty }
        return (head + publication + [""] + declared.joined(separator: [""])).joined(separator: "\n") + "\n"
    }

    private func searchSignature(_ endpoint: ClientEndpoint) -> [String] {
        let parameters = endpoint.parameters.map { "\(name($0.name)): \(script($0.type)), " }.joined()
        return comment(
            "Returns the entries that have everything a query asks for, the best first, from a few small files.")
            + ["\(endpoint.searchMember)(query: string, \(parameters)limit?: number): Promise<SearchResult[]>;"]
    }

    private func signatures(_ endpoint: ClientEndpoint) -> [String] {
        if endpoint.isSearch || endpoint.isSearchPart { return [] }
        let parameters = endpoint.parameters.map { "\(name($0.name)): \(script($0.type))" }
        var lines = comment(about(endpoint) + "\n@returns undefined if there is no such file")
        lines.append(
            "\(endpoint.member)(\(parameters.joined(separator: ", "))): Promise<\(root(of: endpoint)) | undefined>;")
        if let only = endpoint.parameters.first, parameters.count == 1 {
            lines += comment("The values of `\(only.key)` for which there is a file.")
            lines.append("readonly \(endpoint.valuesMember): \(script(only.type))[];")
        }
        if endpoint.arePages {
            lines += comment("All pages together.") + ["\(endpoint.allMember)(): Promise<\(root(of: endpoint))>;"]
        }
        if endpoint.nearestIndex != nil, case .list(let element, _) = endpoint.types.root {
            let others = zip(endpoint.parameters, parameters).filter { $0.0.key != "cell" }.map(\.1)
            let list = (others + ["latitude: number", "longitude: number"]).joined(separator: ", ")
            lines += comment(
                "Returns the nearest of all entries to a position, each with its distance, from one or two small files."
            )
            lines.append("\(endpoint.nearestMember)(\(list)): Promise<Near<\(script(element, endpoint))>[]>;")
        }
        return lines
    }

    /// Returns the declarations of an endpoint's types.
    func typeDeclarations(of endpoint: ClientEndpoint) -> [String] {
        let types = endpoint.types
        let nested =
            types.records.filter { $0.name != types.name }.map { typeDeclaration($0, endpoint) }
            + types.enumerations.map(typeDeclaration) + types.unions.map { typeDeclaration($0, endpoint) }
        let about = comment(
            about(endpoint)
                + (endpoint.isInferred ? " No shape declares it: this is what its files have in common." : ""))
        let own = types.outermost.map { about + typeDeclaration($0, endpoint) } ?? []
        guard !nested.isEmpty else { return own }
        return own + (own.isEmpty ? about : []) + ["export namespace \(types.name) {"]
            + indented(nested.joined(separator: [""]).map(\.self), 1) + ["}"]
    }

    private func typeDeclaration(_ record: ClientTypes.Record, _ endpoint: ClientEndpoint) -> [String] {
        if record.isArray {
            let elements = record.members.map { script($0.type, endpoint) + ($0.isOptional ? " | null" : "") }
            return ["export type \(record.name) = readonly [\(elements.joined(separator: ", "))];"]
        }
        let members = record.members.map { member in
            "  readonly \(key(member.key)): \(script(member.type, endpoint))\(member.isOptional && member.type != .anything ? " | null" : "");"
        }
        return ["export interface \(record.name) {"] + members + ["}"]
    }

    private func typeDeclaration(_ choice: ClientTypes.Enumeration) -> [String] {
        let values = choice.cases.map { known in
            switch known.value {
            case .integer(let number): String(number)
            case .string(let text): quoted(text)
            }
        }
        // Values that were added after the client was made are kept; editors still complete the known ones.
        let other = choice.isInteger ? "(number & {})" : "(string & {})"
        return ["export type \(choice.name) = \((values + [other]).joined(separator: " | "));"]
    }

    private func typeDeclaration(_ union: ClientTypes.Union, _ endpoint: ClientEndpoint) -> [String] {
        ["export type \(union.name) = \(union.cases.map { script($0.type, endpoint) }.joined(separator: " | "));"]
    }

    private func root(of endpoint: ClientEndpoint) -> String {
        script(endpoint.types.root, endpoint)
            + (endpoint.types.isOptional && endpoint.types.root != .anything ? " | null" : "")
    }

    private func script(_ type: ClientType, _ endpoint: ClientEndpoint? = nil) -> String {
        func element(_ type: ClientType, _ mayBeNull: Bool) -> String {
            script(type, endpoint) + (mayBeNull && type != .anything ? " | null" : "")
        }
        switch type {
        case .boolean: return "boolean"
        case .integer, .decimal: return "number"
        case .text: return "string"
        case .day: return "Day"
        case .time: return "Time"
        case .moment: return "Date"
        case .address: return "URL"
        case .version: return "Version"
        case .anything: return "unknown"
        case .record(let name, _), .enumeration(let name, _), .union(let name):
            guard let endpoint, name != endpoint.types.name else { return name }
            return "\(endpoint.types.name).\(name)"
        case .list(let type, let mayBeNull): return "readonly (\(element(type, mayBeNull)))[]"
        case .dictionary(let type, let mayBeNull): return "{ readonly [key: string]: \(element(type, mayBeNull)) }"
        }
    }

    private func key(_ key: String) -> String {
        key.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) == nil ? quoted(key) : key
    }

    private func about(_ endpoint: ClientEndpoint) -> String {
        (endpoint.description.isEmpty ? "" : endpoint.description + " ") + "(`\(endpoint.path)`)"
    }

    private func comment(_ text: String) -> [String] {
        let lines = text.replacing("*/", with: "* /").split(whereSeparator: \.isNewline).map(String.init)
        return lines.count == 1 ? ["/** \(lines[0]) */"] : ["/**"] + lines.map { " * " + $0 } + [" */"]
    }
}

func quotedScript(_ text: String) -> String {
    literal(text, special: ["\\", "\""]) { "\\u{\(String($0.value, radix: 16))}" }
}

/// The reserved words of JavaScript in modules (ECMA-262, 12.7.2).
private let scriptKeywords: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in",
    "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static",
    "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield", "found",
    "path",
    "index", "json", "load", "manifest", "data",
]

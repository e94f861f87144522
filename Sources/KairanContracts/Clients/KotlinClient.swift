internal import KairanFormats
internal import KairanTemplates

/// Writes a client in Kotlin, for Android and others that have its `org.json`.
///
/// The code is for compilers from Kotlin 1.3 on.
struct KotlinClient {
    let api: ClientAPI

    var package: String { api.name.lowercased() }

    /// The files of the client, without the bundled ones.
    var files: [(path: String, text: String)] {
        let folder = "kotlin/\(package)/"
        var files = [
            (folder + "\(api.name).kt", main), (folder + "Types.kt", typeFile),
            (folder + "Store.kt", kotlinStore(api.name, package)),
            (folder + "Reading.kt", kotlinReading(api.name, package)),
        ]
        if api.endpoints.contains(where: { $0.nearestIndex != nil }) {
            files.append((folder + "Nearest.kt", kotlinNearest(package)))
        }
        if !api.searches.isEmpty { files.append((folder + "Search.kt", kotlinSearch(package))) }
        return files
    }

    private var main: String {
        let paths = api.files.map { quoted($0.path) }.joined(separator: ", ")
        let lines =
            [
                "// Made by Kairan from version \(api.version) of the API. To change it, make it again.", "",
                "package \(package)", "", "import java.net.URI", "import java.time.LocalDate",
                "import java.time.OffsetDateTime", "import java.time.LocalTime", "import java.time.ZoneId", "",
            ] + comment("\(api.title), version \(api.version) of its API: a [Store] brings what is published.")
            + [
                "object \(api.name) {", "    /** Where the version is published. */",
                "    val address: URI = URI(\(quoted(api.address)))",
                "    /** The time zone of the site, in which its days begin. */",
                "    val timeZone: ZoneId = ZoneId.of(\(quoted(api.timeZone)))",
                "    internal const val version = \(quoted(api.version))",
                "    /** The files that every publication has. */",
                "    internal val files = listOf<String>(\(paths))", "}", "",
                "/** What was published together. No two of its values contradict each other. */",
            ] + (api.files.isEmpty ? ["@Suppress(\"UNUSED_PARAMETER\")"] : []) + [
                "class Publication internal constructor(val manifest: Manifest, private val store: Store, read: (String) -> ByteArray) {"
            ] + indented(api.files.flatMap(property), 1)
            + indented(api.families.flatMap(family) + api.searches.flatMap(search), 1) + ["}", ""]
            + checks
        return lines.joined(separator: "\n") + "\n"
    }

    private func property(_ endpoint: ClientEndpoint) -> [String] {
        // The head of a search is read only to find out whether it can be.
        if endpoint.isSearch {
            return ["init {", "    read(\(quoted(endpoint.path)), read) { \(reading(endpoint)) }", "}"]
        }
        return comment(about(endpoint)) + [
            "val \(escaped(endpoint.member)): \(root(of: endpoint)) = read(\(quoted(endpoint.path)), read) { \(reading(endpoint)) }"
        ]
    }

    /// Returns the code that reads `it` into an endpoint's document.
    private func reading(_ endpoint: ClientEndpoint) -> String {
        if endpoint.isSearch { return "SearchHead(it)" }
        return endpoint.isSearchPart ? "SearchPart(it)" : value(rootType(of: endpoint), endpoint.types.isOptional, "it")
    }

    private func family(_ endpoint: ClientEndpoint) -> [String] {
        if endpoint.isSearch || endpoint.isSearchPart { return [] }
        let list = endpoint.parameters.map { "\(escaped($0.name)): \(kotlin($0.type))" }.joined(separator: ", ")
        let root = root(of: endpoint)
        var lines =
            [""] + comment(about(endpoint) + "\n@return null if there is no such file")
            + [
                "fun \(escaped(endpoint.member))(\(list)): \(root)\(endpoint.types.isOptional ? "" : "?") {",
                "    val path = \(pathText(endpoint))", "    val data = store.data(path, manifest) ?: return null",
                "    return read(path, { data }) { \(reading(endpoint)) }", "}",
            ]
        if let only = endpoint.parameters.first, endpoint.parameters.count == 1 {
            let (start, end) = endpoint.ends
            let made =
                switch only.kind {
                case .day: ".mapNotNull { try { LocalDate.parse(it) } catch (_: Exception) { null } }"
                case .number: ".mapNotNull { it.toIntOrNull() }.sorted()"
                case .text: ""
                }
            lines += ["", "/** The values of `\(commentText(only.key))` for which there is a file. */"]
            lines += [
                "val \(escaped(endpoint.valuesMember)): List<\(kotlin(only.type))>",
                "    get() = manifest.values(\(quoted(start)), \(quoted(end)))\(made)",
            ]
        }
        if endpoint.arePages, case .list(let element, let mayBeNull) = endpoint.types.root {
            let name = qualified(element, in: endpoint) + (mayBeNull ? "?" : "")
            lines += [
                "", "/** All pages together. */",
                "fun \(escaped(endpoint.allMember))(): List<\(name)> =",
                "    \(escaped(endpoint.valuesMember)).flatMap { \(escaped(endpoint.member))(it) ?: emptyList() }",
            ]
        }
        return lines + nearest(endpoint)
    }

    private func nearest(_ endpoint: ClientEndpoint) -> [String] {
        guard let index = endpoint.nearestIndex, case .list(let element, _) = endpoint.types.root,
            let family = api.endpoints.first(where: { $0.path == index })
        else { return [] }
        let others = endpoint.parameters.filter { $0.key != "cell" }
        let parameters = others.map { "\(escaped($0.name)): \(kotlin($0.type)), " }.joined()
        let arguments = endpoint.parameters.map { escaped($0.name) }.joined(separator: ", ")
        let call =
            family.parameters.isEmpty
            ? escaped(family.member)
            : "\(escaped(family.member))(\(others.map { escaped($0.name) }.joined(separator: ", "))) ?: return emptyList()"
        return [
            "",
            "/** Returns the nearest of all entries to a position, each with its distance, from one or two small files. */",
            "fun \(endpoint.nearestMember)(\(parameters)latitude: Double, longitude: Double): List<Near<\(qualified(element, in: endpoint))>> {",
            "    val index = \(call)", "    val cell = cellName(index.tree, latitude, longitude)",
            "    return nearest(\(escaped(endpoint.member))(\(arguments)) ?: emptyList(), latitude, longitude).take(index.count)",
            "}",
        ]
    }

    private func search(_ endpoint: ClientEndpoint) -> [String] {
        let parameters = endpoint.parameters.map { "\(escaped($0.name)): \(kotlin($0.type)), " }.joined()
        return [
            "",
            "/** Returns the entries that have everything a query asks for, the best first, from a few small files. */",
            "fun \(endpoint.searchMember)(query: String, \(parameters)limit: Int = 20): List<SearchResult> =",
            "    find(query, limit, \(pathText(endpoint))) { store.data(it, manifest) }",
        ]
    }

    /// The code that finds out whether a later file can still be read.
    private var checks: [String] {
        let lines = api.families.flatMap { endpoint in
            return [
                "    if (Regex(\(quoted(endpoint.regularExpression))).matches(path)) {",
                "        try { read(path, { data }) { \(reading(endpoint)) }; return } catch (error: Failure.Unreadable) { failure = error }",
                "    }",
            ]
        }
        return [
            "/** Throws if no endpoint that the path fits can read the file. */",
            "@Suppress(\"UNUSED_PARAMETER\", \"UNUSED_VARIABLE\")",
            "internal fun check(path: String, data: ByteArray) {",
            "    \(api.families.isEmpty ? "val" : "var") failure: Failure? = null",
        ] + lines + ["    if (failure != null) throw failure", "}"]
    }

    private func pathText(_ endpoint: ClientEndpoint) -> String {
        var parameters = endpoint.parameters[...]
        let parts = endpoint.pattern.parts.map { part in
            if case .literal(let text) = part { return String(quoted(text).dropFirst().dropLast()) }
            return "${\(escaped(parameters.removeFirst().name))}"
        }
        return "\"\(parts.joined())\""
    }
}

extension KotlinClient {
    private var typeFile: String {
        let head = [
            "// Made by Kairan from version \(api.version) of the API. To change it, make it again.", "",
            "@file:Suppress(\"ClassName\", \"unused\", \"RemoveRedundantQualifierName\")", "",
            "package \(package)", "", "import java.net.URI", "import java.time.LocalDate", "import java.time.LocalTime",
            "import java.time.OffsetDateTime", "",
        ]
        let types = api.shown.map { self.types(of: $0) }.filter { !$0.isEmpty }
        return (head + types.joined(separator: [""])).joined(separator: "\n") + "\n"
    }

    /// Returns the declarations of an endpoint's types.
    func types(of endpoint: ClientEndpoint) -> [String] {
        let types = endpoint.types
        let nested =
            types.records.filter { $0.name != types.name }.map { declaration($0, []) }
            + types.enumerations.map(declaration)
            + types.unions.map(declaration)
        let about = comment(
            about(endpoint)
                + (endpoint.isInferred ? " No shape declares it: this is what its files have in common." : ""))
        let inner = nested.joined(separator: [""]).map(\.self)
        if let own = types.outermost { return about + declaration(own, inner) }
        return nested.isEmpty ? [] : about + ["object \(types.name) {"] + indented(inner, 1) + ["}"]
    }

    private func declaration(_ record: ClientTypes.Record, _ nested: [String]) -> [String] {
        let reads = record.members.map { member in
            let json = record.isArray ? "json.element(\(member.key))" : "json.member(\(quoted(member.key)))"
            return "    \(value(member.type, member.isOptional, json))"
        }
        // A constructor of Java has at most 255 parameters, of which numbers of 64 bits count twice.
        if record.members.count > 100 {
            let properties = zip(record.members, reads).map { member, read in
                let mark = record.isLocated && ["latitude", "longitude"].contains(member.key) ? "override " : ""
                let type = "\(kotlin(member.type))\(member.isOptional ? "?" : "")"
                return "    \(mark)val \(escaped(member.name)): \(type) = \(read.drop { $0 == " " })"
            }
            return ["class \(record.name) internal constructor(json: Json)\(record.isLocated ? " : Located" : "") {"]
                + properties + (nested.isEmpty ? [] : [""] + indented(nested, 1)) + ["}"]
        }
        guard !record.members.isEmpty else {
            return ["@Suppress(\"UNUSED_PARAMETER\")", "class \(record.name) internal constructor(json: Json) {"]
                + indented(nested, 1) + ["}"]
        }
        let isLocated = record.isLocated
        let parameters = record.members.map { member in
            let mark = isLocated && ["latitude", "longitude"].contains(member.key) ? "override " : ""
            return "    \(mark)val \(escaped(member.name)): \(kotlin(member.type))\(member.isOptional ? "?" : "")"
        }
        return ["data class \(record.name)("] + commas(parameters) + [")\(isLocated ? " : Located" : "") {"]
            + ["    internal constructor(json: Json) : this("] + indented(commas(reads), 1) + ["    )"]
            + (nested.isEmpty ? [] : [""] + indented(nested, 1)) + ["}"]
    }

    private func declaration(_ choice: ClientTypes.Enumeration) -> [String] {
        let raw = choice.isInteger ? "Long" : "String"
        func value(_ known: ClientTypes.Enumeration.Case) -> String {
            switch known.value {
            case .integer(let number): "\(number)L"
            case .string(let text): quoted(text)
            }
        }
        return ["sealed class \(choice.name)(val json: \(raw)) {"]
            + choice.cases.map { "    object \(escaped($0.name)) : \(choice.name)(\(value($0)))" }
            + [
                "    /** A value that was added after this client was made. */",
                "    data class Other(val value: \(raw)) : \(choice.name)(value)", "",
                "    override fun toString(): String = json.toString()", "", "    companion object {",
                "        internal fun of(json: \(raw)): \(choice.name) = when (json) {",
            ] + choice.cases.map { "            \(value($0)) -> \(escaped($0.name))" }
            + ["            else -> Other(json)", "        }", "    }", "}"]
    }

    private func declaration(_ union: ClientTypes.Union) -> [String] {
        func name(_ known: ClientTypes.Union.Case) -> String {
            known.name.prefix(1).uppercased() + known.name.dropFirst() + "Value"
        }
        let tries = union.cases.map { "\(name($0))(\(value($0.type, false, "json")))" }
        return ["sealed class \(union.name) {"]
            + union.cases.map { "    data class \(name($0))(val value: \(kotlin($0.type))) : \(union.name)()" }
            + ["", "    companion object {", "        internal fun of(json: Json): \(union.name) {"]
            + tries.dropLast().map { "            try { return \($0) } catch (_: Unfit) {}" }
            + tries.suffix(1).map { "            return \($0)" } + ["        }", "    }", "}"]
    }
}

extension KotlinClient {
    private func root(of endpoint: ClientEndpoint) -> String {
        kotlin(rootType(of: endpoint)) + (endpoint.types.isOptional ? "?" : "")
    }

    private func rootType(of endpoint: ClientEndpoint) -> ClientType {
        endpoint.types.root.renamed { name in name == endpoint.types.name ? name : "\(endpoint.types.name).\(name)" }
    }

    private func qualified(_ type: ClientType, in endpoint: ClientEndpoint) -> String {
        kotlin(type.renamed { name in name == endpoint.types.name ? name : "\(endpoint.types.name).\(name)" })
    }

    /// Returns the code that reads a value.
    ///
    /// - Parameter json: The code of the JSON.
    private func value(_ type: ClientType, _ isOptional: Bool, _ json: String) -> String {
        if type == .anything { return "\(json).anything()" }
        if isOptional { return "\(json).orNull { \(value(type, false, "it")) }" }
        switch type {
        case .boolean: return "\(json).boolean()"
        case .integer(.int32): return "\(json).int()"
        case .integer(.int64): return "\(json).long()"
        case .decimal: return "\(json).double()"
        case .text: return "\(json).text()"
        case .day: return "\(json).day()"
        case .time: return "\(json).time()"
        case .moment: return "\(json).moment()"
        case .address: return "\(json).address()"
        case .version: return "Version(\(json).text())"
        case .anything: return "\(json).anything()"
        case .record(let name, _): return "\(name)(\(json))"
        case .enumeration(let name, let isInteger): return "\(name).of(\(json).\(isInteger ? "long" : "text")())"
        case .union(let name): return "\(name).of(\(json))"
        case .list(let element, let mayBeNull): return "\(json).list { \(value(element, mayBeNull, "it")) }"
        case .dictionary(let element, let mayBeNull): return "\(json).map { \(value(element, mayBeNull, "it")) }"
        }
    }

    private func kotlin(_ type: ClientType) -> String {
        switch type {
        case .boolean: "Boolean"
        case .integer(.int32): "Int"
        case .integer(.int64): "Long"
        case .decimal: "Double"
        case .text: "String"
        case .day: "LocalDate"
        case .time: "LocalTime"
        case .moment: "OffsetDateTime"
        case .address: "URI"
        case .version: "Version"
        case .anything: "Any"
        case .record(let name, _), .enumeration(let name, _), .union(let name): name
        case .list(let element, let mayBeNull): "List<\(kotlin(element))\(mayBeNull ? "?" : "")>"
        case .dictionary(let element, let mayBeNull): "Map<String, \(kotlin(element))\(mayBeNull ? "?" : "")>"
        }
    }

    private func about(_ endpoint: ClientEndpoint) -> String {
        (endpoint.description.isEmpty ? "" : endpoint.description + " ") + "(`\(endpoint.path)`)"
    }

    private func comment(_ text: String) -> [String] {
        let lines = commentText(text).split(whereSeparator: \.isNewline).map(String.init)
        return lines.count == 1 ? ["/** \(lines[0]) */"] : ["/**"] + lines.map { " * " + $0 } + [" */"]
    }

    /// Comments of Kotlin are nested, so text may neither begin nor end one.
    private func commentText(_ text: String) -> String {
        text.replacing("*/", with: "* /").replacing("/*", with: "/ *")
    }

    func escaped(_ name: String) -> String { kotlinKeywords.contains(name) ? "`\(name)`" : name }

    func quoted(_ text: String) -> String {
        literal(text, special: ["\\", "\"", "$"]) { scalar in
            String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private func commas(_ lines: [String]) -> [String] { lines.dropLast().map { $0 + "," } + lines.suffix(1) }

    private func indented(_ lines: [String], _ depth: Int) -> [String] {
        lines.map { $0.isEmpty ? "" : String(repeating: "    ", count: depth) + $0 }
    }
}

/// Returns whether a word cannot be a name in Kotlin, such as that of a package.
func isKotlinKeyword(_ word: String) -> Bool { kotlinKeywords.contains(word) }

/// Hard keywords of Kotlin (Kotlin documentation, Keywords and operators), and keywords that could start a member of an
/// enum.
private let kotlinKeywords: Set<String> = [
    "abstract", "actual", "annotation", "as", "break", "class", "companion", "const", "constructor", "continue",
    "crossinline", "data", "do", "else", "enum", "expect", "external", "false", "final", "for", "fun", "if", "in",
    "infix", "inline", "inner", "interface", "internal", "is", "lateinit", "noinline", "null", "object", "open",
    "operator",
    "out", "override", "package", "private", "protected", "public", "reified", "return", "sealed", "super", "suspend",
    "tailrec", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "vararg", "when", "while",
]

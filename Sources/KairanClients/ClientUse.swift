internal import KairanFormats

// The lines with which an app uses a client, as the API page shows them.

extension SwiftClient {
    /// The lines that download a publication.
    var start: String {
        """
        import \(api.name)

        let store = \(api.name).Store()
        let board = try await store.update()
        """
    }

    /// Returns the line that uses an endpoint.
    ///
    /// - Parameter values: The values of the parameters of one of its files.
    func use(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        if endpoint.nearestIndex != nil {
            let others = arguments(endpoint, values, except: "cell") + ["latitude: 35.68", "longitude: 139.77"]
            return "let nearest = try await board.\(endpoint.nearestMember)(\(others.joined(separator: ", ")))"
        }
        if endpoint.isSearch {
            let query = (["\"cat\""] + arguments(endpoint, values)).joined(separator: ", ")
            return "let found = try await board.\(endpoint.searchMember)(\(query))"
        }
        return "let \(escaped(endpoint.member)) = \(call(endpoint, values))"
    }

    /// Returns the code of one of an endpoint's documents.
    func call(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        let name = escaped(endpoint.member)
        if endpoint.parameters.isEmpty { return "board.\(name)" }
        return "try await board.\(name)(\(arguments(endpoint, values).joined(separator: ", ")))"
    }

    private func arguments(
        _ endpoint: ClientEndpoint, _ values: [String: String], except other: String? = nil
    ) -> [String] {
        endpoint.parameters.filter { $0.key != other }.map { parameter in
            let text = values[parameter.key] ?? ""
            let value =
                switch parameter.kind {
                case .day: dayValue(text) { "\(api.name).Day(year: \($0), month: \($1), day: \($2))" }
                case .number: Int(text).map(String.init) ?? "1"
                case .text: quoted(text)
                }
            return "\(parameter.name): \(value)"
        }
    }
}

extension KotlinClient {
    var start: String {
        """
        import \(package).Store
        import java.io.File

        // On Android: Store(File(context.filesDir, "board")), and not on the main thread.
        val store = Store(File("board"))
        val board = store.update()
        """
    }

    func use(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        if endpoint.nearestIndex != nil {
            let others = arguments(endpoint, values, except: "cell") + ["35.68", "139.77"]
            return "val nearest = board.\(endpoint.nearestMember)(\(others.joined(separator: ", ")))"
        }
        if endpoint.isSearch {
            let query = (["\"cat\""] + arguments(endpoint, values)).joined(separator: ", ")
            return "val found = board.\(endpoint.searchMember)(\(query))"
        }
        return "val \(escaped(endpoint.member)) = \(call(endpoint, values))"
    }

    func call(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        let arguments = arguments(endpoint, values)
        return "board.\(escaped(endpoint.member))" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }

    private func arguments(
        _ endpoint: ClientEndpoint, _ values: [String: String], except other: String? = nil
    ) -> [String] {
        endpoint.parameters.filter { $0.key != other }.map { parameter in
            let text = values[parameter.key] ?? ""
            return switch parameter.kind {
            case .day: dayValue(text) { "java.time.LocalDate.of(\($0), \($1), \($2))" }
            case .number: Int(text).map(String.init) ?? "1"
            case .text: quoted(text)
            }
        }
    }
}

extension TypeScriptClient {
    var start: String {
        """
        import { Store } from "./\(api.name)/\(api.name).js";

        const store = new Store();
        const board = await store.update();
        """
    }

    func use(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        if endpoint.nearestIndex != nil {
            let others = arguments(endpoint, values, except: "cell") + ["35.68", "139.77"]
            return "const nearest = await board.\(endpoint.nearestMember)(\(others.joined(separator: ", ")));"
        }
        if endpoint.isSearch {
            let query = (["\"cat\""] + arguments(endpoint, values)).joined(separator: ", ")
            return "const found = await board.\(endpoint.searchMember)(\(query));"
        }
        return "const \(name(endpoint.member)) = \(call(endpoint, values));"
    }

    func call(_ endpoint: ClientEndpoint, _ values: [String: String]) -> String {
        if endpoint.parameters.isEmpty { return "board.\(endpoint.member)" }
        return "await board.\(endpoint.member)(\(arguments(endpoint, values).joined(separator: ", ")))"
    }

    private func arguments(
        _ endpoint: ClientEndpoint, _ values: [String: String], except other: String? = nil
    ) -> [String] {
        endpoint.parameters.filter { $0.key != other }.map { parameter in
            let text = values[parameter.key] ?? ""
            return if case .number = parameter.kind { Int(text).map(String.init) ?? "1" } else { quotedScript(text) }
        }
    }
}

/// Returns the code of a day such as `2026-04-01`.
private func dayValue(_ text: String, _ code: (Int, Int, Int) -> String) -> String {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return numbers.count == 3 ? code(numbers[0], numbers[1], numbers[2]) : code(2026, 1, 1)
}

internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanPublish
package import KairanPreview
internal import KairanReaders
internal import KairanSystem

/// The reason why the desk does not do what it was asked for, as the page gets it.
struct DeskRefusal: Error {
    var status: Int
    var answer: JSONValue

    init(_ status: Int, _ reason: String) { self.init(status, ["error": .string(reason)]) }

    init(_ status: Int, _ answer: JSONValue) { (self.status, self.answer) = (status, answer) }
}

extension Desk {
    package func refusal(of head: Request) -> Response? {
        if let refusal = head.refusal(at: entrance) { return refusal }
        guard head.path.hasPrefix(apiFolder) else { return nil }
        // Only a page of this very address may ask, and only one that was opened with the token.
        guard head.isOfSameOrigin(at: entrance) else {
            return .refusal(403, "Only the page at this address may send this request.")
        }
        let isStream = head.path == apiFolder + "events"
        let given = head.headers["x-kairan-token"] ?? (isStream ? head.query("token") : nil)
        let expected = isFromNetwork(head) ? outerToken : token
        guard let expected, expected.isSame(as: given) else {
            return .json(401, ["error": "Open the address that the terminal shows."])
        }
        return nil
    }

    /// Nobody else sends a body than those who have the token and ask for something that changes the board.
    package func bodyLimit(of head: Request) -> Int {
        guard head.path.hasPrefix(apiFolder), head.method == "POST" else { return 0 }
        return DeskAction(String(head.path.dropFirst(apiFolder.count)), head.method) == nil ? 0 : largestBody
    }

    package func answer(_ request: Request) async -> Response {
        guard request.path.hasPrefix(apiFolder) else { return pageFile(String(request.path.dropFirst())) }
        let name = String(request.path.dropFirst(apiFolder.count))
        if name == "events" { return .events(events) }
        return await withCheckedContinuation { continuation in
            let work = { @Sendable in continuation.resume(returning: self.settle(name, request)) }
            if !startThread(work) { work() }
        }
    }

    private var entrance: Entrance { Entrance(network: outerAddress, forwarded: preview.forwardedServers?.forms) }

    /// Tells whether a request comes from another computer of the network, and not through a proxy that was named.
    private func isFromNetwork(_ head: Request) -> Bool {
        head.isFromOutside(at: outerAddress) && !head.isFromForwarded(at: entrance)
    }

    private func settle(_ name: String, _ request: Request) -> Response {
        do {
            guard let action = DeskAction(name, request.method) else {
                throw DeskRefusal(404, "There is nothing here.")
            }
            let answer = try answer(action, request)
            return isFromNetwork(request) ? permitting(answer) : answer
        } catch let refusal as DeskRefusal {
            return .json(refusal.status, refusal.answer)
        } catch let problem as CannotEdit {
            let refusal = DeskRefusal.mistake(problem.diagnostic)
            return .json(refusal.status, refusal.answer)
        } catch let error as OptionError {
            return .json(422, ["error": .string(error.description)])
        } catch {
            return .json(500, ["error": .string("\(error)")])
        }
    }

    private func pageFile(_ name: String) -> Response {
        let name = name.isEmpty ? "index.html" : name
        let folder = name == "coastlines.txt" ? "KairanFormats/Maps" : "KairanDesk/Page"
        guard let file = embeddedText("\(folder)/\(name)") else { return .text(404) }
        let servers = preview.forwardedServers
        let forwarded = [servers?.site, servers?.published].compactMap { $0?.address?.origin }
        let sources = (["http:"] + forwarded).joined(separator: " ")
        // Nothing of another address can be loaded, and no script that is written into the page can run.
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; "
            + "frame-src \(sources) blob: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
        return Response(
            200,
            [
                ("Content-Type", contentType(of: name)), notKept, ("Content-Security-Policy", policy),
                ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"),
            ], .bytes(Array(file.utf8)))
    }
}

private let apiFolder = "/api/"

/// The size in bytes of the largest picture that a person could mean to put on a board.
let largestBody = 64 << 20

private let notKept = (name: "Cache-Control", value: "no-store")

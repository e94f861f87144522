import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if BUNDLED
    import BundledBoard
    typealias Client = BundledBoard
#else
    import BoardV1
    typealias Client = BoardV1
#endif

// Does with a store what scenario.py says on the standard input. Each answer ends with a line that has only a dot; a
// line that begins with 'told' can come at any time.

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func text(_ publication: Client.Publication?) -> String {
    guard let publication else { return "none" }
    let (counter, other) = (publication.state.counter, publication.board.counter)
    return "\(publication.about.name) \(counter)" + (counter == other ? "" : " contradicts \(other)")
}

func text(_ error: any Error) -> String {
    switch error {
    case Client.Failure.notThisAPI: "notThisAPI"
    case Client.Failure.busy: "busy"
    case Client.Failure.status(let status, let path): "status \(status) \(path)"
    case Client.Failure.wrong(let path): "wrong \(path)"
    case Client.Failure.missing(let path): "missing \(path)"
    case Client.Failure.unreadable(let path, _): "unreadable \(path)"
    case Client.Failure.leftOut(let path, _): "leftOut \(path)"
    case is URLError: "network"
    case is CocoaError: "unwritable"
    default: "\(type(of: error)): \(error)"
    }
}

/// Returns what a task gives, or how it fails.
func outcome(_ work: @Sendable () async throws -> String) async -> String {
    do { return try await work() } catch { return text(error) }
}

/// Does the same several times at once, and returns the outcomes.
func together(_ count: String?, _ work: @escaping @Sendable () async throws -> String) async -> [String] {
    let tasks = (0..<(count.flatMap { Int($0) } ?? 1)).map { _ in Task.detached { await outcome(work) } }
    var outcomes: [String] = []
    for task in tasks { outcomes.append(await task.value) }
    return outcomes
}

func title(_ publication: Client.Publication?, _ id: String) async throws -> String {
    try await publication?.itemsById(id: id)?.title ?? "none"
}

struct MadeByHand: Client.PublicationSource {
    let publication: Client.Publication? = Client.Publication(
        about: .init(name: "Made"), board: .init(counter: 1, items: [.init(id: "a", title: "a made")]),
        state: .init(counter: 1), json: ["items/a.json": #"{"id":"a","title":"a made"}"#])
}

actor Driver {
    private let (address, folder): (URL, URL)
    private var store: Client.Store
    private var (started, keeper): (Task<[String], Never>?, Task<Void, Never>?)
    private var remembered: Client.Publication?

    init(_ address: URL, _ folder: URL) {
        (self.address, self.folder) = (address, folder)
        store = Client.Store(folder: folder, address: address)
    }

    func obey(_ words: [String]) async -> [String] {
        let (current, earlier) = (store, remembered)
        let (first, second) = (words.dropFirst().first ?? "", words.dropFirst(2).first)
        switch words.first {
        case "open":
            store = Client.Store(
                folder: folder, address: address, keeping: { !first.isEmpty && $0.hasPrefix(first) },
                onProgress: { done, all in say("progress \(done) of \(all)") },
                onFailure: { error in
                    let isRefusal = (error as? Client.Failure)?.isRefusal ?? false
                    say("failed \(isRefusal ? "refused " : "")\(text(error))")
                })
            let publications = await store.publications()
            Task.detached { for await publication in publications { say("told \(text(publication))") } }
            return [text(await store.publication)]
        case "follow":
            let publications = await store.follow()
            Task.detached { for await publication in publications { say("told \(text(publication))") } }
        case "inject":
            store = Client.Store(
                folder: folder, address: address,
                http: { request, _ in
                    guard let url = request.url,
                        let response = HTTPURLResponse(url: url, statusCode: 418, httpVersion: nil, headerFields: nil)
                    else { throw URLError(.badURL) }
                    return (Data(), response)
                })
            return [text(await store.publication)]
        case "publication": return [text(await store.publication)]
        case "update": return await together(words.dropFirst().first) { text(try await current.update()) }
        case "item": return await together(second) { try await title(current.publication, first) }
        case "earlier": return await together(nil) { try await title(earlier, first) }
        case "values": return [await store.publication?.itemsByIdValues.joined(separator: " ") ?? "none"]
        case "hashed":
            defer { Client.hashes = 0 }
            return [String(Client.hashes)]
        case "board": return [await store.publication?.board.items.map(\.id).joined(separator: " ") ?? "none"]
        case "fake":
            let source: any Client.PublicationSource = MadeByHand()
            guard let made = await source.publication else { return ["none"] }
            var told: [String] = []
            for await publication in await source.follow().prefix(1) { told.append(text(publication)) }
            let same = made == (await source.publication) ? "the same" : "another"
            return told + [
                await outcome { text(try await source.update()) }, await outcome { try await title(made, "a") },
                await outcome { try await title(made, "b") }, made.itemsByIdValues.joined(separator: " "), same,
            ]
        case "day":
            guard let zone = await store.publication?.timeZone, let moment = ISO8601DateFormatter().date(from: first)
            else { return ["none"] }
            let day = Client.Day(moment, in: zone)
            return ["\(zone.identifier): \(day), since \(Int(day.start(in: zone).timeIntervalSince1970))"]
        case "remember": remembered = await store.publication
        case "start": started = Task { await obey(Array(words.dropFirst())) }
        case "finish": return await started?.value ?? []
        case "keep": keeper = Task.detached { await current.keepUpdated() }
        case "stop":
            keeper?.cancel()
            await keeper?.value
        default: return ["unknown: \(words)"]
        }
        return []
    }
}

guard CommandLine.arguments.count == 3, let address = URL(string: CommandLine.arguments[1]) else { exit(2) }
let driver = Driver(address, URL(fileURLWithPath: CommandLine.arguments[2]))
while let line = readLine() {
    for answer in await driver.obey(line.split(separator: " ").map(String.init)) { say(answer) }
    say(".")
}

import BoardV2
import Foundation

// Shows the board of the showcase in a terminal. It reads the API as a phone app does: it shows what is here at once,
// and asks for something newer when there is a network.

let usage = """
    board news                       the newest five news
    board deals [2026-04-15]         the deals of a day; without a day, of today
    board cinemas LATITUDE LONGITUDE the nearest cinemas
    board terms [VERSION]            whether somebody who agreed to a version has to be asked again

    BOARD_API      another address than the published one, such as http://127.0.0.1:8080/board/api/v2/
    BOARD_FOLDER   where publications are kept

    """

let environment = ProcessInfo.processInfo.environment
let store = BoardV2.Store(
    folder: environment["BOARD_FOLDER"].map { URL(fileURLWithPath: $0, isDirectory: true) },
    address: environment["BOARD_API"].flatMap(URL.init) ?? BoardV2.address)

do {
    let board = try await newest()
    try await show(CommandLine.arguments.dropFirst().map(\.self), of: board)
} catch {
    say("error: \(error.localizedDescription)")
    exit(1)
}

/// Returns what is published, or what is here if nothing newer can be had.
func newest() async throws -> BoardV2.Publication {
    do {
        return try await store.update()
    } catch {
        guard let last = await store.publication else { throw error }
        say("This is from the last time, as nothing newer came: \(error.localizedDescription)")
        return last
    }
}

func show(_ words: [String], of board: BoardV2.Publication) async throws {
    switch words.first {
    case "news":
        for item in board.news.news.prefix(5) { print(item.date, item.title) }
    case "deals":
        let day = words.count > 1 ? BoardV2.Day(words[1]) : BoardV2.Day(Date())
        guard let day, let deals = try await board.dealsDaysByDay(day: day) else {
            return say("Nothing is known of that day.")
        }
        for deal in deals.deals { print("\(deal.title) (\(deal.categoryLabel)\(deal.price.map { ", \($0)" } ?? ""))") }
    case "cinemas":
        guard words.count == 3, let latitude = Double(words[1]), let longitude = Double(words[2]) else {
            return say(usage)
        }
        for near in try await board.nearestCinemas(latitude: latitude, longitude: longitude) {
            print("\(near.entry.name), \(Int(near.metres)) m")
        }
    case "terms":
        let asks = board.terms.current.needsAgreement(accepted: words.count > 1 ? words[1] : nil)
        print("\(board.terms.current) is in force: \(asks ? "ask" : "nothing to ask")")
    default: say(usage)
    }
}

func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

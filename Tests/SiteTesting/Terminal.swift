package import Foundation
internal import Testing

/// Runs `kairan` on a terminal, on which somebody types `input`, and returns what it shows.
///
/// - Parameter watching: A function that is told all that is shown so far, whenever something is added.
package func kairanOnATerminal(
    _ arguments: [String], in folder: URL, environment: [String: String], typing input: String = "",
    watching: (_ shown: String) throws -> Void = { _ in }
) throws -> (exitCode: Int32, shown: String) {
    var (terminal, process): (Int32, Int32) = (0, 0)
    let isOpen = unsafe openpty(&terminal, &process, nil, nil, nil) == 0
    try #require(isOpen)
    defer { close(terminal) }
    let command = Process()
    command.executableURL = kairanExecutable
    command.arguments = arguments
    command.currentDirectoryURL = folder
    command.environment = environment
    let handle = FileHandle(fileDescriptor: process, closeOnDealloc: false)
    (command.standardInput, command.standardOutput, command.standardError) = (handle, handle, handle)
    try command.start()
    close(process)
    // The end of the input is typed too, so that a question without an answer ends the program and is not waited for.
    var typed = Array((input + "\u{4}").utf8)
    _ = unsafe write(terminal, &typed, typed.count)
    // This reads until nobody has the other end any more.
    var shown: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(terminal, &bytes, bytes.count), count > 0 {
        shown += bytes.prefix(count)
        try watching(String(decoding: shown, as: UTF8.self))
    }
    command.waitUntilExit()
    return (command.terminationStatus, String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n"))
}

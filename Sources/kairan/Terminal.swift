import ArgumentParser
import Foundation

/// One of the process's streams, and whether a person reads it.
struct Terminal: Sendable {
    static let standardInput = Terminal(descriptor: STDIN_FILENO)
    static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
    static let standardError = Terminal(descriptor: STDERR_FILENO)

    let descriptor: Int32

    let isInteractive: Bool

    /// Some machines that run workflows have a terminal, of which a log is made.
    let canRewriteLines: Bool

    /// no-color.org: any non-empty NO_COLOR turns colours off.
    let hasColors: Bool

    /// Asks once, as there may be a hundred thousand messages to style.
    private init(descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        self.descriptor = descriptor
        isInteractive = isatty(descriptor) == 1
        canRewriteLines = isInteractive && environment["TERM"] != "dumb" && (environment["CI"] ?? "").isEmpty
        hasColors = canRewriteLines && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// A script must not take half a report for a whole one, so the command fails when its output cannot be written.
    /// What cannot be written to the standard error is lost: there is nowhere left to say so.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            // Taken at once: to ask what the standard error is sets it too.
            let code = errno
            if count < 0, code != EINTR {
                guard descriptor == STDOUT_FILENO else { return }
                Self.standardError.write("error: standard output: \(String(cString: strerror(code)))\n")
                exit(ExitCode.inputOutput.rawValue)
            }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColors ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Select Graphic Rendition parameters of ECMA-48.
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case yellow = "1;33"
        case green = "32"
        case cyan = "36"
    }
}

import ArgumentParser
import KairanSystem

/// One of the process's streams, and whether a person reads it.
struct Terminal: Sendable {
    static let standardInput = Terminal(stream: .standardInput)
    static let standardOutput = Terminal(stream: .standardOutput)
    static let standardError = Terminal(stream: .standardError)

    let stream: FileDescriptor

    let isInteractive: Bool

    /// Tells whether lines can be rewritten. Some machines that run workflows have a terminal from which a log is made.
    let canRewriteLines: Bool

    /// Tells whether text is coloured. Any non-empty NO_COLOR turns colours off (no-color.org).
    let hasColors: Bool

    /// Asks the system only once, since there may be a hundred thousand messages to style.
    private init(stream: FileDescriptor) {
        self.stream = stream
        isInteractive = stream.isTerminal
        canRewriteLines =
            isInteractive && environmentVariable("TERM") != "dumb" && (environmentVariable("CI") ?? "").isEmpty
        hasColors = canRewriteLines && (environmentVariable("NO_COLOR") ?? "").isEmpty
    }

    /// Writes text. The command fails if its standard output cannot be written, since a script must not take half a
    /// report for a whole one. Text that cannot be written to the standard error is lost, since there is nowhere left
    /// to say so.
    func write(_ text: String) {
        do {
            try stream.write(Array(text.utf8)[...])
        } catch {
            guard stream == .standardOutput else { return }
            Self.standardError.write("error: standard output: \(error)\n")
            Kairan.exit(withError: ExitCode.inputOutput)
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

/// A line on a terminal that says how far a long build is. It is not shown for short builds and in scripts.
struct Progress {
    private let start: ContinuousClock.Instant
    private let terminal = Terminal.standardError
    private let isWanted: Bool
    private var shown: ContinuousClock.Instant?

    init(start: ContinuousClock.Instant) {
        self.start = start
        isWanted = terminal.canRewriteLines
    }

    mutating func show(_ done: Int, of total: Int) {
        guard isWanted else { return }
        let now = ContinuousClock.now
        guard now - start > .seconds(1), shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        shown = now
        terminal.write("\r\u{1B}[K\(done) of \(total) outputs")
    }

    func clear() {
        if shown != nil { terminal.write("\r\u{1B}[K") }
    }
}

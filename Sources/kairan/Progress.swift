import KairanBuild
import KairanSystem
internal import Synchronization

/// Does a part of a command's work, and meanwhile says on a terminal what is being done and how long the command has
/// taken. Nothing is shown in its first second, nor in scripts. Nothing else may be written before this returns.
///
/// - Parameter stage: The words for the first stage. A build gives its later stages to `show`.
/// - Parameter start: The moment from which time is counted.
func showingProgress<Result>(
    _ stage: String = BuildStage.reading.words, since start: ContinuousClock.Instant = .now,
    _ work: (_ show: @escaping (BuildStage) -> Void) throws -> Result
) rethrows -> Result {
    try showingSteps(stage, since: start) { show in try work { show($0.words) } }
}

/// Does the same for work whose stages have words of their own.
func showingSteps<Result>(
    _ stage: String, since start: ContinuousClock.Instant,
    _ work: (_ show: @escaping (String) -> Void) throws -> Result
) rethrows -> Result {
    guard Terminal.standardError.canRewriteLines else { return try work { _ in } }
    let progress = Progress(stage, since: start)
    defer { progress.end() }
    return try work { progress.show($0) }
}

/// A line on a terminal that is rewritten until the work ends.
private final class Progress: Sendable {
    private struct Line {
        /// The words for the present stage; nil before the work begins and after it ends.
        var stage: String?
        var isShown = false
    }

    private let start: ContinuousClock.Instant
    private let line = Mutex(Line())

    init(_ stage: String, since start: ContinuousClock.Instant) {
        self.start = start
        show(stage)
        // The work may say nothing for seconds, so a thread of its own shows that time passes.
        startThread { [self] in
            repeat { sleep(.milliseconds(100)) } while redraw()
        }
    }

    func show(_ stage: String) {
        let isNew = line.withLock { line in
            defer { line.stage = stage }
            return line.stage != stage
        }
        if isNew { redraw() }
    }

    func end() {
        line.withLock { line in
            line.stage = nil
            if line.isShown { Terminal.standardError.write("\r\u{1B}[K") }
        }
    }

    /// Returns false once the work has ended.
    @discardableResult private func redraw() -> Bool {
        line.withLock { line in
            guard let stage = line.stage else { return false }
            let duration = ContinuousClock.now - start
            if duration >= .seconds(1) {
                Terminal.standardError.write("\r\u{1B}[K\(stage), \(duration.words)")
                line.isShown = true
            }
            return true
        }
    }
}

extension BuildStage {
    /// The stage for people. Outputs are counted in percent, so that the line is not rewritten for each.
    fileprivate var words: String {
        switch self {
        case .reading: "reading"
        case .planning: "planning"
        case .making(let done, of: let total): "making outputs: \(done * 100 / max(total, 1))% of \(total)"
        case .checking: "checking"
        }
    }
}

package import KairanBuild
internal import Dispatch
internal import KairanOutput

/// Pages that a build made before all else, as they are open in a browser, and that are shown while it goes on. They
/// are of its number already; what is not finished is waited for.
struct PagesAhead {
    /// By path.
    var pages: [String: [UInt8]]
    /// The paths of all outputs that the build makes.
    var unfinished: Set<String>
    /// Who waits for its end.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Signalled for these: the build then goes on at once.
    let hurry = DispatchSemaphore(value: 0)
}

extension Preview {
    /// What the next build is to show first. While there are mistakes over a page, it is shown when it is known to be
    /// without.
    package var seenPages: SeenPages {
        let paths = read { state in
            state.mistakes.isEmpty ? Set(state.visitors.values.compactMap { state.file(of: $0.page) }) : []
        }
        return SeenPages(paths) { pages, unfinished in
            let hurry = self.read { state -> DispatchSemaphore? in
                let pages = pages.filter { state.files[$0.path] != $0.bytes }.map { ($0.path, $0.bytes) }
                // A second attempt of the same build may make others.
                guard !pages.isEmpty, state.ahead == nil else { return nil }
                let ahead = PagesAhead(pages: Dictionary(pages) { $1 }, unfinished: unfinished)
                state.ahead = ahead
                state.tellAll()
                return ahead.hurry
            }
            // The browser, which loads the page again, has the processors for itself meanwhile.
            _ = hurry?.wait(timeout: .now() + .milliseconds(80))
        }
    }

    /// Returns when no build is under way of which something is shown.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = read { state in
                state.ahead?.waiting.append(continuation)
                state.ahead?.hurry.signal()
                return state.ahead == nil
            }
            if isSettled { continuation.resume() }
        }
    }
}

extension Preview.State {
    /// Ends what was shown ahead: the build came to its end, and has its number.
    mutating func settle(_ changed: [String] = []) {
        guard let ahead else { return }
        self.ahead = nil
        // A mistake was found, or a source changed meanwhile: whoever was shown a page has to come back.
        let isAsShown =
            ahead.pages.allSatisfy { files[$0] == $1 } && changed.allSatisfy(ahead.unfinished.contains)
        if !isAsShown {
            number += 1
            for path in ahead.pages.keys { changedIn[path] = number }
        }
        for waiting in ahead.waiting { waiting.resume() }
    }
}

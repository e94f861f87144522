internal import Dispatch
package import KairanBuild
internal import KairanContent
internal import KairanPublish
internal import KairanTemplates

/// Pages that a build made first, because they are open in a browser, and that are shown while it goes on. They already
/// have the least number that the build can get. Requests for other pages and for data wait.
struct PagesAhead {
    /// The pages, by path.
    var pages: [String: [UInt8]]
    /// The requests that wait for the end of the build.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// A semaphore that is signalled for a waiting request, so that the build goes on at once.
    let hurry = DispatchSemaphore(value: 0)

    /// Tells whether a request for a file waits. Styles, scripts, fonts and pictures do not: a page that is loaded again is
    /// painted only with them, and few edits change them. If one did, the pages are loaded once more.
    static func waits(for path: String) -> Bool {
        let type = contentType(of: path)
        return !["text/css", "text/javascript", "font/", "image/"].contains(where: type.hasPrefix)
    }
}

extension Preview {
    /// The pages that the next build has to show first. While mistakes are shown, there are none, so that pages are
    /// shown only once they are known to have no mistakes.
    package var seenPages: SeenPages {
        let paths = read { state in
            state.mistakes.isEmpty ? Set(state.visitors.values.compactMap { state.file(of: $0.page) }) : []
        }
        return SeenPages(paths) { pages in
            let hurry = self.read { state -> DispatchSemaphore? in
                let pages = pages.filter { state.files[$0.path] != $0.bytes }.map { ($0.path, $0.bytes) }
                // A second attempt at the same build may make other pages.
                guard !pages.isEmpty, state.ahead == nil else { return nil }
                let ahead = PagesAhead(pages: Dictionary(pages) { $1 })
                state.ahead = ahead
                state.tellAll()
                return ahead.hurry
            }
            // Meanwhile the browser, which loads the page again, has the processors to itself.
            _ = hurry?.wait(timeout: .now() + .milliseconds(80))
        }
    }

    /// Returns once no unfinished build has pages that are shown.
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
    /// Ends the showing of pages ahead, once the build has ended and has its number. Returns the pages that stay as they
    /// were shown.
    mutating func settle(_ changed: [String] = []) -> Set<String> {
        guard let ahead else { return [] }
        self.ahead = nil
        // If a mistake was found, or a source changed meanwhile, browsers that were shown a page have to load it again.
        let isAsShown = ahead.pages.allSatisfy { files[$0] == $1 } && changed.allSatisfy(PagesAhead.waits)
        if !isAsShown {
            number += 1
            for path in ahead.pages.keys { changedIn[path] = number }
        }
        for waiting in ahead.waiting { waiting.resume() }
        return isAsShown ? Set(ahead.pages.keys) : []
    }
}

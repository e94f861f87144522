package import KairanBuild
internal import KairanOutput
internal import KairanSystem
internal import Synchronization

/// What the server shows, and who looks at it.
///
/// There is no folder behind it: in memory nothing has to be written, compared, locked or cleared away. A path is
/// looked up among the outputs, then among the files of others in `public/`, folder by folder and through no symbolic
/// link, so no address can lead out of the site. All this takes as much memory as the site has bytes.
///
/// Each path has the number of the build in which it changed last. An open page says of which build it is and is told
/// what changed since, so that no change between is missed.
package final class Preview: Sendable {
    struct State {
        /// Of the last build without mistakes.
        var files: [String: [UInt8]] = [:]
        var basePath: String?
        /// That build and its options, for the panel.
        var build: SiteBuild?
        var options: BuildOptions?
        /// Grows with each build, also over several runs of the server.
        var number = millisecondsSince1970()
        /// For each path the build in which it changed, came or went.
        var changedIn: [String: Int] = [:]
        /// The build that brought the base path.
        var movedIn = 0
        var mistakes: [PreviewMistake] = []
        var visitors: [Int: (page: String, continuation: AsyncStream<Void>.Continuation)] = [:]
        var visits = 0
        var panel: (number: Int, next: String?)?
        /// See `PagesAhead`.
        var ahead: PagesAhead?
    }

    private let state = Mutex(State())

    package init() {}

    func read<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Shows what a build made, and tells all open pages.
    package func show(_ site: RepeatedBuild, of build: SiteBuild, _ options: BuildOptions) {
        // The one before is freed after everybody knows of this one.
        let last = state.withLock { state in
            let last = (state.build, state.files)
            state.files = site.files
            state.number += 1
            state.settle(site.changed)
            for path in site.changed { state.changedIn[path] = state.number }
            if let plan = build.result.plan {
                let basePath = plan.site.settings.basePath
                if basePath != state.basePath { state.movedIn = state.number }
                (state.build, state.options, state.basePath) = (build, options, basePath)
            }
            state.mistakes = []
            state.tellAll()
            return last
        }
        withExtendedLifetime(last) {}
    }

    /// Shows mistakes over what was made before.
    package func show(_ mistakes: [PreviewMistake]) {
        state.withLock { state in
            state.mistakes = mistakes
            if state.ahead != nil {
                state.number += 1
                state.settle()
            }
            state.tellAll()
        }
    }

    /// The site's path on this host.
    package var basePath: String { state.withLock { $0.basePath ?? "/" } }

    /// Yields whenever there may be something to tell a page.
    func visit(_ page: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let visit = state.withLock { state in
            state.visits += 1
            state.visitors[state.visits] = (page, continuation)
            return state.visits
        }
        continuation.onTermination = { [self] _ in state.withLock { $0.visitors[visit] = nil } }
        continuation.yield()
        return stream
    }

    /// Whoever left is only noticed when something is sent.
    func pingAll() {
        state.withLock { $0.tellAll() }
    }
}

extension Preview.State {
    func tellAll() {
        for visitor in visitors.values { visitor.continuation.yield() }
    }

    /// What a page has to know that is of an earlier build, and the number of the one that it will then be of.
    func news(for page: String, since seen: Int) -> (number: Int, JSONValue) {
        let files = candidates(for: page)
        if let ahead, files.contains(where: { ahead.pages[$0] != nil }) {
            return (number + 1, news(isOther: seen <= number, []))
        }
        let changed = changedIn.filter { $0.value > seen }.map(\.key)
        // Where the page was there may be nothing, or another one.
        let isOther = movedIn > seen || changed.contains(where: files.contains)
        return (number, news(isOther: isOther, changed.filter { !isPage($0) }))
    }

    private func news(isOther: Bool, _ sheets: [String]) -> JSONValue {
        let base = basePath ?? "/"
        return .object([
            // What else it loaded it finds out itself, unless that is too much to tell.
            ("reload", .boolean(isOther || sheets.count > 1000)),
            ("changed", .array(isOther ? [] : sheets.prefix(1000).sorted().map { .string(base + $0) })),
            ("mistakes", .array(mistakes.map(\.json))), ("isBuilt", .boolean(basePath != nil)),
        ])
    }

    /// The files that may answer to the address of a page.
    private func candidates(for page: String) -> Set<String> {
        guard case .site(let path) = SiteRequest(path: page, basePath: basePath) else {
            // It is none of the site's.
            return Set(files.keys)
        }
        let ways = path.isEmpty || path.hasSuffix("/") ? [path + "index.html"] : [path, path + ".html"]
        return Set(ways + ["404.html"].filter { _ in !ways.contains { files[$0] != nil } })
    }
}

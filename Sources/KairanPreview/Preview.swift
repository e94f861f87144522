package import KairanBuild
internal import KairanContent
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates
internal import Synchronization

/// The files that the preview's server shows, and the pages that are open in browsers.
///
/// There is no folder behind it: in memory nothing has to be written, compared, locked or cleared away. A path is
/// looked up among the outputs, then among the files of others in `public/`, folder by folder and through no symbolic
/// link, so no address can lead out of the site. This takes as much memory as the site has bytes.
///
/// Each path has the number of the build in which it changed last. An open page says which build it comes from and is
/// told what has changed since, so that it misses no change.
package final class Preview: Answering {
    struct State {
        /// The files of the last build without mistakes, by path.
        var files: [String: [UInt8]] = [:]
        var basePath: String?
        /// The last build without mistakes, for the panel; `options` are its options.
        var build: SiteBuild?
        var options: BuildOptions?
        /// The number of the build. It grows by at least two with each build, and also from one run of the server to
        /// the next. The number between two builds is that of open pages which show the later one, but loaded files of
        /// the earlier one.
        var number = millisecondsSince1970()
        /// The number of the build in which each path last changed, came or went.
        var changedIn: [String: Int] = [:]
        /// The number of the build that last changed the base path.
        var movedIn = 0
        var mistakes: [PreviewMistake] = []
        var visitors: [Int: (page: String, continuation: AsyncStream<Void>.Continuation)] = [:]
        var visits = 0
        /// The address of the desk; nil if there is none.
        var desk: String?
        var panel: (number: Int, next: String?)?
        /// The pages that the build under way shows already; nil if there are none.
        var ahead: PagesAhead?
        /// The pages with what is typed and not saved yet.
        var typed = TypedPages()
        /// The servers as a browser behind a proxy gets to them; nil if there is no proxy, or none of them listens yet.
        var forwarded: ForwardedServers?
    }

    /// An address of this computer at which others may see the site too.
    package let outerAddress: String?
    /// It lets those in who come from another computer, or through a proxy; nil if nobody may.
    let outerToken: Token?

    private let state = Mutex(State())

    /// This is true if requests may come through a proxy.
    package let isForwarded: Bool

    package init(at outerAddress: String? = nil, isForwarded: Bool = false) {
        (self.outerAddress, self.isForwarded) = (outerAddress, isForwarded)
        outerToken = outerAddress != nil || isForwarded ? Token() : nil
    }

    func read<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Shows what a build made, and tells all open pages.
    package func show(_ site: RepeatedBuild, of build: SiteBuild, _ options: BuildOptions) {
        // The build before is freed after all pages were told about this one.
        let last = state.withLock { state in
            let last = (state.build, state.files)
            state.files = site.files
            state.number += 2
            let shown = state.settle(site.changed)
            for path in site.changed { state.changedIn[path] = state.number - (shown.contains(path) ? 1 : 0) }
            if let plan = build.result.plan, !build.result.isRepeated {
                let basePath = plan.site.settings.basePath
                if basePath != state.basePath { state.movedIn = state.number }
                (state.build, state.options, state.basePath) = (build, options, basePath)
            }
            state.mistakes = []
            state.typed.forgetForms()
            state.tellAll()
            return last
        }
        withExtendedLifetime(last) {}
    }

    /// Shows mistakes over the pages that were made before.
    package func show(_ mistakes: [PreviewMistake]) {
        state.withLock { state in
            state.mistakes = mistakes
            if state.ahead != nil {
                state.number += 2
                _ = state.settle()
            }
            state.tellAll()
        }
    }

    /// Takes note that entries can be edited at an address, which ends with a slash.
    package func isEdited(at address: String) { state.withLock { $0.desk = address } }

    /// Takes note of how a browser gets to the servers through a proxy.
    package func isReached(through servers: ForwardedServers) { state.withLock { $0.forwarded = servers } }

    package var forwardedServers: ForwardedServers? { state.withLock { $0.forwarded } }

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

    /// Nobody sends bodies to a preview.
    package func bodyLimit(of head: Request) -> Int { 0 }

    package func pingAll() {
        state.withLock { $0.tellAll() }
    }
}

extension Preview.State {
    func tellAll() {
        for visitor in visitors.values { visitor.continuation.yield() }
    }

    /// Returns what a page of an earlier build has to know, and the number of the build that the page will then be at.
    func news(for page: String, since seen: Int) -> (number: Int, JSONValue) {
        let files = candidates(for: page)
        if let ahead, files.contains(where: { ahead.pages[$0] != nil }) {
            // A page that was loaded meanwhile has the number of the build already.
            return (seen == number + 2 ? seen : number + 1, news(isOther: seen <= number, []))
        }
        let changed = changedIn.filter { $0.value > seen }.map(\.key)
        // At the address of the page there may be nothing now, or another page.
        let isOther = movedIn > seen || changed.contains(where: files.contains)
        // The new page shows none of the files that are gone.
        return (number, news(isOther: isOther, changed.filter { !isPage($0) && (!isOther || self.files[$0] != nil) }))
    }

    private func news(isOther: Bool, _ files: [String]) -> JSONValue {
        let base = basePath ?? "/"
        return .object([
            ("reload", .boolean(isOther)),
            // The page itself finds out which of the changed files it has loaded, unless there are too many to tell it.
            ("changed", files.count > 1000 ? .null : .array(files.sorted().map { .string(base + $0) })),
            ("mistakes", .array(mistakes.map(\.json))), ("isBuilt", .boolean(basePath != nil)),
        ])
    }

    /// Returns the paths of files that may be shown at the address of a page.
    private func candidates(for page: String) -> Set<String> {
        guard case .site(let path) = SiteRequest(path: page, basePath: basePath) else {
            // The page is not one of the site, so every file may matter.
            return Set(files.keys)
        }
        let ways = path.isEmpty || path.hasSuffix("/") ? [path + "index.html"] : [path, path + ".html"]
        return Set(ways + ["404.html"].filter { _ in !ways.contains { files[$0] != nil } })
    }
}

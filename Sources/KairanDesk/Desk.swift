package import KairanBuild
internal import KairanFormats
internal import KairanModel
package import KairanPreview
internal import KairanReaders
internal import KairanSystem
internal import Synchronization

/// Answers the page with which people change entries without an editor of texts.
///
/// It has a port of its own, so it is of another origin than the pages of the site: no script of theirs can read or
/// send anything here. A request needs the token that only the terminal shows. Nothing is written except what a form
/// saved.
package final class Desk: Answering {
    struct State {
        var builds: RepeatedBuild
        var options: BuildOptions?
        var built: SiteBuild?
        /// The number of the last build.
        var number = millisecondsSince1970()
        /// The site as the last build found it. It is made when somebody asks.
        var site: DeskSite?
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var watchCount = 0
        /// The last save of each entry, which can be taken back.
        var saves = SavedChanges()
        /// Returns the address of the home of what is published; nil if that is shown nowhere.
        var published: (@Sendable () -> String)?
        var uploads = Uploads()
        /// The texts of the collection that was searched last.
        var searched: SearchedTexts?
        /// The name and e-mail address under which versions are made, if git's settings have none.
        var author: (name: String, email: String)?
        /// The files that were written since the last build read them, by path; nil for a file that was removed.
        var written: [String: [UInt8]?] = [:]
    }

    /// Whoever has it may read and change everything.
    package let token = Token()
    /// The same for those who come from another computer; nil if nobody may.
    package let outerToken: Token?
    private let state: Mutex<State>
    /// Saves come one after the other.
    private let saving = Mutex(())
    let preview: Preview
    private let address: @Sendable () -> String
    private let makeOptions: @Sendable () throws -> BuildOptions

    /// - Parameter preview: The preview that shows the site.
    /// - Parameter address: Returns the address of the site's home in the preview.
    /// - Parameter options: Returns the options of a build at this moment.
    package init(
        beside preview: Preview, at address: @escaping @Sendable () -> String,
        options: @escaping @Sendable () throws -> BuildOptions
    ) {
        (self.preview, self.address, makeOptions) = (preview, address, options)
        outerToken = preview.outerAddress.map { _ in Token() }
        state = Mutex(State(builds: RepeatedBuild(clock: .system)))
    }

    /// The address of the site's home in the preview.
    var home: String { address() }

    /// Takes note of where what is published can be looked at.
    package func shows(published: @escaping @Sendable () -> String) { state.withLock { $0.published = published } }

    /// An address of this computer at which others may come too.
    var outerAddress: String? { preview.outerAddress }

    /// Returns an answer that also lets the browser of another computer see the site.
    func permitting(_ answer: Response) -> Response {
        Response(answer.status, answer.headers + [preview.permission].compactMap(\.self), answer.body)
    }

    /// Returns the options of a build at this moment.
    func optionsNow() throws -> BuildOptions { try makeOptions() }

    func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    func oneAfterTheOther<Result: Sendable>(_ work: () throws -> Result) rethrows -> Result {
        try saving.withLock { _ in try work() }
    }

    /// Takes over what a build found, whether it had mistakes or not.
    package func take(_ built: SiteBuild, by builds: RepeatedBuild, _ options: BuildOptions) {
        state.withLock { state in
            (state.builds, state.options) = (builds, options)
            // A build that began before a file was written does not know it.
            state.written = state.written.filter { path, bytes in
                built.tree.hash(of: path) != bytes.map(ContentHash.init)
                    && bytesOnDisk(located(path, in: options.folder)) == bytes
            }
            (state.built, state.site) = (built, nil)
            state.number += 1
            for watcher in state.watchers.values { watcher.yield() }
        }
    }

    /// Takes over files that were written, and the site with them, until a build has read them.
    func take(_ trial: FileTrial) {
        state.withLock { state in
            state.written.merge(trial.files) { $1 }
            for path in trial.files.keys { state.uploads.remove(path) }
            (state.built, state.site) = (trial.built, nil)
            state.number += 1
            for watcher in state.watchers.values { watcher.yield() }
        }
    }

    /// Takes over what builds have prepared for those that follow, so that trials need not do it again.
    package func take(_ prepared: RepeatedBuild) { state.withLock { $0.builds = prepared } }

    package func pingAll() {
        state.withLock { state in for watcher in state.watchers.values { watcher.yield() } }
    }

    /// Sends the number of each build.
    var events: EventStream {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watcher = state.withLock { state in
            state.watchCount += 1
            state.watchers[state.watchCount] = continuation
            return state.watchCount
        }
        continuation.onTermination = { [self] _ in state.withLock { $0.watchers[watcher] = nil } }
        continuation.yield()
        return EventStream { send in
            var last = 0
            for await _ in stream {
                let number = self.withState { $0.number }
                guard number != last else {
                    try await send(EventStream.ping)
                    continue
                }
                last = number
                try await send(Array("event: build\ndata: \(number)\n\n".utf8))
            }
        }
    }
}

private func bytesOnDisk(_ path: String) -> [UInt8]? {
    do { return try workingFolder.readGivenFile(path) } catch { return nil }
}

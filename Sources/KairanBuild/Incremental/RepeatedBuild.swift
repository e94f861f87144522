internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
package import KairanSystem
internal import KairanTemplates
internal import Synchronization

/// Builds a site again and again, in memory only. Each build takes over what the one before made.
///
/// Revisions, contracts and agreements depend on what is published, as in every build.
///
/// This is how `kairan serve` builds. The files of the last good build and its store are in memory, and the next build
/// takes them over as if all of them were published. `SourceWatch` says which files were touched, so that only those
/// are read; if it saw a folder or an unknown file, all files are looked at. The site also changes without any saved
/// file, when a window opens, a day begins, or a moment comes that `now` is compared with: `nextChange` says when the
/// next build is due.
///
/// The store for the next build is made once nobody has saved for a moment (`prepareNext`), so that the browser has the
/// processors to itself.
///
/// The last trial is remembered by all copies. Whoever saves what was checked a moment ago tries the same again, and the
/// build after it finds the same sources: both take over what the trial made.
package struct RepeatedBuild: Sendable {
    /// The files that the last build without errors made, by path.
    package private(set) var files: [String: [UInt8]] = [:]
    /// The paths of the files that the last build added, changed or removed.
    package private(set) var changed: [String] = []
    private var good: SiteBuild?
    /// The last good build.
    private var earlier: EarlierBuild?
    private var tree: SourceTree?
    /// The next moment at which a window or the day makes a difference, in seconds since 1970; nil if there is none.
    package private(set) var nextChange: Int?

    /// The number of builds that made something new, by which a trial knows what it began with.
    private var number = 0
    private let trials = Trials()

    private let clock: FileClock

    package init(clock: FileClock) { self.clock = clock }

    /// Throws `OptionError` and `ReadError`.
    package mutating func build(
        _ options: BuildOptions, after changes: SourceWatch.Changes, seen: SeenPages? = nil,
        progress: @escaping (BuildStage) -> Void = { _ in }
    ) throws -> SiteBuild {
        try settling(changes) { builds, changes throws in
            let tree = try builds.readTree(options, changes)
            if let trial = try builds.knownTrial(of: tree, options) { return builds.take(trial, tree.value) }
            builds.prepareNext()
            return try builds.build(options, tree, seen, progress)
        }
    }

    /// Builds the site as it would be with other bytes in some of its files, and keeps nothing of it.
    ///
    /// Throws `OptionError` and `ReadError`.
    ///
    /// - Parameter wished: The bytes by path; nil for a file that is to go.
    package func trying(_ wished: [String: [UInt8]?], _ options: BuildOptions) throws -> SiteBuild {
        var trial = self
        // Each trial keeps all processors busy, and another one may be for the same.
        return try trials.turn.withLock { _ in
            try trial.settling(.files([])) { trial, changes throws in
                var read = try trial.readTree(options, changes)
                read.value = read.value.replacing(wished)
                read.diagnostics.removeAll { wished.keys.contains($0.span.path) }
                if let known = try trial.knownTrial(of: read, options) { return known.build }
                trial.prepareNext()
                return try trial.build(options, read, nil, isTrial: true) { _ in }
            }
        }
    }

    /// Builds, and reads everything for another build if a source changed during one. Where some program writes without
    /// end, that is told after a few builds.
    private mutating func settling(
        _ changes: SourceWatch.Changes, _ make: (inout Self, SourceWatch.Changes) throws -> SiteBuild
    ) throws -> SiteBuild {
        var changes = changes
        for _ in 1...3 {
            do {
                return try make(&self, changes)
            } catch let error as ReadError where error.isLate {
                (earlier, tree, changes) = (nil, nil, .everything)
            }
        }
        return try make(&self, changes)
    }

    private mutating func readTree(
        _ options: BuildOptions, _ changes: SourceWatch.Changes
    ) throws(ReadError) -> Diagnosed<SourceTree> {
        let now = clock.now()
        if case .files(let paths) = changes, let tree = try tree?.rereading(paths, in: options.folder, readAt: now) {
            self.tree = tree
            return Diagnosed(tree)
        }
        let read = try readSourceTree(options.folder, known: tree?.known ?? [], readAt: now)
        // A tree with mistakes is not kept: only a look at all files finds mistakes in the files themselves.
        tree = read.diagnostics.isEmpty ? read.value : nil
        return read
    }

    private mutating func build(
        _ options: BuildOptions, _ tree: Diagnosed<SourceTree>, _ seen: SeenPages?, isTrial: Bool = false,
        _ progress: @escaping (BuildStage) -> Void
    ) throws -> SiteBuild {
        let options = options.publishingNothing
        let published = Concurrent(isUrgent: true) { LookBack(options) }
        var result = try KairanBuild.build(
            tree.value, options, after: earlier, published: published.value,
            pictureCache: PictureCache(in: options.workFolder), seen: seen, progress: progress)
        result.add(tree.diagnostics)
        changed = []
        let build = SiteBuild(tree: tree.value, result: result, earlier: earlier)
        guard !result.diagnostics.hasErrors else { return build }
        let begin = number
        take(result)
        guard !result.isRepeated else { return build }
        good = build
        number += 1
        let trial = Trial(
            number: begin, options: options, published: published.value.seen, files: files, changed: changed,
            build: build)
        trials.last.withLock { $0 = isTrial ? trial : nil }
        return build
    }

    /// Returns the last trial if it began with the same build, and trying or building these sources now would give the
    /// same.
    private func knownTrial(of tree: Diagnosed<SourceTree>, _ options: BuildOptions) throws(OptionError) -> Trial? {
        guard let trial = trials.last.withLock(\.self), trial.number == number, tree.diagnostics.isEmpty,
            trial.isOf(tree.value, options.publishingNothing), let settings = trial.build.result.settings
        else { return nil }
        let moment = try options.moment(for: settings).epochSeconds
        guard trial.build.result.steady.contains(moment) else { return nil }
        return trial.isAfter(LookBack(options.publishingNothing).seen) ? trial : nil
    }

    private mutating func take(_ trial: Trial, _ tree: SourceTree) -> SiteBuild {
        trials.last.withLock { $0 = nil }
        let build = SiteBuild(tree: tree, result: trial.build.result, earlier: trial.build.earlier)
        (files, changed, good) = (trial.files, trial.changed, build)
        number += 1
        return build
    }

    private mutating func take(_ result: BuildResult) {
        for file in result.files where files[file.path] != file.bytes {
            files[file.path] = file.bytes
            changed.append(file.path)
        }
        guard files.count > result.files.count + result.kept.count else { return }
        let all = Set(result.files.map(\.path) + result.kept.map(\.path))
        for path in files.keys where !all.contains(path) {
            files[path] = nil
            changed.append(path)
        }
    }

    /// Puts together what the next build takes over. This takes as long as a small build, so it can wait until a
    /// browser has shown what was made; the next build needs it at the latest.
    ///
    /// - Returns: Whether there was something to put together.
    @discardableResult
    package mutating func prepareNext() -> Bool {
        guard let good, let store = good.result.store.flatMap({ BuildStore($0()) }) else { return false }
        _ = store.details.value
        earlier = EarlierBuild(assumingAllOf: store, good.result.plan) { [files] in files[$0] }
        let next = store.head.nextChange
        nextChange = good.result.momentIsPinned || next == .max ? nil : next
        self.good = nil
        return true
    }
}

/// The memory of what was tried last.
private final class Trials: Sendable {
    /// One trial comes after the other.
    let turn = Mutex(())
    /// The last trial without mistakes, until a build has made something else.
    let last = Mutex<Trial?>(nil)
}

/// A build that nobody has saved yet, and what a `RepeatedBuild` would hold after it.
private struct Trial: Sendable {
    /// The number of the build that it began with.
    let number: Int
    let options: BuildOptions
    let published: SeenPublications
    let files: [String: [UInt8]]
    let changed: [String]
    let build: SiteBuild

    /// Tells whether it was made of the same sources and options; the moment may be another one.
    func isOf(_ tree: SourceTree, _ options: BuildOptions) -> Bool {
        var atThisMoment = options
        atThisMoment.clock = self.options.clock
        return atThisMoment == self.options && build.tree.failure === tree.failure && tree.lateFailure == nil
            && build.tree.known.elementsEqual(tree.known) { $0.holdsSame(as: $1) }
    }

    /// Tells whether nothing was published or committed since it was made.
    func isAfter(_ now: SeenPublications) -> Bool {
        published.publications == now.publications && published.repository == now.repository
    }
}

extension BuildOptions {
    /// The options of a build that is not published, so that nothing can be lost by it.
    fileprivate var publishingNothing: BuildOptions {
        var options = self
        options.isFirstPublication = true
        return options
    }
}

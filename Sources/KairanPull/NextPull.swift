package import KairanBuild
internal import KairanContent
package import KairanModel
internal import KairanReaders

/// The time at which a collection should be pulled next.
package struct NextPull: Sendable {
    package var collection: String
    /// The moment; nil if it was never pulled.
    package var due: DateTime?
    /// Tells whether the moment has come.
    package var isDue: Bool
    /// The minutes from one pull to the next.
    package var minutes: Int
}

/// The time from one pull to the next if a source does not say it: a day, in minutes.
private let usualInterval = 24 * 60

/// Returns when each collection with a source should be pulled, sorted by name. A site's own moment does not count, since
/// sources go on.
///
/// Throws `OptionError`.
package func nextPulls(of tree: SourceTree, _ options: BuildOptions) throws -> [NextPull] {
    let declarations = readDeclarations(tree.files).value
    let zone = declarations.settings.timeZone
    let now =
        options.moment == nil
        ? zone.dateTime(epochSeconds: options.clock) : try options.moment(for: declarations.settings)
    let asked = AskedTimes(of: options.folder)
    return declarations.collections.compactMap { declaration in
        guard let source = declaration.source else { return nil }
        let lock = tree.files.first { $0.path == declaration.lockPath }.flatMap(PullLock.init)
        let interval = source.every ?? MinuteDuration(minutes: usualInterval)
        let times = [lock?.time, asked.moment(of: declaration.name, at: source.url)].compactMap(\.self)
        // Somebody else may have pulled since, and committed it.
        let last = times.compactMap { moment($0, in: zone)?.epochSeconds }.max()
        let due = last.map { zone.dateTime(epochSeconds: $0 + interval.minutes * 60) }
        return NextPull(
            collection: declaration.name, due: due, isDue: due.map { $0 <= now } ?? true, minutes: interval.minutes)
    }
}

internal import KairanContent
package import KairanModel
internal import KairanPublish
internal import KairanSystem

/// A moment from which on a build makes, or may make, other outputs than before, although nobody changed a source.
package struct NextChange: Sendable {
    package enum Kind: String, Sendable { case added, changed, removed }

    /// The moment, in the site's time zone.
    package var moment: DateTime
    /// This is true if nothing changes before the moment, and nobody looked whether anything does then.
    package var isEarliest = false
    /// The outputs that change, sorted by path.
    package var outputs: [(path: String, kind: Kind)] = []
    /// The mistakes that the site would have from then on, so that nothing could be published any more.
    package var mistakes: [Diagnostic] = []
}

private let (nextName, nextMark) = ("next", "kairan next 4\n")

extension Publisher {
    /// Returns the next change after the build that was just published, from the work folder if it is known already.
    /// Returns nil if there is none. On a large site it may only be the earliest moment of a change.
    package borrowing func nextChange(after build: SiteBuild, _ options: BuildOptions) -> NextChange? {
        if let bytes = readWorkFile(nextName) {
            let known = undamaged { () throws(DamagedBytes) in [try NextChange.read(bytes)] }
            if let known { return known[0] }
        }
        let change: NextChange?
        do {
            change = try nextChanges(after: build, options, count: 1, effort: 200, isPublished: true).first
        } catch {
            // A source changed meanwhile; the next build will notice. What is published stands.
            return nil
        }
        if change?.mistakes.isEmpty != false {
            writeWorkFile(nextName, sealed(nextMark, [NextChange.bytes(change)[...]]))
        }
        return change
    }

    /// Forgets the next change, since something else is about to be published.
    borrowing func forgetNextChange() {
        if let next = path(inWorkFolder: nextName) { workingFolder.discardFile(next) }
    }
}

extension NextChange {
    fileprivate static func bytes(_ change: NextChange?) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(change != nil)
        guard let change else { return writer.bytes }
        for number in [change.moment.epochSeconds, change.moment.offset] { writer.write(number) }
        writer.write(change.isEarliest)
        writer.write(change.outputs) { writer, output in
            writer.write(output.path)
            writer.write(output.kind.rawValue)
        }
        return writer.bytes
    }

    /// Reads the bytes that `bytes` wrote.
    fileprivate static func read(_ bytes: [UInt8]) throws(DamagedBytes) -> NextChange? {
        guard var reader = unsealed(nextMark, bytes)?.first else { throw DamagedBytes() }
        guard try reader.readFlag() else { return nil }
        let (seconds, offset) = (try reader.readInt(), try reader.readInt())
        let day = Int((Double(seconds + offset) / 86_400).rounded(.down))
        let moment = DateTime(
            date: LocalDate(daysSinceEpoch: day),
            time: LocalTime(secondsSinceMidnight: seconds + offset - day * 86_400), offset: offset)
        let isEarliest = try reader.readFlag()
        let outputs = try reader.readList { (reader) throws(DamagedBytes) in
            let path = try reader.readText()
            guard let kind = Kind(rawValue: try reader.readText()) else { throw DamagedBytes() }
            return (path: path, kind: kind)
        }
        return NextChange(moment: moment, isEarliest: isEarliest, outputs: outputs)
    }
}

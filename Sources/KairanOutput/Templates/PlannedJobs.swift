internal import KairanContent
package import KairanModel

/// The jobs of an earlier plan of the same templates, and what finding them out depended on.
package struct PlannedJobs: Sendable {
    package private(set) var jobs: [OutputJob] = []
    /// For each template, the range of its jobs.
    private(set) var ranges: [Range<Int>] = []
    /// For each template; nil for one whose jobs have to be found out again.
    private(set) var reads: [Reads?] = []

    /// - Parameter count: About how many jobs will be added.
    package init(count: Int) { jobs.reserveCapacity(count) }

    init(jobs: [OutputJob], ranges: [Range<Int>], reads: [Reads]) {
        (self.jobs, self.ranges, self.reads) = (jobs, ranges, reads)
    }
}

extension OutputPlan {
    /// What a later plan may take over.
    package var plannedJobs: PlannedJobs { PlannedJobs(jobs: jobs, ranges: jobRanges, reads: reads) }

    /// The bytes that `PlannedJobs.add` reads; nil where the jobs have to be found out again each time.
    ///
    /// - Parameter positions: Of the output of each of the plan's jobs among all outputs.
    package func bytes(ofJobsOf template: Int, _ positions: [Int]) -> [UInt8]? {
        guard !templates.templates[template].makesParts else { return nil }
        var (writer, elements) = (ByteWriter(), ByteWriter())
        writer.write(part: reads[template].bytes)
        let range = jobRanges[template]
        writer.write(range.count)
        var count = 0
        for position in range {
            writer.write(positions[position])
            switch jobs[position].item {
            case .once: continue
            case .entry(let entry, _, _): guard elements.write(entry) else { return nil }
            case .page(_, let entries): guard entries.allSatisfy({ elements.write($0) }) else { return nil }
            case .group, .part, .nearest: return nil
            }
            count += jobs[position].item.count
        }
        writer.write(count)
        writer.write(raw: elements.bytes)
        return writer.bytes
    }
}

extension PlannedJobs {
    /// Adds the jobs of the next template.
    ///
    /// - Parameter bytes: Nil where they have to be found out again.
    /// - Parameter path: Of the output at a position.
    /// - Parameter contains: Whether there is such an entry.
    /// - Returns: For each job the position of its output.
    package mutating func add(
        _ template: Template, _ bytes: ByteReader?, path: (Int) -> String?,
        contains: (EntryReference) -> Bool
    ) throws(DamagedBytes) -> [Int] {
        let start = jobs.count
        guard var reader = bytes else {
            ranges.append(start..<start)
            reads.append(nil)
            return []
        }
        var own = ByteReader(reader.bytes, in: try reader.readPart())
        let reads = try Reads(reading: &own)
        let positions = try reader.readList { (reader) throws(DamagedBytes) in try reader.readInt() }
        let elements = try reader.readList { (reader) throws(DamagedBytes) in try reader.readElement() }
        let areThere = elements.allSatisfy { if case .entry(let entry) = $0 { contains(entry) } else { true } }
        let iteration = template.iteration
        guard areThere, iteration.itemCount(ofElements: elements.count) == positions.count else { throw DamagedBytes() }
        for (index, position) in positions.enumerated() {
            guard let path = path(position) else { throw DamagedBytes() }
            jobs.append(OutputJob(template: ranges.count, item: iteration.item(index, of: elements), path: path))
        }
        ranges.append(start..<jobs.count)
        self.reads.append(reads)
        return positions
    }
}

extension OutputJob.Item {
    /// How many of the elements that its template's `for` chose.
    fileprivate var count: Int { if case .page(_, let entries) = self { entries.count } else { 1 } }
}

extension ByteWriter {
    /// False for a value that only its type tells.
    fileprivate mutating func write(_ element: Value) -> Bool {
        switch element {
        case .entry(let entry):
            write(entry.collection)
            write(entry.index)
        case .date(let date):
            write(-1)
            write(date.daysSinceEpoch)
        default: return false
        }
        return true
    }
}

extension ByteReader {
    fileprivate mutating func readElement() throws(DamagedBytes) -> Value {
        let (collection, number) = (try readInt(), try readInt())
        return collection < 0
            ? .date(LocalDate(daysSinceEpoch: number))
            : .entry(EntryReference(collection: collection, index: number))
    }
}

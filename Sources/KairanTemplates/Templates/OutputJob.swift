package import KairanFormats
package import KairanModel
internal import KairanQueries

/// A file to be made by a template from one of its items.
package struct OutputJob: Sendable, Equatable {
    package var template: Int
    package var item: Item
    package var path: String

    package enum Item: Sendable, Equatable {
        case once
        case entry(Value, previous: Value?, next: Value?)
        /// A record of `Schema.groupType`.
        case group(Value)
        /// `number` starts at 1.
        case page(number: Int, entries: [Value])
        /// A file of a search.
        case part(SearchPart)
        case nearest(NearestFile)
    }
}

extension Iteration {
    /// Returns how many outputs are made of this many chosen elements. For iterations that make groups, that is 0.
    func itemCount(ofElements count: Int) -> Int {
        switch self {
        case .once: 1
        case .entries: count
        case .pages(_, let size, _): max(1, (count + size - 1) / size)
        case .values, .combinations: 0
        }
    }

    /// Returns the item that one of these outputs is made of.
    func item(_ index: Int, of elements: [Value]) -> OutputJob.Item {
        switch self {
        case .once, .values, .combinations: .once
        case .entries:
            .entry(
                elements[index], previous: index > 0 ? elements[index - 1] : nil,
                next: index + 1 < elements.count ? elements[index + 1] : nil)
        case .pages(_, let size, _):
            .page(number: index + 1, entries: Array(elements.dropFirst(index * size).prefix(size)))
        }
    }
}

extension OutputPlan {
    /// Returns the name of an output for messages, with the entry that it is made of.
    package func named(_ job: OutputJob) -> String {
        guard case .entry(.entry(let entry), _, _) = job.item else { return "'\(job.path)'" }
        return "'\(job.path)' of \(site.content[entry].span.path)"
    }
}

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
        case entry(Value, previous: Neighbour?, next: Neighbour?)
        /// A record of `Schema.groupType`.
        case group(Value)
        /// `number` starts at 1.
        case page(number: Int, entries: [Value])
        /// A file of a search.
        case part(SearchPart)
        case nearest(NearestFile)
    }
}

/// The entry before or after the one of a job.
package struct Neighbour: Sendable, Equatable {
    package var entry: Value
    /// The number of jobs from the entry's own to that of its neighbour, which is negative for the one before.
    var distance: Int
}

extension OutputPlan {
    /// Returns the name of an output for messages, with the entry that it is made of.
    package func named(_ job: OutputJob) -> String {
        guard case .entry(.entry(let entry), _, _) = job.item else { return "'\(job.path)'" }
        return "'\(job.path)' of \(site.content[entry].span.path)"
    }
}

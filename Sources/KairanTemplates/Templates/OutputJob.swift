package import KairanFormats
package import KairanModel
internal import KairanQueries

/// A file to be made by a template from one of its items. It is an object because long lists of them are copied.
package final class OutputJob: Sendable, Equatable {
    package let template: Int
    package let item: Item
    package let path: String
    /// The fact that the file exists: see `LinkFacts`.
    package let fact: UInt64

    init(template: Int, item: Item, path: String) {
        (self.template, self.item, self.path) = (template, item, path)
        fact = LinkFacts.fact(ofPath: path)
    }

    package static func == (left: OutputJob, right: OutputJob) -> Bool {
        left === right || (left.template, left.path) == (right.template, right.path) && left.item == right.item
    }

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

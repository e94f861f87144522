internal import KairanQueries

extension ShapeReader {
    /// A query for entries, and how it shows them.
    struct ListedQuery {
        enum Form { case inOrder, grouped, only }

        var query: Query
        var collection: String
        var form: Form
        /// The number of frames around it.
        var depth: Int
    }
}

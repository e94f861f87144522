internal import KairanModel
internal import KairanReaders

/// A JSON file of the folder.
struct AdoptedDocument {
    /// The path in the folder.
    var path: String
    /// The path of its output.
    var output: String
    var root: SourceNode
    var bytes: [UInt8]
    /// The first part of the path if it is a version; otherwise empty.
    var version: String
    /// The path without version and extension, and without `index` at its end.
    var subject: String
    /// Why it cannot be published although it is JSON; nil if it can.
    var obstacle: String?
}

/// The skeleton of a shape, whose parts stand in tables.
indirect enum ShapeSketch {
    case object([(key: String, value: ShapeSketch)])
    /// All rows of a view: a list, an object of rows, or the only one.
    case rows(table: Int, view: Int, Form)
    /// A member of the only row of a table, which stands around it.
    case member(table: Int, view: Int, member: Int)
    case literal(SourceNode)
    case count(table: Int, view: Int)

    enum Form { case each, keyed }
}

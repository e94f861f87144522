package import KairanFormats

/// The schema of the index of nearest cells.
package let nearestIndexSchema: ValueSchema = {
    let members = ["format", "count", "most"].map { ValueSchema.Property($0, .integer(from: 1, .int32)) }
    return ValueSchema(.object(members + [.init("tree", .text)]))
}()

internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension ShapeReader {
    /// Reads the file of an entry, of which its template makes one for each entry of a query.
    mutating func read(
        _ shape: Shape, ofEntry id: String, _ query: Query, at template: SourceNode, _ json: SourceNode?
    ) {
        frames = [Frame(isElement: false)]
        let place = Place(template: template, json: json)
        list(query, place, .only) { reader in
            let (outer, count) = (reader.frames, reader.diagnostics.count)
            // In such a template the entry comes before the names of the site.
            reader.frames = [Frame(isOnly: true), Frame(isElement: false)]
            reader.isInRow = true
            let node = SourceNode(.scalar(id, .string), span: json?.span ?? template.span)
            reader.frames[0].told.add(node, at: [.id], from: template.span)
            reader.read(shape, place)
            var told = reader.frames[0].told
            told.isWhole = reader.diagnostics.count == count
            reader.frames = outer
            reader.isInRow = false
            reader.add(told, query, place)
        }
    }
}

internal import KairanModel

struct TOMLKey {
    var text: String
    var span: SourceSpan
    /// The offset of its first byte.
    var start: Int
}

/// The `[…]` or `[[…]]` that opens a table.
struct TOMLHeader {
    var span: SourceSpan
    var range: Range<Int>
}

/// The tables of a document while it is read. A header may come back to any of them.
struct TOMLTables {
    private enum Item {
        case value(SourceNode)
        case table(Int)
        case array([Int])
    }

    private struct Table {
        var span: SourceSpan
        /// See `SourceNode.range`.
        var range: Range<Int>
        var members: [(key: TOMLKey, item: Item)] = []
        var positions: [[UInt8]: Int] = [:]
        /// This is true if a header has named the table, or dotted keys of an earlier section have made it.
        var isClosed = false

        subscript(key: TOMLKey) -> (position: Int, item: Item)? {
            positions[Array(key.text.utf8)].map { ($0, members[$0].item) }
        }

        /// Returns false if there is no array.
        mutating func append(_ element: Int, toArrayAt position: Int) -> Bool {
            guard case .array(var elements) = members[position].item else { return false }
            // The array is now held only once, so it is not copied for each new element.
            members[position].item = .array([])
            elements.append(element)
            members[position].item = .array(elements)
            return true
        }

        mutating func append(_ key: TOMLKey, _ item: Item) {
            positions[Array(key.text.utf8)] = members.count
            members.append((key, item))
        }
    }

    private var tables: [Table]

    init(rootSpan: SourceSpan, at start: Int) { tables = [Table(span: rootSpan, range: start..<start)] }

    mutating func close(_ table: Int) { tables[table].isClosed = true }

    /// Makes a table that nothing names, for the lines below a header that clashes.
    mutating func makeUnreachable(_ span: SourceSpan, _ range: Range<Int>) -> Int {
        tables.append(Table(span: span, range: range))
        return tables.count - 1
    }

    /// Returns the table that the header `[keys]` opens.
    mutating func open(_ keys: [TOMLKey], _ header: TOMLHeader) -> Result<Int, TOMLClash> {
        var table = 0
        for key in keys.dropLast() {
            switch step(from: table, key) {
            case .success(let next): table = next
            case .failure(let clash): return .failure(clash)
            }
        }
        guard let last = keys.last else { return .success(table) }
        switch tables[table][last] {
        case nil:
            let made = add(last, to: table, header.span, header.range)
            tables[made].isClosed = true
            return .success(made)
        case (_, .table(let known))? where !tables[known].isClosed:
            tables[known].isClosed = true
            tables[known].span = header.span
            tables[known].range = header.range
            return .success(known)
        case (let position, _)?: return .failure(clash(last, table, position))
        }
    }

    /// Returns the table that the header `[[keys]]` adds.
    mutating func appendElement(at keys: [TOMLKey], _ header: TOMLHeader) -> Result<Int, TOMLClash> {
        var table = 0
        for key in keys.dropLast() {
            switch step(from: table, key) {
            case .success(let next): table = next
            case .failure(let clash): return .failure(clash)
            }
        }
        guard let last = keys.last else { return .success(table) }
        let element = makeUnreachable(header.span, header.range)
        switch tables[table][last] {
        case nil: tables[table].append(last, .array([element]))
        case (let position, _)?:
            if !tables[table].append(element, toArrayAt: position) { return .failure(clash(last, table, position)) }
        }
        return .success(element)
    }

    /// Sets `keys` in a table, and returns the tables that the dots go through.
    mutating func insert(_ value: SourceNode, at keys: [TOMLKey], in start: Int) -> Result<[Int], TOMLClash> {
        var table = start
        var path: [Int] = []
        for key in keys.dropLast() {
            switch tables[table][key] {
            case nil:
                table = add(
                    key, to: table, key.span.advanced(byColumns: 0, length: 1), key.start..<value.range.upperBound)
            case (_, .table(let next))? where !tables[next].isClosed: table = next
            case (let position, _)?: return .failure(clash(key, table, position))
            }
            path.append(table)
        }
        guard let last = keys.last else { return .success(path) }
        if let (position, _) = tables[table][last] { return .failure(clash(last, table, position)) }
        tables[table].append(last, .value(value))
        for table in [start] + path {
            tables[table].range = tables[table].range.lowerBound..<value.range.upperBound
        }
        return .success(path)
    }

    /// Takes one step of a header's path: into a table, or into the last element of an array of tables.
    private mutating func step(from table: Int, _ key: TOMLKey) -> Result<Int, TOMLClash> {
        switch tables[table][key] {
        case nil:
            .success(
                add(key, to: table, key.span.advanced(byColumns: 0, length: 1), key.start..<key.start))
        case (_, .table(let next))?: .success(next)
        case (let position, .array(let elements))?:
            elements.last.map { .success($0) } ?? .failure(clash(key, table, position))
        case (let position, .value)?: .failure(clash(key, table, position))
        }
    }

    private mutating func add(
        _ key: TOMLKey, to table: Int, _ span: SourceSpan, _ range: Range<Int>
    ) -> Int {
        let made = makeUnreachable(span, range)
        tables[table].append(key, .table(made))
        return made
    }

    private func clash(_ key: TOMLKey, _ table: Int, _ position: Int) -> TOMLClash {
        TOMLClash(key: key, firstLine: tables[table].members[position].key.span.line)
    }

    func node(ofTable table: Int, depth: Int) throws(TOMLMistake) -> SourceNode {
        guard depth <= maximumTOMLDepth else {
            throw TOMLMistake(diagnostic: tooDeep(tables[table].span))
        }
        var members: [SourceNode.Member] = []
        members.reserveCapacity(tables[table].members.count)
        for (key, item) in tables[table].members {
            let value = try node(of: item, at: key.span, depth: depth + 1)
            members.append(SourceNode.Member(key: key.text, keySpan: key.span, value: value))
        }
        return SourceNode(.mapping(members), span: tables[table].span, range: tables[table].range)
    }

    private func node(of item: Item, at span: SourceSpan, depth: Int) throws(TOMLMistake) -> SourceNode {
        switch item {
        case .value(let node): return node
        case .table(let table): return try node(ofTable: table, depth: depth)
        case .array(let elements):
            var nodes: [SourceNode] = []
            for element in elements { nodes.append(try node(ofTable: element, depth: depth + 1)) }
            return SourceNode(
                .sequence(nodes), span: nodes.first?.span ?? span,
                range: (nodes.first?.range.lowerBound ?? 0)..<(nodes.last?.range.upperBound ?? 0))
        }
    }
}

/// The largest depth, to which headers, dots and inline values each count. It stays below what a small stack can take.
let maximumTOMLDepth = 40

func tooDeep(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
        .error, .tomlDepth, "nested more than \(maximumTOMLDepth) levels deep", at: span, help: "use fewer levels")
}

/// The keys of one mapping and the lines they stand on; linear while there are few, as there nearly always are.
struct SeenKeys {
    private var few: [(key: String, line: Int)] = []
    private var many: [String: Int] = [:]

    /// The line of the first use of `key`, or nil when this is the first.
    mutating func insert(_ key: String, line: Int) -> Int? {
        if few.count < 12 {
            if let first = few.first(where: { $0.key == key }) { return first.line }
            few.append((key, line))
            if few.count == 12 { many = Dictionary(uniqueKeysWithValues: few.map { ($0.key, $0.line) }) }
            return nil
        }
        if let first = many[key] { return first }
        many[key] = line
        return nil
    }
}

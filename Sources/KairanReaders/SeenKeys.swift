/// The keys of one mapping and their lines. The search is linear while there are few keys, as there nearly always are.
///
/// Two keys are the same if their bytes are: `が` as one scalar and as two scalars are two keys.
struct SeenKeys {
    private var few: [(key: String, line: Int)] = []
    private var many: [[UInt8]: Int] = [:]

    /// Adds a key. Returns the line of its first use, or nil if this is the first.
    mutating func insert(_ key: String, line: Int) -> Int? {
        guard many.isEmpty else {
            let bytes = Array(key.utf8)
            if let first = many[bytes] { return first }
            many[bytes] = line
            return nil
        }
        if let first = few.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return first.line }
        few.append((key, line))
        if few.count == 40 {
            many = Dictionary(few.map { (Array($0.key.utf8), $0.line) }, uniquingKeysWith: { first, _ in first })
        }
        return nil
    }
}

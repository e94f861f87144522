internal import KairanContent
internal import KairanModel

// Keys are sorted from the last to the first, because each pass keeps the order of equal elements.
extension Evaluator {
    /// Returns the order of a collection that is sorted only by fields of its own, which all queries share.
    func sharedOrder(_ keys: [SortKey], _ source: QueryElements, _ frames: Frames) -> [Int]? {
        var order: [Columns.OrderKey] = []
        for key in keys {
            guard let name = columnName(key.path, source, frames) else { return nil }
            order.append(
                Columns.OrderKey(
                    column: name, isDescending: key.isDescending, locale: key.isText ? localePosition : nil))
        }
        guard !order.isEmpty else { return nil }
        let isBefore = { (left: Int, right: Int) in
            for key in keys {
                let values = values(at: key.path, of: [left, right], source, frames)
                let texts = key.isText ? values.map(textKey) : nil
                if let isBefore = key.isBefore(values[0], values[1], texts?[0], texts?[1]) { return isBefore }
            }
            return left < right
        }
        return site.columns.positions(inOrder: order, isBefore: isBefore) {
            var positions = Array(0..<source.count)
            sort(&positions, by: keys, source, frames)
            return positions
        }
    }

    func sort(_ positions: inout [Int], by keys: [SortKey], _ source: QueryElements, _ frames: Frames) {
        for key in keys.reversed() {
            // The numbers of texts have no order, so no column is made of them here.
            if let name = columnName(key.path, source, frames), ValueNumbers(key.path.type, site)?.areOrdered == true,
                let column = site.columns.column(name, site)
            {
                sort(&positions, by: column, isDescending: key.isDescending)
            } else {
                sort(&positions, byValues: key, source, frames)
            }
        }
    }

    private func sort(_ positions: inout [Int], by column: Column, isDescending: Bool) {
        let rows = positions.indices.map { index in
            let number = column.numbers[positions[index]]
            // An element without a value comes last in both directions.
            let key = number == ValueNumbers.missing ? Int.max : isDescending ? ~number : number
            return (key: key, index: index)
        }
        positions = rows.sorted { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
            .map { positions[$0.index] }
    }

    private func sort(
        _ positions: inout [Int], byValues key: SortKey, _ source: QueryElements, _ frames: Frames
    ) {
        let values = values(at: key.path, of: positions, source, frames)
        let texts = key.isText ? values.map(textKey) : nil
        positions = positions.indices.sorted {
            key.isBefore(values[$0], values[$1], texts?[$0], texts?[$1]) ?? ($0 < $1)
        }.map { positions[$0] }
    }

    /// Returns the place of a text in the order of the output's language.
    private func textKey(_ value: Value) -> [UInt64] { TextOrder.of(locale.code).key(plainText(value)) }
}

extension SortKey {
    /// Tells whether a value comes before another one; nil if the key does not decide. A missing value comes last.
    ///
    /// - Parameters leftText, rightText: The places of texts in the order of their language; nil if that is not asked for.
    fileprivate func isBefore(
        _ left: Value, _ right: Value, _ leftText: [UInt64]?, _ rightText: [UInt64]?
    ) -> Bool? {
        if left.isMissing != right.isMissing { return right.isMissing }
        if let leftText, let rightText {
            return leftText == rightText ? nil : leftText.lexicographicallyPrecedes(rightText) != isDescending
        }
        let order = compare(left, right)
        return order == 0 ? nil : (order > 0) == isDescending
    }
}

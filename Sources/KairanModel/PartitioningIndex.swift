extension RandomAccessCollection {
    /// The index of the first element that belongs to the second part, of elements that are sorted into two; the end if
    /// none does. Found by halves: lists here may have tens of thousands.
    @inlinable
    package func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if belongsToSecond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

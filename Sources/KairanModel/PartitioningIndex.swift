extension RandomAccessCollection {
    /// Returns the index of the first element that belongs to the second part, or the end if none does. The elements
    /// are sorted into two parts. The search halves the list each time, since lists here may have tens of thousands of
    /// elements.
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

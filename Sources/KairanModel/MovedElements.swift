extension Array {
    /// Moves the elements of another array to the end of this one. `+=` would copy them, and so count the references in
    /// each, which takes long once thousands of elements are not in the processor's cache any more.
    @inlinable
    package mutating func append(moving other: inout [Element]) {
        var (low, high) = (count, count + other.count - 1)
        // Only the last element of an array can be taken out of it without a copy.
        while let element = other.popLast() { append(element) }
        while low < high {
            swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}

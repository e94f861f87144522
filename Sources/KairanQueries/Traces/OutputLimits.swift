/// The limits beyond which an output is a mistake of its template, such as a list of all days for each day. They are far
/// beyond what a site of a million entries needs.
package struct OutputLimits: Sendable {
    /// The largest size of an output, in bytes. No browser can hold a longer text.
    package var bytes: Int
    /// The largest number of elements that one output may go through: twenty for each of a million entries.
    package var elements: Int

    /// The largest number of files of one template: two for each of a million entries.
    package static let files = 2_000_000

    package init(bytes: Int = 512 << 20, elements: Int = 20_000_000) {
        (self.bytes, self.elements) = (bytes, elements)
    }
}

/// The reason why an output is not made to its end.
package enum OutputExcess: Sendable {
    case bytes(Int)
    case elements(Int)

    package var words: String {
        switch self {
        case .bytes(let limit): "more than \(limit >> 20) MiB"
        case .elements(let limit): "made of more than \(limit) elements"
        }
    }
}

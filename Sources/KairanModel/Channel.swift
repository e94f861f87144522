/// What a tree of outputs is for.
package enum Channel: String, Sendable, CaseIterable {
    /// What readers and apps get.
    case live
    /// That and what is not live yet, in a tree of its own.
    case preview
}

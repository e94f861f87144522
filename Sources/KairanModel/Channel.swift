/// What a tree of outputs is for.
///
/// A channel is a build with other options, into a folder that the live build takes for a file of others. Whatever is
/// only in the preview is left out where entries are found and templates are read, so nothing after that has to know of
/// it.
package enum Channel: String, Sendable, CaseIterable {
    /// What readers and apps get.
    case live
    /// That and what is not live yet, in a tree of its own.
    case preview
}

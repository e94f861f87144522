/// The purpose of a tree of outputs.
///
/// A channel is a build with its own options, into a folder that the live build takes for files of others. What is only
/// in the preview is left out where entries are found and templates are read, so nothing after that has to know of
/// channels.
package enum Channel: String, Sendable, CaseIterable {
    /// The tree that readers and apps get.
    case live
    /// A tree of its own that also has what is not live yet.
    case preview
}

internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

// The values of the hops of a build. What a hop takes over from an earlier build is in its own value, so that no later
// hop can ask for it too soon.

/// The declarations of a site.
struct Declared {
    let declarations: Declarations
    /// This is false if a declaration has a mistake. Every entry and template would then seem wrong, as they would be
    /// compared with declarations that could not be read.
    let areWhole: Bool
    /// The templates and jobs to take over; nil if anything but entries may have been edited since an earlier build.
    let edit: EntryEdit?
}

/// The templates of a site.
struct Compiled {
    let declared: Declared
    let templates: Templates
    /// The inputs that every output depends on.
    let inputs: [BuildStore.GlobalInput]
    /// The earlier build as it compares with the sources, or why nothing can be taken over from one.
    let compared: Result<ComparedBuild, EarlierBuild.Obstacle>
}

/// The entries of a site.
struct ReadEntries {
    let content: Content
    /// The earlier entries that were taken over; nil if all were read.
    let cached: CachedContent?
}

/// The outputs of a site, each with its path.
struct Planned {
    let plan: OutputPlan
    /// The inputs that every output depends on.
    let inputs: [BuildStore.GlobalInput]
    /// The changes since the earlier build, or why no output can be taken over from one.
    let changes: Result<Changes, EarlierBuild.Obstacle>
}

/// The outputs that the site alone decides.
struct Rendered {
    let outputs: RenderedOutputs
    let choice: OutputChoice
    /// The outputs that are left out because no other names them yet: see `OutputChoice.waitingFiles`.
    let waiting: [PlannedOutput]
    let scanner: LinkScanner
    /// The comparison with the last publication, which needs the plan but no outputs. It is made beside them.
    let review: Concurrent<Build.Review>
}

/// All outputs.
struct Sealed {
    let outputs: SealedOutputs
    let choice: OutputChoice
    /// The outputs that are left out because no other names them yet.
    let waiting: [PlannedOutput]
    /// A scanner that knows all outputs.
    let scanner: LinkScanner
    /// This is true if the scanner has scanned the outputs that the site alone decides.
    let areScanned: Bool
}

package import KairanModel
package import KairanOutput
internal import KairanReaders

/// What the caller decides about a build; everything from outside the site enters here, once.
package struct BuildOptions: Sendable {
    /// The folder that holds `content/` and `templates/`.
    package var folder = "."
    /// Where the publication goes.
    package var output = "public"
    /// A moment as `--at` gives it, in the site's time zone unless it says otherwise.
    package var moment: String?
    /// A base path such as `/board/`, or a whole address.
    package var base: String?
    package var style = JSONStyle.pretty
    package var channel = Channel.live
    /// Seconds since 1970: what the clock, or SOURCE_DATE_EPOCH in its place, says.
    package var clock: Int
    /// Of the program: another one may make other outputs of the same sources.
    package var program = ContentHash()
    /// What may break clients all the same.
    package var accepted: [AcceptedChange] = []
    /// True to find out what a build would change, be it refused for that or not: what breaks with the publication is
    /// then a warning.
    package var isComparison = false

    /// True when somebody says that the site was never published there.
    package var isFirstPublication = false

    /// True to compare with what stands in the folder alone, whatever was published elsewhere.
    package var isAgainstAnother = false

    package init(clock: Int) { self.clock = clock }

    /// Where a build leaves what the next one of the same channel takes over.
    package var workFolder: String { folder + (channel == .live ? "/.kairan" : "/.kairan/preview") }
}

/// The caller asked for something that cannot be.
package struct OptionError: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
}

package import KairanContent
package import KairanContracts
package import KairanModel
package import KairanReaders
internal import KairanTemplates

/// The caller's decisions about a build. Everything from outside the site enters here, once.
package struct BuildOptions: Sendable, Equatable {
    /// The folder that holds `content/` and `templates/`.
    package var folder = "."
    /// The folder that the publication goes to.
    package var output = "public"
    /// This is true if the user named that folder, so that it may be anywhere.
    package var namesOutput = false
    /// The moment that `--at` gives, in the site's time zone unless it says otherwise.
    package var moment: String?
    /// A base path such as `/board/`, or a whole address.
    package var base: String?
    package var style = JSONStyle.pretty
    package var channel = Channel.live
    /// The time of the clock, or of SOURCE_DATE_EPOCH in its place, in seconds since 1970.
    package var clock: Int
    /// A hash of the program, since another program may make other outputs from the same sources.
    package var program = ContentHash()
    /// The changes that are allowed although they may break clients.
    package var accepted: [AcceptedChange] = []
    /// This is true to find out what a build would change, even if it would be refused: changes that break clients are
    /// then warnings.
    package var isComparison = false

    /// This is true if the caller says that the site was never published there.
    package var isFirstPublication = false

    /// This is true to compare only with what stands in the folder, whatever was published elsewhere.
    package var isAgainstAnother = false

    package init(clock: Int) { self.clock = clock }

    /// The folder in which a build leaves what the next one of the same channel takes over.
    package var workFolder: String { folder + (channel == .live ? "/.kairan" : "/.kairan/preview") }
}

/// An error that says that the caller asked for something impossible.
package struct OptionError: Error, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
}

extension BuildOptions {
    /// Returns the moment of the build: that of `--at`, else the site's own moment, else the clock's.
    package func moment(for settings: SiteSettings) throws(OptionError) -> DateTime {
        guard let text = moment else {
            let moment = settings.moment ?? settings.timeZone.dateTime(epochSeconds: clock)
            guard moment.isWritable else {
                throw OptionError(description: MomentMistake.year.message(for: moment.description))
            }
            return moment
        }
        switch settings.timeZone.readMomentOrDay(text) {
        case .success(let moment): return moment
        case .failure(.form):
            throw OptionError(description: "'\(text)' is not a moment; write --at 2026-04-01T09:00 or --at 2026-04-01")
        case .failure(let mistake):
            throw OptionError(description: "\(mistake.message(for: text)); \(mistake.help)")
        }
    }

    /// The way in which JSON is written.
    var rendering: RenderOptions { RenderOptions(style: style) }
}

extension Declarations {
    package func applying(_ options: BuildOptions) throws(OptionError) -> Declarations {
        var declarations = self
        if let base = options.base {
            if base.hasPrefix("/"), let parts = splitSiteURL(settings.origin + base) {
                declarations.settings.basePath = parts.basePath
            } else if let parts = splitSiteURL(base) {
                (declarations.settings.origin, declarations.settings.host, declarations.settings.basePath) = parts
            } else {
                throw OptionError(
                    description: "'\(base)' is not a base; write --base /board/ or --base https://example.org/board/")
            }
        }
        declarations.settings.channel = options.channel
        // The preview lies below the live site, so that whoever knows the address of one knows that of the other.
        if options.channel == .preview { declarations.settings.basePath += "preview/" }
        return declarations
    }
}

extension Diagnosed {
    package func collected(_ diagnostics: inout [Diagnostic]) -> Value {
        diagnostics += self.diagnostics
        return value
    }
}

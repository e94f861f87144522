internal import KairanContent
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

extension BuildOptions {
    /// The moment of the build: `--at`, else the site's own moment, else the clock.
    func moment(for settings: SiteSettings) throws(OptionError) -> DateTime {
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

    /// How JSON is written.
    var rendering: RenderOptions { RenderOptions(style: style) }
}

extension Declarations {
    func applying(_ options: BuildOptions) throws(OptionError) -> Declarations {
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
        // Beside the live site, so that whoever knows where that is knows where this is.
        if options.channel == .preview { declarations.settings.basePath += "preview/" }
        return declarations
    }
}

extension Diagnosed {
    func collected(_ diagnostics: inout [Diagnostic]) -> Value {
        diagnostics += self.diagnostics
        return value
    }
}

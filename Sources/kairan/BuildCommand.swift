import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Builds the site and publishes it into public/, all of it or nothing.",
        discussion: """
            The new publication is staged beside the folder and takes its place in one
            step. Files that Kairan did not make stay where they are; those of an
            earlier build that are no longer made are removed.
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var strictness: Strictness
    @OptionGroup var accepted: AcceptedChanges
    @OptionGroup var loudness: Loudness

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    @Option(
        help: ArgumentHelp("Where to publish (default: public in the site's folder).", valueName: "folder"),
        completion: .directory)
    var out: String?

    @OptionGroup var first: FirstPublication

    @Flag(help: "Say for each output why it was made anew instead of being taken over from an earlier build.")
    var explain = false

    @Flag(help: "Make everything: take nothing over from .kairan/, and leave nothing there.")
    var noCache = false

    func validate() throws {
        if out?.isEmpty == true { throw ValidationError("--out needs a folder, such as --out public") }
    }

    func run() throws {
        var options = try site.buildOptions()
        if let out { (options.output, options.namesOutput) = (out, true) }
        options.accepted = try accepted.changes()
        options.isFirstPublication = first.firstPublication
        var runner = Runner(site: site, format: format, options: options)
        (runner.explains, runner.usesCache, runner.isStrict) = (explain, !noCache, strictness.strict)
        runner.isQuiet = loudness.quiet
        try runner.run(publishing: true)
    }
}

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Builds everything in memory, reports every mistake, and writes nothing.",
        discussion: """
            With --fix it first mends what has one right answer: words of earlier
            versions, misspelt names, dates and numbers in another form, marks that
            are missing or do not belong there. Each mend is proved by reading the file
            and building again, and every other byte stays. With --dry-run it writes
            nothing and prints what it would change, as patch -p1 and git apply take it.

            With --live it asks the host instead of building: whether each published file
            is there, with the same bytes, as what it is, compressed, and kept by browsers
            no longer than is right; whether web apps may read the API, http leads to https
            and the certificate holds; what a path answers at which nothing is, and what is
            still there of before. It asks by curl, and each mend is for the kind of host.
            Exit code 1 means that an app would break; 3 that the host cannot be reached.

            EXAMPLES
              kairan check --live url                    the address in site.yml
              kairan check --live http://127.0.0.1:8080  a server of this machine
            """)

    @OptionGroup var site: SiteOptions
    @OptionGroup var strictness: Strictness
    @OptionGroup var accepted: AcceptedChanges
    @OptionGroup var first: FirstPublication
    @OptionGroup var loudness: Loudness

    @Flag(help: "Read every published file too, and report each that is not what Kairan published.")
    var published = false

    @Flag(help: "First mend in content/ and templates/ what has one right answer.")
    var fix = false

    @Flag(help: "With --fix: print the changes as a diff, and write nothing.")
    var dryRun = false

    @Option(help: LiveLook.addressHelp)
    var live: String?

    @Flag(help: "With --live: ask for every file, not only a sample where there are many.")
    var all = false

    @Option(
        help: ArgumentHelp("With --live: how long to ask again while the host is behind.", valueName: "seconds"))
    var wait = 0

    @Option(help: "How to report: human, json, github (annotations), or sarif.")
    var format = ReportFormat.human

    func validate() throws {
        try validateLive()
        if dryRun, !fix { throw ValidationError("--dry-run says what --fix would write: add --fix") }
        if dryRun, format != .human { throw ValidationError("--dry-run prints a diff: leave --format out") }
    }

    private func validateLive() throws {
        if let mistake = live.flatMap(LiveLook.mistake) { throw ValidationError(mistake) }
        if live == nil, all || wait != 0 { throw ValidationError("--all and --wait are for --live") }
        if live != nil, fix || published {
            throw ValidationError("--live only asks the host: leave --fix and --published out")
        }
        if !(0...3600).contains(wait) { throw ValidationError("--wait must be a number of seconds from 0 to 3600") }
    }

    func run() throws {
        if let live { return try checkLive(live) }
        var options = try site.buildOptions()
        options.accepted = try accepted.changes()
        options.isFirstPublication = first.firstPublication
        var runner = Runner(site: site, format: format, options: options)
        (runner.isStrict, runner.readsPublished, runner.mends) = (strictness.strict, published, fix)
        runner.isQuiet = loudness.quiet
        if dryRun { return try runner.printMends() }
        try runner.run(publishing: false)
    }
}

struct Strictness: ParsableArguments {
    @Flag(help: "Treat warnings as errors, so that nothing is published while there is one.")
    var strict = false
}

struct Loudness: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Say nothing but mistakes and warnings.")
    var quiet = false
}

struct FirstPublication: ParsableArguments {
    @Flag(help: "The site was never published there: compare it with nothing, and give no warning.")
    var firstPublication = false
}

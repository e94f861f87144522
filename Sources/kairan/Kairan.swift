import ArgumentParser
internal import KairanReaders

/// The command line's root; the exit codes are those of `ExitCode` below.
struct Kairan: ParsableCommand {
    /// The version, which is written here only. CHANGELOG.md begins with it.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "kairan",
        abstract: "Compiles a small public board: content files in, a website and a versioned JSON API out.",
        discussion: """
            A site is a folder with content/ (what you write), templates/ (one per
            output) and public/ (what is published). Nothing is published while the
            content has a mistake: public/ then stays as it is.

            EXAMPLES
              kairan init harbour             a small working site to start from
              kairan adopt api                a board of JSON that you keep by hand
              kairan new ads "Spring fair"    an entry to fill in
              kairan build                    builds the site of this folder into public/
              kairan check                    the same, but writes nothing
              kairan check --at 2026-12-24    what the site would be on another day
              kairan build --explain          why each output was made again
              kairan build --format github    mistakes as annotations on GitHub
              kairan list ads                 the entries of a collection
              kairan diff                     what would change for apps and readers
              kairan deploy rclone:web:site   uploads public/ to a host
              kairan edit                     the board in forms, for people who do not write YAML
              kairan serve --open             the site in your browser, while you write it
              kairan next                     when the site will change by itself
              kairan import ads.json --endpoint v1/ads
                                              entries from existing JSON
              kairan pull                     entries that are kept elsewhere: feeds, sheets, calendars
              kairan purge                    removes what has long been in the trash
              kairan explain window.order     what a message means, with an example
              kairan schema                   lets editors check while you type
              kairan lint api                 a folder of JSON that you keep by hand

            EXIT CODES
              0 done, 1 mistakes in the content, 2 misuse, 3 input or output failed;
              for diff: 0 no changes, 10 it grows or only data changes, 11 it breaks
            """,
        version: version,
        subcommands: [
            InitCommand.self, NewCommand.self, EditCommand.self, BuildCommand.self, ServeCommand.self,
            AdoptCommand.self,
            CheckCommand.self,
            DiffCommand.self, DeployCommand.self, ListCommand.self, NextCommand.self, ImportCommand.self,
            PullCommand.self,
            PurgeCommand.self,
            SchemaCommand.self, ClientCommand.self, LintCommand.self, ExplainCommand.self,
        ])
}

extension ExitCode {
    static let mistakes = ExitCode(1)
    static let misuse = ExitCode(2)
    static let inputOutput = ExitCode(3)
    static let growing = ExitCode(10)
    static let breaking = ExitCode(11)
}

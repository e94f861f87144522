import ArgumentParser
import KairanBuild
import KairanModel
internal import KairanReaders
import KairanSystem

// libpng would complain on this stream without saying about which picture, so nobody could act on it.
silenceErrorStream()

// The argument parser would look at all commands first, which takes 1.3 of 2.9 ms.
if CommandLine.arguments.dropFirst() == ["--version"] {
    Terminal.standardOutput.write(Kairan.version + "\n")
    Kairan.exit()
}

if CommandLine.arguments.count < 2 {
    Terminal.standardOutput.write(Kairan.firstWords)
    Kairan.exit()
}

// The argument parser would take a mistyped command for a value that is too much.
let command = CommandLine.arguments[1]
let commands = Kairan.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
if !command.hasPrefix("-"), !commands.contains(command) {
    let help = nearestHelp(to: command, in: commands) ?? "kairan --help has all commands"
    Terminal.standardError.write("Error: there is no command '\(Excerpt.printable(command))'\nhelp: \(help)\n")
    Kairan.exit(withError: ExitCode.misuse)
}

// The argument parser's own exit code for misuse is 64; Kairan's is 2.
do {
    var command = try Kairan.parseAsRoot()
    try command.run()
} catch let code as ExitCode {
    Kairan.exit(withError: code)
} catch let error as OptionError {
    // The message looks like the parser's, but has no usage, since the command was used correctly.
    Terminal.standardError.write("Error: \(error)\n")
    Kairan.exit(withError: ExitCode.misuse)
} catch {
    let code = Kairan.exitCode(for: error)
    let message = Kairan.fullMessage(for: error)
    if code == .success {
        Terminal.standardOutput.write(message + "\n")
    } else {
        Terminal.standardError.write(message + "\n")
    }
    Kairan.exit(withError: code == .validationFailure ? ExitCode.misuse : code)
}

import ArgumentParser

// The argument parser's own exit code for misuse is 64; Kairan's is 2.
do {
    var command = try Kairan.parseAsRoot()
    try command.run()
} catch let code as ExitCode {
    Kairan.exit(withError: code)
} catch {
    let code = Kairan.exitCode(for: error)
    let message = Kairan.fullMessage(for: error)
    if code == .success {
        print(message)
    } else {
        Terminal.standardError.write(message + "\n")
    }
    Kairan.exit(withError: code == .validationFailure ? ExitCode.misuse : code)
}

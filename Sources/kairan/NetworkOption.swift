import ArgumentParser

/// The option that lets other computers come to the servers of `kairan serve` and `kairan edit`. Both have the same servers,
/// so both have the same tokens for it.
struct NetworkOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also let devices in your network look and edit, at this address of your computer.", valueName: "address"))
    var host: String?

    func validate() throws {
        let numbers = host?.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        if let numbers, numbers.count != 4 || numbers.contains(nil) {
            throw ValidationError("--host needs this computer's address in your network, such as 192.168.1.5")
        }
    }
}

internal import Foundation

/// The command that runs a script with some rights. Below /dev, where the tests may have their folders in memory, Deno reads
/// nothing without all of them.
package func deno(_ script: String, allowing rights: [String]) -> [String] {
    let isInMemory = FileManager.default.temporaryDirectory.path.hasPrefix("/dev/")
    return ["deno", "run", "--quiet", "--no-prompt"] + (isInMemory ? ["--allow-all"] : rights) + [script]
}

import Foundation
import Testing

/// Runs git, which has to succeed, and returns what it prints.
@discardableResult
package func git(_ arguments: [String], in folder: String) throws -> String {
    let names = ["-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "init.defaultBranch=main"]
    let git = try run(URL(filePath: "/usr/bin/env"), ["git", "-C", folder] + names + arguments)
    #expect(git.exitCode == 0, "git \(arguments): \(git.errors)")
    return git.output
}

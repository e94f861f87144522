package import Foundation

/// A repository whose settings, hooks and attributes all start one program, which leaves a mark.
///
/// A clone brings nothing of this, but an archive of a folder with its `.git` does.
package struct StrangersRepository: Sendable {
    /// What the program appends its name to.
    package let mark: URL

    /// Adds what starts the program to a folder, which has a repository with one version.
    ///
    /// - Parameter box: A folder beside it, for what the settings name.
    package init(in folder: URL, beside box: URL) throws {
        mark = box.appending(path: "mark")
        let program = box.appending(path: "evil")
        try "#!/bin/sh\necho \"$0 $*\" >> '\(mark.path)'\ncat\n".write(to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let settings = folder.appending(path: ".git/config")
        var text = try String(contentsOf: settings, encoding: .utf8) + Self.settings(program.path)
        try "[core]\n\tfsmonitor = \(program.path) included\n".write(
            to: box.appending(path: "included"), atomically: true, encoding: .utf8)
        text += "[include]\n\tpath = \(box.path)/included\n"
        try text.write(to: settings, atomically: true, encoding: .utf8)
        for hook in Self.hooks {
            let file = folder.appending(path: ".git/hooks/\(hook)")
            try? FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: program)
        }
        try "* filter=evil diff=evil merge=evil\n".write(
            to: folder.appending(path: ".git/info/attributes"), atomically: true, encoding: .utf8)
    }

    /// What was started.
    package var marks: String {
        guard FileManager.default.fileExists(atPath: mark.path) else { return "" }
        return (try? String(contentsOf: mark, encoding: .utf8)) ?? "?"
    }

    private static let hooks = [
        "post-index-change", "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout",
        "post-rewrite", "pre-auto-gc", "pre-push", "reference-transaction", "pre-rebase", "post-merge",
    ]

    private static func settings(_ program: String) -> String {
        """
        [core]
        \tfsmonitor = \(program) fsmonitor
        \tpager = \(program) pager
        \teditor = \(program) editor
        \tsshCommand = \(program) ssh
        \taskPass = \(program)
        \tgitProxy = \(program)
        \talternateRefsCommand = \(program) alternates
        [filter "evil"]
        \tclean = \(program) clean
        \tsmudge = \(program) smudge
        \tprocess = \(program) process
        \trequired = true
        [diff]
        \texternal = \(program)
        [diff "evil"]
        \ttextconv = \(program) textconv
        \tcommand = \(program) diff
        [merge "evil"]
        \tdriver = \(program) merge
        [log]
        \tshowSignature = true
        [gpg]
        \tprogram = \(program)
        [gpg "ssh"]
        \tdefaultKeyCommand = \(program) key
        [commit]
        \tgpgSign = false
        [credential]
        \thelper = !\(program) credential
        [pager]
        \tlog = \(program) pager
        \tstatus = \(program) pager
        \tshow = \(program) pager
        [trailer "evil"]
        \tcommand = \(program) trailer
        [extensions]
        \tpartialClone = lazy
        [remote "lazy"]
        \turl = .
        \tpromisor = true
        \tuploadpack = \(program) uploadpack

        """
    }
}

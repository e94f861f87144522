internal import CLinux
import Glibc

/// Asks git about the repository that a folder is in. There may be no git, and no repository.
struct Git {
    let folder: String

    /// What it prints; nil when it fails.
    ///
    /// - Parameter input: Short enough for a pipe to hold, as nobody reads while it is written.
    func output(_ arguments: [String], input: String = "") -> [UInt8]? {
        var (into, from): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard linux_pipe(&into) == 0 else { return nil }
        guard linux_pipe(&from) == 0 else {
            into.forEach { close($0) }
            return nil
        }
        defer { close(from[0]) }
        let process = start(["git", "-C", folder] + arguments, reading: into[0], writing: from[1])
        close(into[0])
        close(from[1])
        let bytes = Array(input.utf8)
        _ = process == nil ? 0 : write(into[1], bytes, bytes.count)
        close(into[1])
        guard let process else { return nil }
        var output: [UInt8]?
        do { output = try readToEnd(from[0]) } catch {}
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status == 0 ? output : nil
    }

    func lines(_ arguments: [String]) -> [String]? {
        output(arguments).map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    /// What each of these names holds, as in `COMMIT:PATH`; nothing for those that there are not.
    func contents(of names: [String]) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var start = 0
        while start < names.count {
            let part = names[start..<min(start + 64, names.count)]
            let input = part.map { $0 + "\n" }.joined()
            guard input.utf8.count < 1 << 15, let output = output(["cat-file", "--batch"], input: input) else { break }
            var index = 0
            for name in part {
                guard let end = output[index...].firstIndex(of: UInt8(ascii: "\n")) else { break }
                let head = String(decoding: output[index..<end], as: UTF8.self).split(separator: " ")
                index = end + 1
                guard head.count == 3, head[1] == "blob", let size = Int(head[2]), size < output.count - index else {
                    continue
                }
                contents[name] = Array(output[index..<(index + size)])
                index += size + 1
            }
            start += part.count
        }
        return contents
    }

    private func start(_ words: [String], reading input: Int32, writing output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // A hook's own repository and index are not meant.
        let own = ["GIT_DIR=", "GIT_WORK_TREE=", "GIT_PREFIX=", "GIT_INDEX_FILE="]
        var variables: [String] = ["LC_ALL=C"]
        var next = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            if !own.contains(where: text.hasPrefix), !text.hasPrefix("LC_ALL=") { variables.append(text) }
            next += 1
        }
        var (arguments, environment) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { (arguments + environment).forEach { free($0) } }
        var process = pid_t()
        return posix_spawnp(&process, "git", &actions, nil, &arguments, &environment) == 0 ? process : nil
    }
}

internal import KairanMarkdown
package import KairanModel

extension SourceFile {
    /// Returns an error for each merge conflict that nobody settled, at its first mark.
    ///
    /// A code block of Markdown may show a conflict.
    package func mergeConflicts() -> [Diagnostic] {
        guard mayHoldConflicts else { return [] }
        var conflicts = conflictLines
        if isMarkdown, !conflicts.isEmpty {
            let matter = splitFrontMatter(self).value
            let blocks = codeBlockLines(of: matter.body).map { block in
                (block.lowerBound + matter.bodyLine - 1)...(block.upperBound + matter.bodyLine - 1)
            }
            conflicts.removeAll { conflict in
                blocks.contains { $0.contains(conflict.first) && $0.contains(conflict.last) }
            }
        }
        return conflicts.map { conflict in
            Diagnostic(
                .error, .textMergeConflict, "a merge conflict is left here, up to line \(conflict.last)",
                at: SourceSpan(path: path, line: conflict.first, length: 7),
                help: "keep what is right in both versions, and delete the lines '<<<<<<<', '=======' and '>>>>>>>'")
        }
    }

    /// Tells whether the file may hold conflicts. This rules out nearly all files before their lines are looked at.
    private var mayHoldConflicts: Bool {
        bytes.span.firstOffset(of: Array(">>>>>>>".utf8), in: bytes.indices) != nil
    }

    /// The lines of the first and last mark of each conflict, as Git writes them (git-merge, "How conflicts are
    /// presented"). The text between them may also hold lines of equals signs, and `diff3` adds the version before
    /// both.
    private var conflictLines: [(first: Int, last: Int)] {
        var found: [(first: Int, last: Int)] = []
        var first: Int?
        var isDivided = false
        for (index, line) in bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            switch conflictMark(line) {
            case UInt8(ascii: "<"): (first, isDivided) = (index + 1, false)
            case UInt8(ascii: "="): isDivided = true
            case UInt8(ascii: ">"):
                if let first, isDivided { found.append((first, index + 1)) }
                first = nil
            default: break
            }
        }
        return found
    }
}

/// Returns the mark that a line has seven times, alone or with a name after a space, or nil if it is another line.
private func conflictMark(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let mark = line.first, "<=>".utf8.contains(mark), line.prefix(8).prefix(while: { $0 == mark }).count == 7
    else { return nil }
    switch line.dropFirst(7).first {
    case nil, UInt8(ascii: "\r"): return mark
    case UInt8(ascii: " "): return mark == UInt8(ascii: "=") ? nil : mark
    default: return nil
    }
}

import Glibc

/// Makes the staging folder ready for the steps and says what stands in it already: nothing but what belongs there.
func openStaging(
    at place: PublicationPlace, for steps: [PublicationPlan.Step], in folders: Set<TreePath>, of present: ScannedTree?
) throws(PublishError) -> ScannedTree {
    let staging = place.staging
    guard let present, var twin = try earlierTwin(at: staging) else { return try makeStaging(at: staging) }
    let right = rightPaths(in: twin, for: steps, folders, of: present)
    if right.isEmpty { return try makeStaging(at: staging) }
    try allowWriting(in: staging, &twin)
    if right.count < twin.entries.count {
        let stale = twin.entries.filter { !right.contains($0.key) }
        try removeEntries(stale, in: staging)
        for path in stale.keys { twin.entries[path] = nil }
    }
    return twin
}

/// Nil when there is none.
private func earlierTwin(at staging: String) throws(PublishError) -> ScannedTree? {
    guard let status = try status(of: staging), status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return try scanTree(staging)
}

private func makeStaging(at staging: String) throws(PublishError) -> ScannedTree {
    try removeTree(staging)
    try systemCall(at: staging) { mkdir(staging, 0o777) }
    return try scanTree(staging)
}

/// Folders that the present tree has too, and files that it shares.
private func rightPaths(
    in twin: ScannedTree, for steps: [PublicationPlan.Step], _ folders: Set<TreePath>, of present: ScannedTree
) -> Set<TreePath> {
    var right = folders.filter { path in
        // Another folder's attributes cannot be told from those that a new one would get.
        present.entries[path]?.kind.isFolder == true && twin.entries[path]?.kind.isFolder == true
    }
    for step in steps {
        guard case .keep(let entry) = step.action, let there = twin.entries[step.path] else { continue }
        if there.inode == entry.inode, !there.kind.isFolder { right.insert(step.path) }
    }
    return right
}

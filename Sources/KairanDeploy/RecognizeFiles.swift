internal import KairanModel
internal import KairanPublish
internal import KairanSystem

/// What a look at a host has found.
struct RecognizedFiles {
    /// The folders that stand where a file comes, and the folders in them. Whatever they hold was deployed.
    var folders: Set<TreePath> = []
    /// The files that were deployed, and were lost or damaged since.
    var damaged: [TreePath] = []
}

/// Looks at what stands where files come, and notes it in the record. A file that holds what would be uploaded is taken
/// over; the deploy is refused if anything else is in the way that no deploy has put there.
func recognize(_ files: [DeployedFile], on host: any DeployHost, in record: inout DeployRecord) throws
    -> RecognizedFiles
{
    var found = RecognizedFiles()
    if files.isEmpty { return found }
    let listing = try host.listing()
    // The name of a copy says what it holds, so nothing is lost where it is written over.
    let compared = files.filter { $0.original == nil }
    let met = compared.filter { listing.others.contains($0.path) }
    let equals = try met.isEmpty ? [] : host.equals(of: met)
    let isOurs = { [record] (path: TreePath) in record.files[path] != nil }
    let parents = Set(files.flatMap(\.path.folders))
    let others = met.map(\.path).filter { !equals.contains($0) } + parents.intersection(listing.others)
    var foreign = others.filter { !isOurs($0) }.map(\.text)
    for path in files.map(\.path) where listing.folders.contains(path) {
        if listing.others.contains(where: { $0.isInside(path) && !isOurs($0) }) {
            foreign.append("\(path.text) (a folder)")
        }
        found.folders.formUnion([path] + listing.folders.filter { $0.isInside(path) })
    }
    if !foreign.isEmpty {
        throw DeployError(
            "Kairan did not deploy these files and will not replace them; move them away: "
                + foreign.sorted().joined(separator: ", "))
    }
    for file in compared where !equals.contains(file.path) && isOurs(file.path) {
        if record.holds(file.hash, at: file.path) { found.damaged.append(file.path) }
        if listing.others.contains(file.path) { record.doubt([file.path]) } else { record.forget([file.path]) }
    }
    record.note(met.filter { equals.contains($0.path) })
    return found
}

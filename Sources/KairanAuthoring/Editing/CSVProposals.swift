internal import KairanReaders

struct CSVProposals {
    let place: EditedPlace
    func all(for change: SourceChange) -> [[Replacement]] { [] }
}

internal import KairanReaders

struct JSONProposals {
    let place: EditedPlace
    func all(for change: SourceChange) -> [[Replacement]] { [] }
}

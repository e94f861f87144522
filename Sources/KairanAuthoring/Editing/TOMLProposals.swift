internal import KairanReaders

struct TOMLProposals {
    let place: EditedPlace
    func all(for change: SourceChange) -> [[Replacement]] { [] }
}

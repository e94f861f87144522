internal import KairanContent
internal import KairanFormats
internal import KairanModel

extension FieldTraits {
    static let boolean = FieldTraits(
        isString: false, isGroupable: true, isSearched: false, isWord: true, numbers: { _ in .own },
        schema: { _ in ValueSchema(.boolean) }, editor: { _ in ["type": "boolean"] })
}

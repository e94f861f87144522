@testable import KairanEditing
import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// A save writes what was changed, and nothing else.
@Suite struct SourceEditorTests {
    @Test(arguments: yamlEdits + orderEdits + jsonEdits + csvEdits + tomlEdits)
    func changesNothingElse(_ edit: SmallEdit) throws {
        guard let after = edit.after else {
            #expect(throws: CannotEdit.self) { try edit.edited() }
            return
        }
        let edited = try edit.edited()
        #expect(edited == after)
    }
}

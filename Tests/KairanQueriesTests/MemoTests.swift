import Testing

@testable import KairanQueries

@Suite struct MemoTests {
    @Test func valuesAreMadeOnce() {
        let memo = Memo(["known": 1])
        #expect(memo.value("known") { 2 } == 1)
        #expect(memo.value("new") { 3 } == 3)
        #expect(memo.value("new") { 4 } == 3)
        #expect(memo.all == ["known": 1, "new": 3])
    }

    @Test func noneIsAValue() {
        let memo = Memo<String, Int?>()
        #expect(memo.value("none") { nil } == nil)
        #expect(memo.value("none") { 1 } == nil)
    }
}

import KairanModel
import Testing

@Suite struct DiagnosticTests {
    /// A partial may know different names in each page that it is part of, so the help of one mistake may differ.
    @Test func oneMistakeIsToldOnceInOneOrder() {
        let place = SourceSpan(path: "a", line: 2)
        let told = [("x", "names here: one, two"), ("x", "names here: one"), ("y", ""), ("x", "names: three")].map {
            Diagnostic(.error, .windowOrder, $0, at: place, help: $1)
        }
        let first = Diagnostic(.error, .windowOrder, "z", at: SourceSpan(path: "a", line: 1))
        for order in [told + [first], [first] + told.reversed(), [told[2], told[0], first, told[3], told[1]]] {
            #expect(order.sortedForReport == [first, told[3], told[2]])
        }
    }

    @Test func whatIsAnErrorIsNoWarningToo() {
        let place = SourceSpan(path: "a", line: 1)
        let both = [
            Diagnostic(.warning, .windowOrder, "x", at: place), Diagnostic(.error, .windowOrder, "x", at: place),
        ]
        #expect(both.sortedForReport == [both[1]])
    }
}

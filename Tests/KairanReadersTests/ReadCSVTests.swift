import KairanModel
import KairanReaders
import Testing

@Suite struct ReadCSVTests {
    @Test(arguments: [
        ("a,b\n1,x y\n", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+1, b 1:3+1 = plain "x y" 2:3+3}]"#),
        ("a,b\r\n1,\r\n", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+1, b 1:3+1 = null "" 2:3+1}]"#),
        ("a,b", "[1:1 ]"),
        ("a\n\n1\n\n\n2", #"[1:1 {3:1 a 1:1+1 = plain "1" 3:1+1}, {6:1 a 1:1+1 = plain "2" 6:1+1}]"#),
        ("a,b\n1,2\n,\n", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+1, b 1:3+1 = plain "2" 2:3+1}]"#),
        ("\u{FEFF}名,b\n日本,x", #"[1:1 {2:1 名 1:1+1 = plain "日本" 2:1+2, b 1:3+1 = plain "x" 2:4+1}]"#),
        (
            "a,b\n\"x, \"\"y\"\"\n日\",2\n3,4",
            #"[1:1 {2:1 a 1:1+1 = plain "x, \"y\"\n日" 2:1+9, b 1:3+1 = plain "2" 3:4+1}, {4:1 a 1:1+1 = plain "3" 4:1+1, b 1:3+1 = plain "4" 4:3+1}]"#
        ),
        ("\"a\",b\r\n\"x\",\"\"\r\n", #"[1:1 {2:1 a 1:1+3 = plain "x" 2:1+3, b 1:5+1 = null "" 2:5+2}]"#),
        (
            "id,web.url,n,web.ios.url\n1,u,2,i",
            #"[1:1 {2:1 id 1:1+2 = plain "1" 2:1+1, web 1:4+7 = {2:3 url 1:4+7 = plain "u" 2:3+1, ios 1:14+11 = {2:7 url 1:14+11 = plain "i" 2:7+1}}, n 1:12+1 = plain "2" 2:5+1}]"#
        ),
        ("a\n\"1\"", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+3}]"#),
        ("a\n1\r", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+1}]"#),
    ]) func reads(_ text: String, _ tree: String) {
        let result = readCSV(SourceFile(path: "a.csv", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value) == tree)
    }

    @Test(arguments: [
        ("", ["1:1: there is no header row [csv.header]"]),
        ("a,,b.\n", ["1:3: this column has no name [csv.header]", "1:4: 'b.' has an empty part [csv.header]"]),
        (
            "a,b,a,b.c,d.e,d\n",
            [
                "1:5: there is another column for 'a' [csv.duplicateKey]",
                "1:7: there is another column for 'b.c' [csv.duplicateKey]",
                "1:15: there is another column for 'd' [csv.duplicateKey]",
            ]
        ),
        ("a;b\n1;2", ["1:1: the cells are separated by semicolons [csv.separator]"]),
        ("a,b\n1,\"x\n2,3\n", ["2:3: this quote is never closed [csv.quote]"]),
        ("a,b\n日x\"y,2\n", ["2:3: a quote inside an unquoted cell [csv.quote]"]),
        ("a,b\n1,\"x\" y\n", ["2:6: text after the closing quote of a cell [csv.quote]"]),
        ("a,b\r1,2\r", ["1:4: a line that ends with CR alone [csv.lineEnd]"]),
    ]) func reports(_ text: String, _ expected: [String]) {
        let result = readCSV(SourceFile(path: "a.csv", text: text))
        #expect(lines(result.diagnostics) == expected.map { "a.csv:" + $0 })
        #expect(result.value == nil)
    }

    /// Mistakes in the other rows are told too.
    @Test func rowsBesideRaggedOnesAreRead() {
        let result = readCSV(SourceFile(path: "a.csv", text: "a,b\n1\n1,2\n1,2,3\n"))
        #expect(
            lines(result.diagnostics) == [
                "a.csv:2:1: this row has 1 cell, but the header has 2 [csv.columns]",
                "a.csv:4:5: this row has 3 cells, but the header has 2 [csv.columns]",
            ])
        #expect(result.value?.elements?.count == 1)
    }

    @Test func shiftJISIsNamed() {
        let file = SourceFile(path: "a.csv", bytes: Array("a\n".utf8) + [0x93, 0xFA])
        #expect(readCSV(file).diagnostics.map(\.help) == ["save the file as UTF-8 (it may be Shift_JIS or Latin-1)"])
    }
}

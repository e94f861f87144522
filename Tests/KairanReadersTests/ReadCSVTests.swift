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
        // Spreadsheets fill up rows and columns.
        ("a,,\n1,,\n,,\n", #"[1:1 {2:1 a 1:1+1 = plain "1" 2:1+1}]"#),
        (",a, \n,1,,,\n", #"[1:1 {2:1 a 1:2+1 = plain "1" 2:2+1}]"#),
        // Semicolons separate cells where the first row has no comma outside quotes.
        ("a;b\n1,5;x y\n", #"[1:1 {2:1 a 1:1+1 = plain "1,5" 2:1+3, b 1:3+1 = plain "x y" 2:5+3}]"#),
        (
            "\u{FEFF}\r\n\"a,\n\";b;;\r\n\"x;\";日, 本;;\r\n",
            #"[2:1 {4:1 a, 2:1+3 = plain "x;" 4:1+4, b 3:3+1 = plain "日, 本" 4:6+4}]"#
        ),
        // Excel names the separator in a line above the first row, which is none.
        ("sep=;\na;b\n1,5;x\n", #"[2:1 {3:1 a 2:1+1 = plain "1,5" 3:1+3, b 2:3+1 = plain "x" 3:5+1}]"#),
        ("sep=,\r\na,b;c\r\n1,2\r\n", #"[2:1 {3:1 a 2:1+1 = plain "1" 3:1+1, b;c 2:3+3 = plain "2" 3:3+1}]"#),
        ("\u{FEFF}sep=;\r\na\r\n1;\r\n", #"[2:1 {3:1 a 2:1+1 = plain "1" 3:1+1}]"#),
        ("sep=\nx", #"[1:1 {2:1 sep= 1:1+4 = plain "x" 2:1+1}]"#),
        ("a\n1;2", #"[1:1 {2:1 a 1:1+1 = plain "1;2" 2:1+3}]"#),
        ("\"a;b\"\n1", #"[1:1 {2:1 a;b 1:1+5 = plain "1" 2:1+1}]"#),
        // A heading that is no name is one key, whatever it holds.
        ("z. B. a?\n1", #"[1:1 {2:1 z. B. a? 1:1+8 = plain "1" 2:1+1}]"#),
    ]) func reads(_ text: String, _ tree: String) {
        let result = readCSV(SourceFile(path: "a.csv", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value) == tree)
    }

    @Test(arguments: [
        ("", ["1:1: there is no header row [csv.header]"]),
        (",\n", ["1:1: there is no header row [csv.header]"]),
        ("a,,b.\n", ["1:4: 'b.' has an empty part [csv.header]"]),
        ("sep=;\n", ["1:1: there is no header row [csv.header]"]),
        ("sep=\t\na\tb\n1\t2", ["2:1: the cells are separated by tabs [csv.separator]"]),
        ("a\tb\n1\t2", ["1:1: the cells are separated by tabs [csv.separator]"]),
        ("\"a\"\t\"b\"\n1\t2", ["1:1: the cells are separated by tabs [csv.separator]"]),
        (
            "a,b,a,b.c,d.e,d\n",
            [
                "1:5: there is another column for 'a' [csv.duplicateKey]",
                "1:7: there is another column for 'b.c' [csv.duplicateKey]",
                "1:15: there is another column for 'd' [csv.duplicateKey]",
            ]
        ),
        (
            "a;b, c;d\n1;2;3",
            ["1:4: semicolons seem to separate the cells, but there is a comma in the first row [csv.separator]"]
        ),
        ("a;b\tc\n1;2", ["1:1: the cells are separated by tabs [csv.separator]"]),
        ("a;b\n日x\"y;2\n", ["2:3: a quote inside an unquoted cell [csv.quote]"]),
        ("a;b\n1;\"x\" y\n", ["2:6: text after the closing quote of a cell [csv.quote]"]),
        ("a,b\n1,\"x\n2,3\n", ["2:3: this quote is never closed [csv.quote]"]),
        ("a,b\n日x\"y,2\n", ["2:3: a quote inside an unquoted cell [csv.quote]"]),
        ("a,b\n1,\"x\" y\n", ["2:6: text after the closing quote of a cell [csv.quote]"]),
        ("a,b\r1,2\r", ["1:4: a line that ends with CR alone [csv.lineEnd]"]),
    ]) func reports(_ text: String, _ expected: [String]) {
        let result = readCSV(SourceFile(path: "a.csv", text: text))
        #expect(lines(result.diagnostics) == expected.map { "a.csv:" + $0 })
        #expect(result.value == nil)
    }

    /// Of the cells in a column without a heading, only the first is reported.
    @Test func aCellInAColumnWithoutAHeadingIsAMistake() {
        let result = readCSV(SourceFile(path: "a.csv", text: "a,,\n1,,\n2,x,y\n3,,z\n"))
        let mistake = "a.csv:3:3: this cell says something, but its column has no name [csv.header]"
        #expect(lines(result.diagnostics) == [mistake])
    }

    /// A table has the same texts whichever program wrote its line ends.
    @Test(arguments: ["\n", "\r\n"]) func lineEndsInCells(_ end: String) {
        let text = ["a,b", "\"x\(end)y\",1", ""].joined(separator: end)
        let tree = readCSV(SourceFile(path: "a.csv", text: text)).value
        #expect(tree?.elements?.first?["a"]?.scalar == "x\ny")
        let alone = readCSV(SourceFile(path: "a.csv", text: "a\n\"x\ry\"\n")).value
        #expect(alone?.elements?.first?["a"]?.scalar == "x\ny")
    }

    private static let columns: TableColumns = {
        var columns = TableColumns()
        _ = columns.add("お名前", path: ["name"])
        _ = columns.add("Your e-mail (a@b.example)", path: ["person", "mail"])
        columns.idHeadings = ["Timestamp", "お名前"]
        return columns
    }()

    @Test func headingsOfOtherProgramsAreNamesOfFields() throws {
        let text = "Timestamp,\" お名前\n\",Your e-mail  (a@b.example)\n1,山田,x\n"
        let row = try #require(readCSV(SourceFile(path: "a.csv", text: text), Self.columns).value?.elements?.first)
        #expect(row.members?.map(\.key) == ["id", "Timestamp", "name", "person"])
        #expect(row["name"]?.scalar == "山田" && row["person"]?["mail"]?.scalar == "x")
    }

    /// The id of a row does not depend on its place, on other cells, or on the spaces around its own.
    @Test func idsAreMadeOfCells() {
        func ids(_ text: String) -> [String] {
            let rows = readCSV(SourceFile(path: "a.csv", text: text), Self.columns).value?.elements ?? []
            return rows.compactMap { $0["id"]?.scalar }
        }
        let mail = "Your e-mail (a@b.example)"
        let first = ids("Timestamp,お名前,\(mail)\n1,山田,a\n2,佐藤,b\n")
        #expect(first == ["d60870b3619dcfd9", "8275c5370e126735"])
        #expect(ids("\(mail),お名前,Timestamp\r\nc,佐藤 ,2\r\nd,山田,1\r\n") == first.reversed())
        #expect(Set(ids("Timestamp,お名前,\(mail)\n1,23,\n12,3,\n")).count == 2)
        #expect(ids("id,Timestamp,お名前,\(mail)\nx,1,山田,\n") == ["x"])
    }

    @Test func idsThatCannotBeMade() {
        func mistakes(_ text: String) -> [String] {
            lines(readCSV(SourceFile(path: "a.csv", text: text), Self.columns).diagnostics)
        }
        #expect(
            mistakes("Timestamp,名前\n1,2\n") == ["a.csv:1:1: there is no column 'お名前', of which ids are made [csv.id]"])
        #expect(
            mistakes("Timestamp,お名前\n1,2\n") == [
                "a.csv:1:1: there is no column 'Your e-mail (a@b.example)', from which 'person.mail' is read [csv.header]"
            ])
        #expect(
            mistakes("a,Timestamp,お名前,Your e-mail (a@b.example)\nx,,,\n") == [
                "a.csv:2:3: the row's id is made of 'Timestamp' and 'お名前', and there is nothing [csv.id]"
            ])
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

    @Test(arguments: [false, true]) func utf16IsNamed(_ hasMark: Bool) {
        for text in ["id,name\na,b\n", "番号,名前\n一,日本語の名前\n二,日本語の長い名前\n"] {
            for isLittle in [true, false] {
                let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
                let bytes = units.flatMap {
                    isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
                }
                let told = readCSV(SourceFile(path: "a.csv", bytes: bytes)).diagnostics
                #expect(told.map(\.help) == ["save it as UTF-8; Excel calls that 'CSV UTF-8'"])
                for path in ["a.yml", "a.toml", "a.json"] {
                    let told = readData(SourceFile(path: path, bytes: bytes))?.diagnostics
                    #expect(told?.first?.help == "save it as UTF-8", "\(path)")
                }
                let matter = splitFrontMatter(SourceFile(path: "a.html.mustache", bytes: bytes))
                #expect(matter.diagnostics.map(\.help) == ["save it as UTF-8"])
            }
        }
    }

    @Test func shiftJISIsNamed() {
        let file = SourceFile(path: "a.csv", bytes: Array("a\n".utf8) + [0x93, 0xFA])
        let help = "save the file as UTF-8 (it may be Shift_JIS or Latin-1); Excel calls that 'CSV UTF-8'"
        #expect(readCSV(file).diagnostics.map(\.help) == [help])
    }
}

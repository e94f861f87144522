import Testing

@testable import KairanFormats

/// A name of a file is found in an output, whatever stands around it.
@Suite struct FileNamesTests {
    @Test(arguments: [
        ("deals/a.txt", "see deals/a.txt.", "txt"), ("deals/a.txt", "<a href=\"/deals/a.txt?x#y\">", "html"),
        ("deals/a.txt", "a,a.txt,b", "csv"), ("deals/a.txt", "\"x\\na.txt\"", "json"),
        ("deals/a.txt", "\"deals%2Fa.txt\"", "json"),
        ("deals/a.txt", "URL:https://t.example/deal\r\n s/a.t\r\n xt\r\n", "ics"),
        ("a/Ä b.pdf", "a/%C3%84%20b.pdf", "html"), ("a/Ä b.pdf", "a/Ä b.pdf", "txt"),
        ("a/x&b.pdf", "a/x&amp;b.pdf", "xml"),
        ("a/x&b.pdf", "a/x\\u0026b.pdf", "json"), ("a/-lake.830cf938.png", "a/-lake.830cf938.png 4w", "html"),
        ("a/テスト", "anything", "txt"),
    ]) func finds(path: String, text: String, fileExtension: String) {
        #expect(found(path, text, fileExtension))
    }

    @Test(arguments: [
        ("deals/a.txt", "data.txt"), ("deals/a.txt", "a.txt2"), ("deals/a.txt", "a-txt"), ("deals/1.pdf", "11.pdf"),
    ]) func findsNoOther(path: String, text: String) { #expect(!found(path, text, "txt")) }

    private func found(_ path: String, _ text: String, _ fileExtension: String) -> Bool {
        var names = FileNames()
        names.add("file", at: path)
        return names.files(in: Array(text.utf8).span, fileExtension: fileExtension) == ["file"]
    }
}

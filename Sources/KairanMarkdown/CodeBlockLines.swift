/// Returns the lines of each code block in a Markdown text, from 1, including its fences.
package func codeBlockLines(of text: ArraySlice<UInt8>) -> [ClosedRange<Int>] {
    let bytes = Array(text)
    guard hopelessNesting(in: bytes) == nil else { return [] }
    var blocks: [ClosedRange<Int>] = []
    let tree = MarkdownTree(parsing: bytes.span)
    var iterator = tree.makeIterator()
    while let (isEntering, node) = iterator.next() {
        guard isEntering, node.kind == .codeBlock, node.startLine <= node.endLine else { continue }
        blocks.append(node.startLine...node.endLine)
    }
    return blocks
}

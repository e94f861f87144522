import CMarkGFM
internal import KairanSystem
import Synchronization

/// The version of the installed cmark-gfm. Another release may write other HTML.
package var markdownLibraryVersion: String { String(cString: cmark_version_string()) }

/// The GFM extensions that a parser uses.
struct MarkdownExtensions: OptionSet, Sendable {
    let rawValue: Int

    static let table = MarkdownExtensions(rawValue: 1 << 0)
    static let strikethrough = MarkdownExtensions(rawValue: 1 << 1)
    static let autolink = MarkdownExtensions(rawValue: 1 << 2)
    static let taskList = MarkdownExtensions(rawValue: 1 << 3)
    static let tagFilter = MarkdownExtensions(rawValue: 1 << 4)
    static let footnotes = MarkdownExtensions(rawValue: 1 << 5)
    static let all: MarkdownExtensions = [.table, .strikethrough, .autolink, .taskList, .tagFilter, .footnotes]
}

/// The kind of a node in the parsed tree.
enum NodeKind {
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak, footnoteDefinition
    case text, softBreak, lineBreak, code, htmlInline, emphasis, link, image, footnoteReference
    case table, tableRow, tableCell, strikethrough
    case other
}

/// A parsed document, and the parser with the extensions for rendering it.
struct MarkdownTree: ~Copyable {
    private let parser: OpaquePointer
    private let root: OpaquePointer
    private let options: Int32
    /// The allocator, which hands out the thread's `DocumentMemory`. All nodes point to it.
    private let allocator: UnsafeMutablePointer<cmark_mem>

    /// A lock for cmark-gfm's inline phase, which runs entirely in `cmark_parser_finish`. At its start and its end it
    /// writes a process-wide table of special characters, so only one document at a time may be in it. The phase before
    /// it, which finds blocks, neither reads nor writes that table.
    private static let inlinePhase = Mutex(())

    /// The extensions are registered once. The registry of cmark-gfm is process-wide and is only read after this.
    private static let registration: Void = cmark_gfm_core_extensions_ensure_registered()

    init(parsing text: UnsafeBufferPointer<UInt8>, extensions: MarkdownExtensions = .all) {
        Self.registration
        options = extensions.contains(.footnotes) ? CMARK_OPT_FOOTNOTES : CMARK_OPT_DEFAULT
        DocumentMemory.ofThread.pointee.beginDocument()
        allocator = .allocate(capacity: 1)
        allocator.initialize(to: documentAllocator)
        let parser: OpaquePointer = cmark_parser_new_with_mem(options, allocator)
        for (known, name) in Self.names where extensions.contains(known) {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        self.parser = parser
        var root = parser
        text.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        Self.inlinePhase.withLock { _ in root = cmark_parser_finish(parser) }
        self.root = root
    }

    /// Nodes and parser own nothing but memory of the document.
    deinit {
        allocator.deallocate()
        DocumentMemory.ofThread.pointee.endDocument()
    }

    private static let names: [(MarkdownExtensions, String)] = [
        (.table, "table"), (.strikethrough, "strikethrough"), (.autolink, "autolink"), (.taskList, "tasklist"),
        (.tagFilter, "tagfilter"),
    ]

    /// Passes the HTML of the tree to `body`, which may read it and must not keep it.
    func withHTML<Result>(
        isRawHTMLKept: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let rendering = options | (isRawHTMLKept ? CMARK_OPT_UNSAFE : 0)
        guard let html = cmark_render_html(root, rendering, cmark_parser_get_syntax_extensions(parser)) else {
            return try body(UnsafeBufferPointer(start: nil, count: 0))
        }
        return try bytes(of: html, body)
    }

    func makeIterator() -> MarkdownIterator { MarkdownIterator(root: root) }
}

private let documentAllocator = cmark_mem(
    calloc: { count, size in
        let piece = DocumentMemory.ofThread.pointee.allocate(count * size)
        piece.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
        return piece
    },
    realloc: { piece, size in
        guard let piece else { return DocumentMemory.ofThread.pointee.allocate(size) }
        return DocumentMemory.ofThread.pointee.reallocate(piece, size)
    },
    free: { piece in if let piece { DocumentMemory.ofThread.pointee.free(piece) } })

/// Walks a tree without recursion. Every node is entered, and every node with children is left.
///
/// The node that was just left, or a leaf that was just entered, may be removed.
struct MarkdownIterator: ~Copyable {
    private let pointer: OpaquePointer

    fileprivate init(root: OpaquePointer) { pointer = cmark_iter_new(root) }

    deinit { cmark_iter_free(pointer) }

    mutating func next() -> (isEntering: Bool, node: MarkdownNode)? {
        switch cmark_iter_next(pointer) {
        case CMARK_EVENT_ENTER: (true, MarkdownNode(pointer: cmark_iter_get_node(pointer)))
        case CMARK_EVENT_EXIT: (false, MarkdownNode(pointer: cmark_iter_get_node(pointer)))
        default: nil
        }
    }
}

/// A node of a tree. It is valid while the tree exists and the node has not been removed.
struct MarkdownNode {
    fileprivate let pointer: OpaquePointer

    var kind: NodeKind {
        switch cmark_node_get_type(pointer) {
        case CMARK_NODE_TEXT: .text
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_CODE: .code
        case CMARK_NODE_HTML_INLINE: .htmlInline
        case CMARK_NODE_EMPH, CMARK_NODE_STRONG: .emphasis
        case CMARK_NODE_LINK: .link
        case CMARK_NODE_IMAGE: .image
        case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
        case CMARK_NODE_HEADING: .heading
        case CMARK_NODE_LIST: .list
        case CMARK_NODE_ITEM: .item
        case CMARK_NODE_BLOCK_QUOTE: .blockQuote
        case CMARK_NODE_CODE_BLOCK: .codeBlock
        case CMARK_NODE_HTML_BLOCK: .htmlBlock
        case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
        case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
        case CMARK_NODE_DOCUMENT: .document
        default: extensionKind
        }
    }

    /// The types of extensions are numbered at run time, so they are recognized by name.
    private var extensionKind: NodeKind {
        guard let name = cmark_node_get_type_string(pointer) else { return .other }
        if areSameTexts(name, "table_cell") { return .tableCell }
        if areSameTexts(name, "strikethrough") { return .strikethrough }
        if areSameTexts(name, "table_row") || areSameTexts(name, "table_header") { return .tableRow }
        return areSameTexts(name, "table") ? .table : .other
    }

    var headingLevel: Int { Int(cmark_node_get_heading_level(pointer)) }
    var isOrderedList: Bool { cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
    var isParenthesisList: Bool { cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM }
    var listStart: Int { Int(cmark_node_get_list_start(pointer)) }
    var isTightList: Bool { cmark_node_get_list_tight(pointer) != 0 }

    /// This is true for a completed task, and nil for an item that is not a task.
    var isTaskDone: Bool? {
        guard areSameTexts(cmark_node_get_type_string(pointer), "tasklist") else { return nil }
        return cmark_gfm_extensions_get_tasklist_item_checked(pointer)
    }

    /// The lines and columns in the parsed text, from 1. Columns count bytes. Inside a paragraph, both may be wrong.
    var startLine: Int { Int(cmark_node_get_start_line(pointer)) }
    var startColumn: Int { Int(cmark_node_get_start_column(pointer)) }
    var endLine: Int { Int(cmark_node_get_end_line(pointer)) }

    var hasChildren: Bool { cmark_node_first_child(pointer) != nil }

    /// The only child if it is a text, as in `<https://…>`.
    var onlyText: MarkdownNode? {
        guard let child = cmark_node_first_child(pointer), cmark_node_next(child) == nil else { return nil }
        return cmark_node_get_type(child) == CMARK_NODE_TEXT ? MarkdownNode(pointer: child) : nil
    }

    func withLiteral<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try bytes(of: cmark_node_get_literal(pointer), body)
    }

    func withAddress<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try bytes(of: cmark_node_get_url(pointer), body)
    }

    func setLiteral(_ text: [UInt8]) { withCString(text) { _ = cmark_node_set_literal(pointer, $0) } }
    func setAddress(_ address: [UInt8]) { withCString(address) { _ = cmark_node_set_url(pointer, $0) } }

    /// Rewrites each text of the node: its literal, address, title or info string. `body` returns nil for no change.
    func rewriteTexts(_ kind: NodeKind, _ body: (UnsafeBufferPointer<UInt8>) -> [UInt8]?) {
        switch kind {
        case .text, .code, .htmlInline, .htmlBlock, .codeBlock:
            if let text = withLiteral(body) { setLiteral(text) }
        case .link, .image:
            if let address = withAddress(body) { setAddress(address) }
            if let title = bytes(of: cmark_node_get_title(pointer), body) {
                withCString(title) { _ = cmark_node_set_title(pointer, $0) }
            }
        default: break
        }
        if kind == .codeBlock, let info = bytes(of: cmark_node_get_fence_info(pointer), body) {
            withCString(info) { _ = cmark_node_set_fence_info(pointer, $0) }
        }
    }

    func remove() { cmark_node_free(pointer) }
}

private func bytes<Result>(
    of text: UnsafePointer<CChar>?, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    guard let text else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try UnsafeBufferPointer(start: text, count: byteCount(ofText: text)).withMemoryRebound(to: UInt8.self, body)
}

private func withCString(_ text: [UInt8], _ body: (UnsafePointer<CChar>) -> Void) {
    (text + [0]).withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { if let start = $0.baseAddress { body(start) } }
    }
}

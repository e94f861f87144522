import CMarkGFM
internal import KairanSystem
import Synchronization

/// The version of the installed cmark-gfm. Another release may write other HTML.
package var markdownLibraryVersion: String { unsafe String(cString: cmark_version_string()) }

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
///
/// It is marked as safe because it owns what it points to, and hands out HTML for the time of a call only.
@safe
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

    init(parsing text: Span<UInt8>, extensions: MarkdownExtensions = .all) {
        Self.registration
        options = extensions.contains(.footnotes) ? CMARK_OPT_FOOTNOTES : CMARK_OPT_DEFAULT
        unsafe DocumentMemory.ofThread.pointee.beginDocument()
        unsafe allocator = .allocate(capacity: 1)
        unsafe allocator.initialize(to: documentAllocator)
        let parser: OpaquePointer = unsafe cmark_parser_new_with_mem(options, allocator)
        for (known, name) in Self.names where extensions.contains(known) {
            guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
            unsafe cmark_parser_attach_syntax_extension(parser, found)
        }
        unsafe self.parser = parser
        var root = unsafe parser
        unsafe text.withUnsafeBufferPointer { text in
            unsafe text.withMemoryRebound(to: CChar.self) { unsafe cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        Self.inlinePhase.withLock { _ in unsafe root = cmark_parser_finish(parser) }
        unsafe self.root = root
    }

    /// Nodes and parser own nothing but memory of the document.
    deinit {
        unsafe allocator.deallocate()
        unsafe DocumentMemory.ofThread.pointee.endDocument()
    }

    private static let names: [(MarkdownExtensions, String)] = [
        (.table, "table"), (.strikethrough, "strikethrough"), (.autolink, "autolink"), (.taskList, "tasklist"),
        (.tagFilter, "tagfilter"),
    ]

    /// Passes the HTML of the tree to `body`, which may read it and must not keep it. Raw HTML that is still in the
    /// tree is in it: see `TreeWalk`, which removes what is not kept.
    func withHTML<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let html = unsafe cmark_render_html(
            root, options | CMARK_OPT_UNSAFE, cmark_parser_get_syntax_extensions(parser))
        return try unsafe withBytes(of: html, body)
    }

    func makeIterator() -> MarkdownIterator { unsafe MarkdownIterator(root: root) }
}

private let documentAllocator = unsafe cmark_mem(
    calloc: { count, size in
        let piece = unsafe DocumentMemory.ofThread.pointee.allocate(count * size)
        unsafe piece.initializeMemory(as: UInt8.self, repeating: 0, count: count * size)
        return unsafe piece
    },
    realloc: { piece, size in
        guard let piece = unsafe piece else { return unsafe DocumentMemory.ofThread.pointee.allocate(size) }
        return unsafe DocumentMemory.ofThread.pointee.reallocate(piece, size)
    },
    free: { piece in if let piece = unsafe piece { unsafe DocumentMemory.ofThread.pointee.free(piece) } })

/// Walks a tree without recursion. Every node is entered, and every node with children is left.
///
/// The node that was just left, or a leaf that was just entered, may be removed. It is marked as safe because whoever
/// walks holds the tree until the walk is over.
@safe
struct MarkdownIterator: ~Copyable {
    private let pointer: OpaquePointer

    fileprivate init(root: OpaquePointer) { unsafe pointer = cmark_iter_new(root) }

    deinit { unsafe cmark_iter_free(pointer) }

    mutating func next() -> (isEntering: Bool, node: MarkdownNode)? {
        switch unsafe cmark_iter_next(pointer) {
        case CMARK_EVENT_ENTER: (true, unsafe MarkdownNode(pointer: cmark_iter_get_node(pointer)))
        case CMARK_EVENT_EXIT: (false, unsafe MarkdownNode(pointer: cmark_iter_get_node(pointer)))
        default: nil
        }
    }
}

/// A node of a tree. It is valid while the tree exists and the node has not been removed.
///
/// The compiler cannot see that, so it is marked as safe for these reasons: a node comes from an iterator alone, nobody
/// keeps one for longer than a walk, and `DocumentMemory` holds even what was removed until the tree is gone.
@safe
struct MarkdownNode {
    fileprivate let pointer: OpaquePointer

    fileprivate init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

    private init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.init(pointer: pointer)
    }

    var kind: NodeKind {
        switch unsafe cmark_node_get_type(pointer) {
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
        if isNamed("table_cell") { return .tableCell }
        if isNamed("strikethrough") { return .strikethrough }
        if isNamed("table_row") || isNamed("table_header") { return .tableRow }
        return isNamed("table") ? .table : .other
    }

    private func isNamed(_ name: String) -> Bool {
        guard let typeName = unsafe cmark_node_get_type_string(pointer) else { return false }
        return unsafe areSameTexts(typeName, name)
    }

    var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }
    var isOrderedList: Bool { unsafe cmark_node_get_list_type(pointer) == CMARK_ORDERED_LIST }
    var isParenthesisList: Bool { unsafe cmark_node_get_list_delim(pointer) == CMARK_PAREN_DELIM }
    var listStart: Int { unsafe Int(cmark_node_get_list_start(pointer)) }
    var isTightList: Bool { unsafe cmark_node_get_list_tight(pointer) != 0 }

    /// This is true for a completed task, and nil for an item that is not a task.
    var isTaskDone: Bool? {
        guard isNamed("tasklist") else { return nil }
        return unsafe cmark_gfm_extensions_get_tasklist_item_checked(pointer)
    }

    /// The lines and columns in the parsed text, from 1. Columns count bytes. Inside a paragraph, both may be wrong.
    var startLine: Int { unsafe Int(cmark_node_get_start_line(pointer)) }
    var startColumn: Int { unsafe Int(cmark_node_get_start_column(pointer)) }
    var endLine: Int { unsafe Int(cmark_node_get_end_line(pointer)) }

    var hasChildren: Bool { unsafe cmark_node_first_child(pointer) != nil }
    var firstChild: MarkdownNode? { unsafe MarkdownNode(cmark_node_first_child(pointer)) }
    var next: MarkdownNode? { unsafe MarkdownNode(cmark_node_next(pointer)) }

    /// The only child if it is a text, as in `<https://…>`.
    var onlyText: MarkdownNode? {
        guard let child = unsafe cmark_node_first_child(pointer), unsafe cmark_node_next(child) == nil,
            unsafe cmark_node_get_type(child) == CMARK_NODE_TEXT
        else { return nil }
        return unsafe MarkdownNode(pointer: child)
    }

    func withLiteral<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe withBytes(of: cmark_node_get_literal(pointer), body)
    }

    func withAddress<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try unsafe withBytes(of: cmark_node_get_url(pointer), body)
    }

    func setLiteral(_ text: [UInt8]) { unsafe set(cmark_node_set_literal, text) }
    func setAddress(_ address: [UInt8]) { unsafe set(cmark_node_set_url, address) }

    /// Rewrites each text of the node: its literal, address, title or info string. `body` returns nil for no change.
    func rewriteTexts(_ kind: NodeKind, _ body: (Span<UInt8>) -> [UInt8]?) {
        switch kind {
        case .text, .code, .htmlInline, .htmlBlock, .codeBlock:
            if let text = withLiteral(body) { setLiteral(text) }
        case .link, .image:
            if let address = withAddress(body) { setAddress(address) }
            if let title = unsafe withBytes(of: cmark_node_get_title(pointer), body) {
                unsafe set(cmark_node_set_title, title)
            }
        default: break
        }
        if kind == .codeBlock, let info = unsafe withBytes(of: cmark_node_get_fence_info(pointer), body) {
            unsafe set(cmark_node_set_fence_info, info)
        }
    }

    func remove() { unsafe cmark_node_free(pointer) }

    /// The fate of a tag of raw HTML, which `decideTags` finds out.
    enum Decision: Int { case none, keep, drop }

    var decision: Decision {
        get { unsafe Decision(rawValue: Int(bitPattern: cmark_node_get_user_data(pointer))) ?? .none }
        nonmutating set {
            unsafe _ = cmark_node_set_user_data(pointer, UnsafeMutableRawPointer(bitPattern: newValue.rawValue))
        }
    }

    /// The position of a block of HTML among those that were cleaned; nil if it was not cleaned yet.
    var cleanedPosition: Int? {
        get {
            let value = unsafe Int(bitPattern: cmark_node_get_user_data(pointer))
            return value >= 16 ? value - 16 : nil
        }
        nonmutating set {
            unsafe _ = cmark_node_set_user_data(pointer, UnsafeMutableRawPointer(bitPattern: (newValue ?? 0) + 16))
        }
    }

    /// Calls a function of cmark-gfm that copies a C string into the node.
    private func set(_ setText: (OpaquePointer?, UnsafePointer<CChar>?) -> CInt, _ text: [UInt8]) {
        unsafe (text + [0]).withUnsafeBufferPointer { text in
            unsafe text.withMemoryRebound(to: CChar.self) { _ = unsafe setText(pointer, $0.baseAddress) }
        }
    }
}

private func withBytes<Result>(
    of text: UnsafePointer<CChar>?, _ body: (Span<UInt8>) throws -> Result
) rethrows -> Result {
    guard let text = unsafe text else { return try body(Span()) }
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: byteCount(ofText: text))
    return try unsafe bytes.withMemoryRebound(to: UInt8.self) { try unsafe body($0.span) }
}

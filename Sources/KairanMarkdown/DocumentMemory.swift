internal import KairanSystem

/// The memory of the documents on one thread. It is handed out in ascending order, and released at once when the last
/// of them is done. cmark-gfm allocates hundreds of small pieces for a page, and `malloc` would take longer for each.
///
/// Each piece follows its size, and starts at a multiple of 16.
struct DocumentMemory {
    private var block = Block(capacity: 1 << 18)
    /// The blocks that are full.
    private var olderBlocks: [Block] = []
    private var documentCount = 0

    private static let headerSize = 16

    /// A piece of memory. It is marked as safe because only what uses its start needs care.
    @safe
    private struct Block {
        let start: UnsafeMutableRawPointer
        let capacity: Int
        var used = 0

        init(capacity: Int) {
            unsafe start = .allocate(byteCount: capacity, alignment: 16)
            self.capacity = capacity
        }
    }

    mutating func beginDocument() { documentCount += 1 }

    mutating func endDocument() {
        documentCount -= 1
        guard documentCount == 0 else { return }
        for block in olderBlocks { unsafe block.start.deallocate() }
        olderBlocks.removeAll()
        block.used = 0
    }

    func deallocate() { for block in olderBlocks + [block] { unsafe block.start.deallocate() } }

    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let total = Self.total(size)
        if block.used + total > block.capacity {
            olderBlocks.append(block)
            block = Block(capacity: max(block.capacity, total * 2))
        }
        let piece = unsafe block.start + block.used + Self.headerSize
        unsafe setSize(of: piece, to: size)
        block.used += total
        return unsafe piece
    }

    mutating func reallocate(_ piece: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer {
        let oldSize = unsafe self.size(of: piece)
        if size <= oldSize { return unsafe piece }
        if unsafe isLast(piece), block.used - Self.total(oldSize) + Self.total(size) <= block.capacity {
            block.used += Self.total(size) - Self.total(oldSize)
            unsafe setSize(of: piece, to: size)
            return unsafe piece
        }
        let larger = unsafe allocate(size)
        unsafe larger.copyMemory(from: piece, byteCount: oldSize)
        return unsafe larger
    }

    mutating func free(_ piece: UnsafeMutableRawPointer) {
        if unsafe isLast(piece) { unsafe block.used -= Self.total(size(of: piece)) }
    }

    private static func total(_ size: Int) -> Int { headerSize + (size + 15) & ~15 }

    private func size(of piece: UnsafeMutableRawPointer) -> Int {
        unsafe (piece - Self.headerSize).load(as: Int.self)
    }

    private func setSize(of piece: UnsafeMutableRawPointer, to size: Int) {
        unsafe (piece - Self.headerSize).storeBytes(of: size, as: Int.self)
    }

    private func isLast(_ piece: UnsafeMutableRawPointer) -> Bool {
        unsafe piece + Self.total(size(of: piece)) - Self.headerSize == block.start + block.used
    }
}

extension DocumentMemory {
    /// The memory of the present thread, which is released when the thread ends.
    static var ofThread: UnsafeMutablePointer<DocumentMemory> {
        if let memory = unsafe place.pointer() { return unsafe memory.assumingMemoryBound(to: DocumentMemory.self) }
        let memory = UnsafeMutablePointer<DocumentMemory>.allocate(capacity: 1)
        unsafe memory.initialize(to: DocumentMemory())
        unsafe place.setPointer(memory)
        return unsafe memory
    }

    private static let place = unsafe ThreadMemory { pointer in
        guard let memory = unsafe pointer?.assumingMemoryBound(to: DocumentMemory.self) else { return }
        unsafe memory.pointee.deallocate()
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }
}

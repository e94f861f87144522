internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The place of a file among those that lead to each other in a circle: readers come to a site by the last ones.
enum UploadRank: Int, Comparable {
    case data, page
    /// Pages of sections and feeds.
    case leading
    /// Files that answer for others which stood in their way. Readers of before may know them.
    case moved
    case manifest
    /// What the address of the site itself shows.
    case root

    static func < (left: UploadRank, right: UploadRank) -> Bool { left.rawValue < right.rawValue }

    init(_ path: String) {
        let (name, fileExtension) = (fileName(of: path).prefix { $0 != "." }, fileExtension(of: path))
        let isPage = isPage(path)
        self =
            switch fileExtension {
            case "json" where name == "manifest" || name == "versions": .manifest
            case _ where isPage && (name == "index" || name == "404"): path.contains("/") ? .leading : .root
            case "json" where name == "index", "xml", "atom", "rss": .leading
            default: isPage ? .page : .data
            }
    }
}

/// Puts new files into layers, of which each leads only to itself and to those before it.
///
/// The files of a circle, such as pages with the same menu, cannot all come after what they lead to. They come by their
/// ranks, so that a reader who follows links from the front page, or the list in a manifest, finds everything.
///
/// - Parameter moved: Those of the new files that have to be made way for.
/// - Parameter all: All files of the site.
func uploadLayers(of new: [DeployedFile], moved: Set<TreePath>, among all: [DeployedFile]) throws -> [[DeployedFile]] {
    if new.count < 2 { return new.isEmpty ? [] : [new] }
    let rank = { (file: DeployedFile) in
        max(UploadRank(file.path.text), moved.contains(file.path) ? .moved : .data)
    }
    // As long as no front page and no manifest is new, and no page takes the place of one that readers know, nobody is
    // led to new files by way of others, since these come later. A deploy that was cut off has to go on in the order in
    // which it began.
    let hasDoor = new.contains { rank($0) >= .moved }
    let files = hasDoor ? all.filter { $0.original == nil } : new
    let links = LinkedFiles(among: files)
    let targets = try forEachPart(of: files) { part in try part.map { Array(try links.targets(of: $0)) } }
    let levels = UploadLevels(files.map(rank), leadingTo: Array(targets.joined())).levels
    // Each layer is an upload of its own. In a long chain of pages, such as posts that name the one before, the first
    // ones have no order, since nobody finds them before the last ones.
    let excess = max(0, (levels.max() ?? 0) - 9)
    let isNew = Set(new.map(\.path))
    let wanted = files.indices.filter { isNew.contains(files[$0].path) }
    let layers = Dictionary(grouping: wanted) { max(0, levels[$0] - excess) }
    return layers.sorted { $0.key < $1.key }.map { $0.value.map { files[$0] } }
}

/// Numbers of layers, by the strongly connected components of a graph (Tarjan, 1972).
private struct UploadLevels {
    private(set) var levels: [Int]
    /// The last layer of each node's component: whoever leads to one of a circle leads to all of it.
    private var ends: [Int]
    private let ranks: [UploadRank]
    private let targets: [[Int]]
    /// When each node was met; 0 for those that were not.
    private var met: [Int]
    /// The first node on the stack to which each leads.
    private var lowest: [Int]
    private var isOnStack: [Bool]
    private var stack: [Int] = []
    private var count = 0

    init(_ ranks: [UploadRank], leadingTo targets: [[Int]]) {
        (self.ranks, self.targets) = (ranks, targets)
        levels = Array(repeating: 0, count: ranks.count)
        (ends, met, lowest) = (levels, levels, levels)
        isOnStack = Array(repeating: false, count: ranks.count)
        for node in ranks.indices where met[node] == 0 { visit(node) }
    }

    /// Goes down without recursion, since a site may have a chain of any length.
    private mutating func visit(_ start: Int) {
        var path = [(node: start, next: 0)]
        enter(start)
        while let (node, next) = path.last {
            guard next < targets[node].count else {
                path.removeLast()
                if lowest[node] == met[node] { close(node) }
                if let above = path.last?.node { lowest[above] = min(lowest[above], lowest[node]) }
                continue
            }
            path[path.count - 1].next += 1
            let target = targets[node][next]
            if met[target] == 0 {
                enter(target)
                path.append((target, 0))
            } else if isOnStack[target] {
                lowest[node] = min(lowest[node], met[target])
            }
        }
    }

    private mutating func enter(_ node: Int) {
        count += 1
        (met[node], lowest[node], isOnStack[node]) = (count, count, true)
        stack.append(node)
    }

    /// All that leads in a circle with the node lies above it on the stack, and what else these lead to has its level.
    private mutating func close(_ node: Int) {
        guard let start = stack.lastIndex(of: node) else { return }
        let circle = stack[start...]
        let base = circle.flatMap { targets[$0] }.filter { !isOnStack[$0] }.map { ends[$0] + 1 }.max() ?? 0
        let present = Set(circle.map { ranks[$0] }).sorted()
        for member in circle {
            isOnStack[member] = false
            levels[member] = base + (present.firstIndex(of: ranks[member]) ?? 0)
            ends[member] = base + present.count - 1
        }
        stack.removeSubrange(start...)
    }
}

internal import KairanReaders

/// Returns the keys of all objects in one order, which is that of most of them, and whether each of them follows it.
func usualOrder(ofKeysIn objects: [[String]]) -> (keys: [String], isCommon: Bool) {
    if let order = commonOrder(ofKeysIn: objects) { return (order, true) }
    let counts = Dictionary(objects.map { ($0, 1) }, uniquingKeysWith: +)
    var seen: Set<[String]> = []
    let orders = objects.filter { seen.insert($0).inserted }.enumerated().sorted {
        (-(counts[$0.element] ?? 0), $0.offset) < (-(counts[$1.element] ?? 0), $1.offset)
    }
    var (kept, order): ([[String]], [String]) = ([], [])
    // The order of few objects is that of all but the odd ones; beyond that, each key takes its place once.
    for keys in orders.prefix(100).map(\.element) {
        guard let found = commonOrder(ofKeysIn: kept + [keys]) else { continue }
        (kept, order) = (kept + [keys], found)
    }
    var known = Set(order)
    return (order + objects.joined().filter { known.insert($0).inserted }, false)
}

/// Returns the keys of all objects in one order that each of them follows, or nil if two objects contradict each other.
func commonOrder(ofKeysIn objects: [[String]]) -> [String]? {
    var firstPlaces: [String: Int] = [:]
    var names: [String] = []
    var followers: [[Int]] = []
    var waitingFor: [Int] = []
    var seen: Set<[Int]> = []
    for keys in objects {
        var last: Int?
        for key in keys {
            let place = firstPlaces[key] ?? names.count
            if place == names.count {
                firstPlaces[key] = place
                names.append(key)
                followers.append([])
                waitingFor.append(0)
            }
            if let last, seen.insert([last, place]).inserted {
                followers[last].append(place)
                waitingFor[place] += 1
            }
            last = place
        }
    }
    var free = names.indices.filter { waitingFor[$0] == 0 }
    var order: [String] = []
    while let next = free.min() {
        free.removeAll { $0 == next }
        order.append(names[next])
        for follower in followers[next] {
            waitingFor[follower] -= 1
            if waitingFor[follower] == 0 { free.append(follower) }
        }
    }
    return order.count == names.count ? order : nil
}

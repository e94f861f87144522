/// The number of elements that a picture draws. A `use` draws an element again, and a few of them within each other
/// draw one millions of times, which no reader's browser survives. So do patterns, masks and markers, which attributes
/// and style sheets name.
struct SVGUses {
    private struct Element {
        var uses: [String] = []
        var parts: [Int] = []
        /// The names by which a style sheet may select the element, as `SVGRules` writes them.
        var keys: [String] = []
    }

    private var elements: [Element] = []
    private var places: [String: Int] = [:]
    private var open: [(element: Int, inherited: Int?)] = []
    private var rules: [String: [String]] = [:]

    static let limit = 200_000

    mutating func enter(_ name: String, _ attributes: [(name: SVGCleaner.Name, value: String)]) {
        let index = elements.count
        var (element, inherited) = (Element(keys: [name]), [String]())
        for (name, value) in attributes {
            if name.namespace.isEmpty {
                if name.local == "id" {
                    if places[value] == nil { places[value] = index }
                    element.keys.append("#\(value)")
                }
                if name.local == "class" {
                    element.keys += value.split { $0.isWhitespace }.prefix(100).map { ".\($0)" }
                }
            }
            let uses = placesNamed(in: value)
            element.uses += uses
            if Self.isInherited(name.local) { inherited += uses }
        }
        elements.append(element)
        // The references that an element hands down count as one more element, which is a part of all elements inside.
        let outer = open.last?.inherited
        var own = outer
        if let outer { elements[index].parts.append(outer) }
        if !inherited.isEmpty {
            own = elements.count
            elements.append(Element(uses: inherited, parts: outer.map { [$0] } ?? []))
        }
        if let parent = open.last { elements[parent.element].parts.append(index) }
        open.append((index, own))
    }

    mutating func leave() { open.removeLast() }

    /// Takes note of the places that a style sheet names for elements.
    mutating func style(_ sheet: [UInt8]) {
        for (key, uses) in SVGRules(sheet).uses { rules[key, default: []] += uses }
    }

    /// Returns whether the elements inside of one look by this attribute of it.
    private static func isInherited(_ attribute: String) -> Bool {
        ["fill", "stroke", "style"].contains(attribute) || attribute.hasPrefix("marker")
    }

    /// This is true if everything that is drawn, with all repetitions, is too much. A part that draws itself counts once,
    /// as browsers draw it.
    var areTooMany: Bool {
        if elements.isEmpty { return false }
        let elements = withRules()
        var counts = [Int?](repeating: nil, count: elements.count)
        var (stack, isOpen) = ([(0, false)], Set<Int>())
        while let (index, isDone) = stack.popLast() {
            let next = elements[index].parts + elements[index].uses.compactMap { places[$0] }
            if isDone {
                isOpen.remove(index)
                let count = next.reduce(1) { min(Self.limit, $0 + (counts[$1] ?? 0)) }
                if count >= Self.limit { return true }
                counts[index] = count
            } else if counts[index] == nil {
                if !isOpen.insert(index).inserted { continue }
                stack.append((index, true))
                stack += next.filter { counts[$0] == nil && !isOpen.contains($0) }.map { ($0, false) }
            }
        }
        return false
    }

    /// Returns the elements, each with one more part for each key by which a style sheet names places for it.
    private func withRules() -> [Element] {
        if rules.isEmpty { return elements }
        var elements = elements
        var parts: [String: Int] = [:]
        for (key, uses) in rules {
            parts[key] = elements.count
            elements.append(Element(uses: uses))
        }
        for index in self.elements.indices where !elements[index].keys.isEmpty {
            elements[index].parts += (elements[index].keys + [SVGRules.any]).compactMap { parts[$0] }
        }
        return elements
    }
}

/// Returns the places of the picture itself that a value names, such as `a` of `url(#a)`. A colour may be among them.
private func placesNamed(in value: String) -> [String] {
    value.split(separator: "#", omittingEmptySubsequences: false).dropFirst().map { place in
        String(place.prefix { !"\"') ;".contains($0) })
    }
}

/// The places that the rules of a style sheet name, by what selects the elements: `.class`, `#id`, the name of an element,
/// or `*`. A selector counts by one of its parts alone, so that rather too many elements are found than too few.
private struct SVGRules {
    static let any = "*"

    private(set) var uses: [String: [String]] = [:]

    init(_ sheet: [UInt8]) {
        // A sheet without an address costs nothing.
        guard sheet.contains(UInt8(ascii: "#")) else { return }
        var (selector, text, depth) = ([UInt8](), [UInt8](), 0)
        var at = 0
        while at < sheet.count {
            let byte = sheet[at]
            at += 1
            switch byte {
            case UInt8(ascii: "/") where at < sheet.count && sheet[at] == UInt8(ascii: "*"):
                while at < sheet.count, !sheet[at...].starts(with: "*/".utf8) { at += 1 }
                at = min(at + 2, sheet.count)
                text.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let string = sheet[at...].prefix { $0 != byte }
                at = min(at + string.count + 1, sheet.count)
                // A bracket in a string is none.
                text += depth > 0 ? string.filter { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "}") } : []
            case UInt8(ascii: "{"):
                depth += 1
                if depth == 1 { (selector, text) = (text, []) } else { text.append(UInt8(ascii: " ")) }
            case UInt8(ascii: "}"):
                depth = max(0, depth - 1)
                if depth == 0 { take(selector, &text) } else { text.append(UInt8(ascii: " ")) }
            default: text.append(byte)
            }
        }
        if depth > 0 { take(selector, &text) }
    }

    private mutating func take(_ selector: [UInt8], _ body: inout [UInt8]) {
        let places = placesNamed(in: String(decoding: body, as: UTF8.self))
        body = []
        if places.isEmpty { return }
        for key in Set(Self.keys(of: String(decoding: selector, as: UTF8.self))) { uses[key, default: []] += places }
    }

    private static func keys(of selector: String) -> [String] {
        // The selectors inside a pseudo-class are skipped, and those beside it decide.
        var (plain, depth) = ("", 0)
        for character in selector {
            if character == "(" { depth += 1 }
            if depth == 0 { plain.append(character) }
            if character == ")" { depth = max(0, depth - 1) }
        }
        return plain.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let last = part.split { $0.isWhitespace || ">+~|".contains($0) }.last ?? ""
            let compound = last.prefix { $0 != ":" && $0 != "[" }
            if let mark = compound.firstIndex(where: { $0 == "." || $0 == "#" }) {
                let name = compound[mark...].dropFirst().prefix { $0 != "." && $0 != "#" }
                return "\(compound[mark])\(name)"
            }
            return compound.isEmpty || compound.hasPrefix("&") ? any : String(compound)
        }
    }
}

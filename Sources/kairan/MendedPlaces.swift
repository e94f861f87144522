internal import KairanEditing
import KairanModel
internal import KairanReaders

/// The places of a file where something was mended.
struct MendedPlaces {
    private let bytes: [UInt8]
    /// The ranges of new bytes. A range is empty if bytes were only removed there.
    private var ranges: [Range<Int>] = []

    init(_ old: [UInt8], _ new: [UInt8]) {
        bytes = new
        let (oldLines, newLines) = (lineRanges(of: old), lineRanges(of: new))
        let (removed, added) = changes(from: oldLines.map { old[$0] }, to: newLines.map { new[$0] })
        var (oldLine, newLine) = (0, 0)
        while oldLine < oldLines.count || newLine < newLines.count {
            let (isRemoved, isAdded) = (removed.contains(oldLine), added.contains(newLine))
            if isRemoved, isAdded { addChanges(of: old[oldLines[oldLine]], to: newLines[newLine]) }
            if isAdded, !isRemoved { ranges.append(newLines[newLine]) }
            // A line that goes with none in its place leaves no place.
            if isRemoved || !isAdded { oldLine += 1 }
            if isAdded || !isRemoved { newLine += 1 }
        }
    }

    /// Adds what changed in a line.
    private mutating func addChanges(of old: ArraySlice<UInt8>, to range: Range<Int>) {
        let new = bytes[range]
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (oldPart, newPart) = (Array(old.dropFirst(head).dropLast(tail)), Array(new.dropFirst(head).dropLast(tail)))
        let start = range.lowerBound + head
        // To compare long parts byte by byte takes too long.
        guard oldPart.count + newPart.count < 2000 else { return ranges.append(start..<(start + newPart.count)) }
        let (removed, added) = changes(from: oldPart, to: newPart)
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < oldPart.count || newIndex < newPart.count {
            let place = start + newIndex
            if removed.contains(oldIndex) {
                ranges.append(place..<place)
                oldIndex += 1
            } else if added.contains(newIndex) {
                ranges.append(place..<(place + 1))
                newIndex += 1
            } else {
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
    }

    /// Tells whether a mistake or its mend is where something was mended. What is only added before or behind a text
    /// that stays, such as a line of front matter, counts where the mistake is.
    func contains(_ mistake: Diagnostic, _ fix: Fix) -> Bool {
        let spans = fix.changes.compactMap { change in
            if case .text(_, let old?, let new) = change, new.hasPrefix(old + "\n") {
                nil as SourceSpan?
            } else {
                change.span
            }
        }
        return ([mistake.span] + spans).contains { span in
            guard let place = textRange(of: nil, at: span, in: bytes) else { return false }
            return ranges.contains {
                $0.isEmpty
                    ? place.lowerBound <= $0.lowerBound && $0.upperBound <= place.upperBound : $0.overlaps(place)
            }
        }
    }
}

/// Returns where the lines of a file are, with their ends.
func lineRanges(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
        let end = (bytes[start...].firstIndex(of: newline) ?? bytes.count - 1) + 1
        lines.append(start..<end)
        start = end
    }
    return lines
}

/// Returns the positions of what goes from a list and of what comes into it.
func changes<Element: Equatable>(
    from old: [Element], to new: [Element]
) -> (removed: Set<Int>, added: Set<Int>) {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
    }
    return (removed, added)
}

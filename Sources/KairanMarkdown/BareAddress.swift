internal import KairanModel

extension [UInt8] {
    /// Returns the end of the bare address around `start`, which is the `:` of its scheme or the first `w` of `www.`,
    /// if CJK text follows directly. Returns nil if there is no such address, or it ends by itself, or it is a link's
    /// destination.
    ///
    /// Nothing before `floor` is read.
    func endOfBareAddress(around start: Int, after floor: Int) -> Int? {
        guard let (first, host) = bareAddressStart(around: start), first > floor,
            let text = startOfCJKText(afterHost: host), text > host
        else { return nil }
        let end = trimmedAddressEnd(from: first, to: text)
        guard end > host, !isInsideDestination(first) else { return nil }
        return end
    }

    private func bareAddressStart(around start: Int) -> (first: Int, host: Int)? {
        if self[start] == UInt8(ascii: "w") {
            guard span.hasBytes("www.".utf8, at: start) else { return nil }
            let isStart = start == 0 || isBlank(self[start - 1]) || "*_~(".utf8.contains(self[start - 1])
            return isStart ? (start, start + 4) : nil
        }
        guard span.hasBytes("://".utf8, at: start) else { return nil }
        var first = start
        while first > 0, start - first < 6, isASCIILetter(self[first - 1]) { first -= 1 }
        let scheme = self[first..<start].map { $0 | 0x20 }
        return ["http", "https", "ftp"].contains { scheme.elementsEqual($0.utf8) } ? (first, start + 3) : nil
    }

    /// Returns the start of the CJK text after a host. A host with a label that starts in CJK, such as `日本語.example`,
    /// is an internationalized name and stays whole.
    private func startOfCJKText(afterHost host: Int) -> Int? {
        var at = host
        var (isHost, isInternational) = (true, false)
        while at < count {
            let byte = self[at]
            if byte <= 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "|") { return nil }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isHost = false }
            guard byte >= 0xE1, let (scalar, length) = span.scalar(startingAt: at) else {
                at += 1
                continue
            }
            if scalar.isCJK {
                let startsLabel = at == host || self[at - 1] == UInt8(ascii: ".")
                isInternational = isInternational || startsLabel && !scalar.isPunctuation
                if !isHost || !isInternational { return at }
            }
            at += length
        }
        return nil
    }

    /// Returns the end of an address by the rules of cmark-gfm's `autolink_delim`. General punctuation (`…`, `”`) at
    /// the end is also cut off, and so are brackets that open something in the text after the address.
    private func trimmedAddressEnd(from first: Int, to limit: Int) -> Int {
        var end = limit
        var surplus = 0
        for byte in self[first..<limit] {
            if byte == UInt8(ascii: ")") { surplus += 1 }
            if byte == UInt8(ascii: "(") { surplus -= 1 }
        }
        while end > first {
            let last = self[end - 1]
            if last == UInt8(ascii: ")"), surplus > 0 {
                surplus -= 1
                end -= 1
            } else if "([{".utf8.contains(last) {
                if last == UInt8(ascii: "(") { surplus += 1 }
                end -= 1
            } else if "?!.,:*_~'\"".utf8.contains(last) {
                end -= 1
            } else if last == UInt8(ascii: ";") {
                end = endBeforeEntity(from: first, to: end)
            } else if end - first > 3, self[end - 3] == 0xE2, self[end - 2] == 0x80, (0x90...0xA7).contains(last) {
                end -= 3
            } else {
                break
            }
        }
        return end
    }

    private func endBeforeEntity(from first: Int, to end: Int) -> Int {
        var start = end - 2
        while start > first, isASCIILetter(self[start]) { start -= 1 }
        return start < end - 2 && self[start] == UInt8(ascii: "&") ? start : end - 1
    }

    /// Returns whether the text at `start` belongs to `](…)`, `]: …` or `<…>`, where a space would end it.
    private func isInsideDestination(_ start: Int) -> Bool {
        var at = start - 1
        // Destinations are short, and the limit keeps a line with many addresses from being read many times.
        let floor = Swift.max(0, start - 2048)
        while at >= floor {
            let byte = self[at]
            if isBlank(byte) {
                while at >= floor, isBlank(self[at]) { at -= 1 }
                return opensDestination(at)
            }
            if byte == UInt8(ascii: "<") || opensDestination(at) { return true }
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: ")") { return false }
            at -= 1
        }
        return false
    }

    private func opensDestination(_ at: Int) -> Bool {
        guard at > 0, self[at - 1] == UInt8(ascii: "]") else { return false }
        return self[at] == UInt8(ascii: "(") || self[at] == UInt8(ascii: ":")
    }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

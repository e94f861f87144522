internal import KairanContent
package import KairanFormats
internal import KairanMarkdown
internal import KairanModel
package import KairanPublish
internal import KairanReaders

/// The result of scanning the links of one output.
package struct LinkScan: Sendable {
    package var facts: LinkFacts
    /// This is true if there is a mistake that no other output could correct, such as an empty address or a duplicate
    /// place.
    package var hasMistake: Bool

    /// Returns whether all links are right.
    package func holds(_ provided: FactSet) -> Bool {
        !hasMistake && facts.required.allSatisfy(provided.contains)
    }
}

/// Finds out which facts outputs provide and require. It does not look at places on other pages, so outputs can be
/// scanned in parallel.
package struct LinkScanner: Sendable {
    /// The facts that outputs exist, for the paths of all outputs.
    package let paths: FactSet
    private let follower: AddressFollower
    private let plainFollower: PlainAddressFollower
    /// The paths of outputs that templates make, and of those that are copied. Links of other files are not scanned.
    private let made: FactSet
    private let copied: FactSet
    /// The addresses in outputs of other formats, and for each of these outputs the position of its own.
    private let data: [DataAddresses]
    private let dataOfOutputs: [UInt64: Int]
    private let finder: DataAddressFinder

    /// - Parameter paths: The facts that outputs exist, for the paths of all outputs.
    package init(_ plan: OutputPlan, _ paths: FactSet) {
        self.paths = paths
        follower = AddressFollower(plan.site.settings) { paths.contains($0) }
        plainFollower = PlainAddressFollower(follower)
        var (made, copied): ([UInt64], [UInt64]) = ([], [])
        for (template, range) in zip(plan.templates.templates, plan.jobRanges) {
            // A mistake in a second copy is one in the first, too.
            guard !template.isSecondCopy,
                isMarkup("x.\(template.pattern.fileExtension)") || template.pattern.fileExtension == "css"
            else { continue }
            let paths = plan.jobs[range].map(\.fact)
            made += paths
            if case .copy = template.kind { copied += paths }
        }
        (self.made, self.copied) = (FactSet(made), FactSet(copied))
        finder = DataAddressFinder(plan.site.settings)
        var (data, dataOfOutputs): ([DataAddresses], [UInt64: Int]) = ([], [:])
        for (template, range) in zip(plan.templates.templates, plan.jobRanges) where !template.isSecondCopy {
            guard let addresses = template.dataAddresses else { continue }
            for job in plan.jobs[range] { dataOfOutputs[job.fact] = data.count }
            data.append(addresses)
        }
        (self.data, self.dataOfOutputs) = (data, dataOfOutputs)
    }

    /// Scans an output that has just been made, which knows where it wrote addresses.
    package func scan(_ made: MadeOutput) -> LinkScan { scan(made.file, made.addresses) }

    /// - Parameter known: The addresses of JSON; nil if they are to be found in it.
    package func scan(_ file: OutputFile, _ known: [AddressPlace]? = nil) -> LinkScan {
        let path = FactHash(file.path)
        var finding = Finding(provided: [path.value])
        let fileExtension = fileExtension(of: file.path)
        if OutputKind(fileExtension: fileExtension).isMarkup {
            let bytes = file.bytes
            let scan = HTMLScan(bytes, isXML: isXMLMarkup(file.path))
            provide(scan.names, bytes, path, &finding)
            require(scan.addresses, bytes, follower.page(file.path, base: scan.base), path, &finding)
        } else if fileExtension == "css" {
            let (bytes, page) = (file.bytes, AddressFollower.Page(path: file.path, start: file.path))
            require(CSSScan(bytes[...]).addresses, bytes, page, path, &finding)
        } else if let position = dataOfOutputs[path.value] {
            let found = finder.addresses(data[position], in: file.bytes, known)
            follow(
                found.addresses, found.bytes, AddressFollower.Page(path: file.path, start: file.path), path, &finding)
        }
        let facts = LinkFacts(provided: finding.provided, required: finding.required)
        return LinkScan(facts: facts, hasMistake: finding.hasMistake)
    }

    private struct Finding {
        var provided: [UInt64]
        var required: [UInt64] = []
        var hasMistake = false
    }

    private func provide(_ names: [HTMLScan.Name], _ bytes: [UInt8], _ path: FactHash, _ finding: inout Finding) {
        for name in names {
            var place = path.place()
            let text = bytes[name.range]
            if text.contains(UInt8(ascii: "&")) {
                place.add(attributeText(text).utf8.span)
            } else {
                place.add(text.span)
            }
            finding.provided.append(place.value)
        }
        guard isChecked(path), !copied.contains(path.value) else { return }
        finding.hasMistake = hasPlaceTwice(names.filter(\.isID).map { bytes[$0.range] })
    }

    private func hasPlaceTwice(_ ids: [ArraySlice<UInt8>]) -> Bool {
        guard ids.count > 1 else { return false }
        guard ids.allSatisfy(hasOneForm) else { return Set(ids.map(attributeText)).count < ids.count }
        let hashes = ids.map { id in
            var hash = FactHash()
            hash.add(id.span)
            return hash.value
        }
        return hashes.sortedOnce.count < ids.count
    }

    private func isChecked(_ path: FactHash) -> Bool { made.contains(path.value) }

    private func require(
        _ addresses: [AddressPlace], _ bytes: [UInt8], _ page: AddressFollower.Page, _ path: FactHash,
        _ finding: inout Finding
    ) {
        if isChecked(path) { follow(addresses, bytes, page, path, &finding) }
    }

    private func follow(
        _ addresses: [AddressPlace], _ bytes: [UInt8], _ page: AddressFollower.Page, _ path: FactHash,
        _ finding: inout Finding
    ) {
        let isCopied = copied.contains(path.value)
        finding.required.reserveCapacity(addresses.count)
        for place in addresses {
            let count = finding.required.count
            if !page.hasBase, plainFollower.follow(place, in: bytes, on: path, &finding.required) { continue }
            finding.required.removeLast(finding.required.count - count)
            let link = place.found(in: bytes)
            if !isCopied, link.scriptScheme != nil { finding.hasMistake = true }
            let destination = follower.follow(link.value, link.use, on: page)
            if let facts = destination.facts { finding.required += facts } else { finding.hasMistake = true }
        }
    }
}

/// Returns whether a text consists of ASCII, kana and common ideographs, without references and combining marks. Two
/// such texts are equal if and only if their bytes are, while strings are equal in all normal forms (Unicode Standard
/// Annex 15).
private func hasOneForm(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
        if text[index] == UInt8(ascii: "&") { return false }
        if text[index] < 0x80 {
            index += 1
            continue
        }
        guard index + 2 < text.endIndex else { return false }
        switch (text[index], text[index + 1], text[index + 2]) {
        case (0xE3, 0x80, 0x80..<0xAA), (0xE3, 0x81, _), (0xE3, 0x82, 0x80..<0x99), (0xE3, 0x82, 0x9B...),
            (0xE3, 0x83, _), (0xE3, 0x90..., _), (0xE4...0xE9, _, _):
            index += 3
        default: return false
        }
    }
    return true
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let audience = FieldKind(
        meaning: "the apps that it is for: platforms, versions, a share of all devices in percent, and from when",
        example: "{ platforms: [ios], versions: \">=1.4.0 <2.0.0\", share: 20, from: 2026-04-01T09:00 }", options: [],
        hasParts: true)
}

extension FieldDeclaration {
    /// Returns what the parts of an audience are, each of which may be left out. Without any, it is everybody.
    static func partsOfAudience(at span: SourceSpan) -> [FieldDeclaration] {
        RecordType.audience.fields.map { part in
            var field = FieldDeclaration(name: part.name, type: part.type, isOptional: true, span: span)
            switch part.name {
            case "platforms":
                let platform = FieldDeclaration(
                    name: part.name, type: part.type.elementOfList, isOptional: false, span: span)
                field.parts = [platform]
            case "versions": field.form.example = "\">=1.4.0 <2.0.0\""
            case "share":
                (field.isOptional, field.defaultValue) = (false, .decimal(DecimalNumber(100)))
                (field.limits.minimum, field.limits.maximum) = (DecimalNumber(0), DecimalNumber(100))
                field.form.hint = "Percent of the devices"
            case "seed": field.form.hint = "Entries with the same seed have the same devices in their shares"
            default: break
            }
            return field
        }
    }
}

extension FieldDeclaration {
    /// The parts without their limits, of which messages tell as limits that the collection sets.
    var unlimitedParts: [FieldDeclaration] {
        parts.map { part in
            var part = part
            part.limits = FieldLimits()
            return part
        }
    }
}

extension ValueReader {
    /// Returns the parts of an audience as JSON has them, once they are read as those of any record.
    mutating func audience(_ values: [Value], _ node: SourceNode, _ field: FieldDeclaration) -> [Value] {
        var values = values
        for (index, part) in field.parts.enumerated() {
            guard let given = node[part.name] else { continue }
            switch (part.name, values[index]) {
            case ("platforms", .list(let platforms)) where platforms.isEmpty && given.elements?.isEmpty == true:
                error(
                    .audienceNobody, "'\(field.name).platforms' is empty, so no app is meant", at: given.span,
                    help: "name platforms, or leave 'platforms' out for all")
            case ("versions", .text(let text)): values[index] = versions(text, given)
            case ("share", .decimal(let share)) where share < DecimalNumber(0) || share > DecimalNumber(100):
                error(
                    .audienceShare, "'\(share)' is no share of all devices", at: given.span,
                    help: "write a percentage from 0 to 100")
            case ("share", .decimal(let share)) where share.scale > 2:
                error(
                    .audienceShare, "'\(share)' has more than two decimals", at: given.span,
                    help: "write a percentage such as 12.5 or 0.25")
            default: break
            }
        }
        if let seed = values.last, seed.isMissing || seed == .text("") {
            values[values.count - 1] = .text("\(owner.collection)/\(owner.id)")
        }
        return values
    }

    private mutating func versions(_ text: String, _ node: SourceNode) -> Value {
        do throws(VersionRange.Mistake) {
            return .text(try VersionRange(text).description)
        } catch {
            self.error(.audienceVersions, error.message, at: node.span, help: fullWidthHelp(text) ?? error.advice)
            return .missing
        }
    }
}

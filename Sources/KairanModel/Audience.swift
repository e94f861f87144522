extension RecordType {
    /// The parts of an audience, in the order in which JSON has them. Apps decide by them on the device, so their meaning
    /// never changes, and a part that comes later excludes the apps that do not know it.
    package static let audience = RecordType([
        .init("platforms", .list(.choice(.platforms)), isOptional: true),
        .init("versions", .text, isOptional: true),
        .init("share", .decimal),
        .init("from", .dateTime, isOptional: true),
        .init("seed", .text),
    ])

    package var isAudience: Bool { fields.count == Self.audience.fields.count && self == .audience }
}

extension Choice {
    /// The platforms of apps. Others may come.
    package static let platforms: Choice = {
        let names = ["android", "ios", "linux", "macos", "web", "windows"]
        var choice = Choice(options: names.map { ($0, $0) })
        choice.isOpen = true
        return choice
    }()
}

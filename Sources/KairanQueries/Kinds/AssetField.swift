internal import KairanContent
internal import KairanFormats
internal import KairanMarkdown
package import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let file = FieldTraits(
        views: [
            "url": TypedStep(step: .assetURL, type: .url, assurance: .ownFile),
            "path": TypedStep(step: .assetPath, type: .url, assurance: .ownFile),
            "name": TypedStep(step: .assetName, type: .text), "bytes": TypedStep(step: .byteCount, type: .integer),
            "type": TypedStep(step: .mediaType, type: .text), "text": TypedStep(step: .displayText, type: .text),
        ], text: .none, isSearched: false, editor: { _ in ["type": "string", "minLength": 1] },
        editorWords: "The path of a file, from this entry's folder",
        isTold: { $0.has(.assetURL) || $0.has(.assetPath) }, written: { $0.picture($1) })

    static let image: FieldTraits = {
        var traits = file
        traits.views.merge([
            "width": TypedStep(step: .width, type: .integer), "height": TypedStep(step: .height, type: .integer),
            "color": TypedStep(step: .pictureColor, type: .color), "srcset": TypedStep(step: .srcset, type: .text),
            "sizes": TypedStep(step: .sizes, type: .list(.record(Schema.pictureSize))),
        ]) { $1 }
        traits.editorWords = "The path of an image, from this entry's folder"
        return traits
    }()
}

extension Evaluator {
    func assetView(_ step: Step, _ asset: Asset) -> Value {
        switch step {
        case .assetURL: .text(site.address(ofOutput: asset.publishedPath, .absolute))
        case .assetPath: .text(site.address(ofOutput: asset.publishedPath, .fromRoot))
        case .assetName: .text(String(fileName(of: asset.publishedPath)))
        case .width: asset.picture.map { .integer($0.width) } ?? .missing
        case .height: asset.picture.map { .integer($0.height) } ?? .missing
        case .pictureColor: color(of: asset)
        case .sizes: .list(sizes(of: asset))
        case .srcset: .text(srcset(of: asset))
        case .byteCount: .integer(asset.byteCount)
        case .displayText: .text(kindAndSize(of: asset))
        default: .text(asset.mediaType)
        }
    }

    /// Returns what people want to know before they open a file, such as `PDF, 240 KB`.
    private func kindAndSize(of asset: Asset) -> String {
        let kind = fileExtension(of: asset.publishedPath).uppercased()
        let units = [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]
        let (unit, size) = units.last { asset.byteCount >= $0.1 } ?? units[0]
        // A thousand of one unit is one of the next. Whoever waits for megabytes wants their tenths.
        let tenths = (asset.byteCount * 10 + size / 2) / size
        let shown = unit == "KB" ? max(1, (tenths + 5) / 10) * 10 : tenths
        let number = DecimalNumber(significand: shown, scale: 1).description
        return (kind.isEmpty ? "" : "\(kind), ") + "\(groupedNumber(number, locale.code)) \(unit)"
    }

    private func color(of asset: Asset) -> Value {
        if asset.hasNoPixels {
            recorder?.note(site.lacksColor(asset.path))
            return .missing
        }
        if let color = site.pictures.color(of: asset) { return .text(color) }
        recorder?.note(site.damaged(asset.path))
        return .missing
    }

    /// Returns the sizes as `Schema.pictureSize` describes them, the smallest first and the picture itself last.
    private func sizes(of asset: Asset) -> [Value] {
        versions(of: asset).map { path, width, height in
            .record(
                [
                    .text(site.address(ofOutput: path, .absolute)), .text(site.address(ofOutput: path, .fromRoot)),
                    .integer(width), .integer(height),
                ], Schema.pictureSize)
        }
    }

    /// Returns the value of the attribute `srcset` (HTML 4.8.4.2.1).
    private func srcset(of asset: Asset, escaping escape: (String) -> String = { $0 }) -> String {
        versions(of: asset).map { path, width, _ in "\(escape(site.address(ofOutput: path, form))) \(width)w" }
            .joined(separator: ", ")
    }

    private func versions(of asset: Asset) -> [(path: String, width: Int, height: Int)] {
        guard let picture = asset.picture else { return [] }
        return asset.smallerSizes.map { ($0.path, $0.width, $0.height) }
            + [(asset.publishedPath, picture.width, picture.height)]
    }

    /// Returns the attributes of a picture in a text besides its address. They include its size, so that nothing moves
    /// when it loads.
    func attributes(of picture: Asset) -> String {
        guard let size = picture.picture else { return "" }
        let attributes = " width=\"\(size.width)\" height=\"\(size.height)\" loading=\"lazy\""
        if size.widths.isEmpty { return attributes }
        return attributes + " srcset=\"\(srcset(of: picture, escaping: escapedAddress))\" sizes=\"100vw\""
    }
}

extension Site {
    /// Returns a picture of the content as texts show it.
    func textPicture(_ path: String) -> Asset? {
        guard var asset = content.pictures[path], let width = asset.picture?.width else { return nil }
        // Other widths are for fields only. If no sizes are made, there are none to offer.
        let made = asset.picture?.widths ?? []
        asset.picture?.widths = settings.pictureWidths.filter { $0 < width && made.contains($0) }
        return asset
    }

    /// Reports an SVG of which a colour is asked.
    func lacksColor(_ path: String) -> Diagnostic {
        let span = namedFiles().first { $0.path == path }?.span
        return Diagnostic(
            .error, .imageFormat, "'\(fileName(of: path))' is an SVG, and has no pixels to take a colour from",
            at: span ?? SourceSpan(path: "content/\(path)"),
            help: "save it as PNG, or leave out its 'color' in templates")
    }

    /// Reports a picture whose header is valid but whose pixels cannot be decoded.
    package func damaged(_ path: String, _ severity: Diagnostic.Severity = .error) -> Diagnostic {
        let span = namedFiles().first { $0.path == path }?.span
        return .damagedPicture(
            severity, named: String(fileName(of: path)), at: span ?? SourceSpan(path: "content/\(path)"))
    }
}

extension FieldWriter {
    mutating func picture(_ told: Recovered) -> SourceNode? {
        guard let node = told[.assetURL]?.value ?? told[.assetPath]?.value, let address = node.scalar else {
            return told.value
        }
        if let path = pictures.path(of: address, at: node.span) {
            return SourceNode(.scalar(path, .string), span: node.span)
        }
        if address.isEmpty {
            mistake(.importPicture, "an empty text is not an address", told, help: "write null, or leave the key out")
            return nil
        }
        mistake(
            .importPicture, "there is no file here for '\(address)'", told,
            help: "save it beside the JSON, or say where it is: --pictures FOLDER; import fetches nothing")
        return nil
    }
}

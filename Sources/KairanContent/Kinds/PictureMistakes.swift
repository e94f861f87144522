package import KairanModel
package import KairanPictures
package import KairanReaders

extension Diagnostic {
    /// Returns the diagnostic for a mistake in a picture's file.
    package static func picture(_ mistake: Picture.Mistake, named name: String, at span: SourceSpan) -> Diagnostic {
        switch mistake {
        case .noPicture:
            Diagnostic(
                .error, .imageFormat, "'\(name)' is not a PNG, JPEG, GIF, WebP or SVG picture", at: span,
                help: "save it again from a picture editor")
        case .other(.pdf):
            Diagnostic(
                .error, .imageFormat, "'\(name)' is a PDF, not a picture", at: span,
                help: "save its page as PNG or JPEG, or link to it as a file")
        case .other(let format):
            Diagnostic(
                .error, .imageMetadata,
                "'\(name)' is \(format.rawValue), which not all apps can show, and the location stored in it cannot be "
                    + "removed", at: span, help: "save it as JPEG or PNG")
        case .cutOff:
            Diagnostic(
                .error, .imageFormat, "'\(name)' is cut off: its end is missing", at: span,
                help: "copy it or save it again, in full")
        case .tooLarge(let width, let height):
            Diagnostic(
                .error, .imageSize,
                "'\(name)' says that it has \(width) × \(height) pixels, more than any page can show",
                at: span, help: "save it smaller, with at most 20000 pixels a side and 100 million in all")
        case .tooManyScans(let count):
            Diagnostic(
                .error, .imageSize, "'\(name)' is drawn in \(count) scans, more than any program writes", at: span,
                help: "save it again from a picture editor; at most 200 are read")
        case .malformed(let line, let reason):
            Diagnostic(
                .error, .imageFormat, "'\(name)' is not a whole SVG: line \(line): \(reason)", at: span,
                help: "save it again from a picture editor, as plain SVG")
        case .lacksNamespace:
            Diagnostic(
                .error, .imageFormat, "the 'svg' in '\(name)' has no xmlns, so no browser shows it as a picture",
                at: span,
                help: "write <svg xmlns=\"http://www.w3.org/2000/svg\" …>")
        case .inUTF16:
            Diagnostic(
                .error, .imageFormat, "'\(name)' is an SVG in UTF-16, which is not read", at: span,
                help: "save it in UTF-8")
        case .drawsTooMuch:
            Diagnostic(
                .error, .imageSize, "'\(name)' draws more than any browser could show", at: span,
                help: "its parts nest or repeat each other too often: save it simpler, or as PNG")
        }
    }

    package static func picture(_ format: PictureFormat, named name: String, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .imageFormat,
            "'\(name)' is \(format == .svg ? "an" : "a") \(format.name) picture, not what its name says", at: span,
            help: "save it again in the format of its name, or rename it to end in .\(format.extensions[0]); if it is "
                + "already published, a new name breaks whatever uses its address")
    }
}

extension Diagnostic {
    /// - Parameter severity: An error if the pixels are used.
    package static func damagedPicture(
        _ severity: Severity, named name: String, at span: SourceSpan
    ) -> Diagnostic {
        Diagnostic(
            severity, .imageDamaged, "'\(name)' is damaged: its data cannot be decoded to the end", at: span,
            help: "copy it again, or save it again from a picture editor")
    }
}

/// Returns whether a file's name is that of a picture that browsers show.
package func isNamedAsPicture(_ path: String) -> Bool { PictureFormat.isNamed(by: fileExtension(of: path)) }

extension SourceFile {
    var isNamedAsPicture: Bool { PictureFormat.isNamed(by: fileExtension) }

    /// This is true if the file is a picture by its name or its bytes, because any picture may contain metadata.
    package var isPicture: Bool {
        // Only by its name does a browser take a text for an SVG.
        if isNamedAsPicture || ![nil, .svg].contains(PictureFormat(bytes)) { return true }
        let other = OtherPictureFormat(bytes)
        return other != nil && other != .pdf
    }
}

extension SourceFile {
    /// This is true for a picture of pixels. One of lines may have scripts, which the authors of templates may write.
    package var isPictureOfPixels: Bool {
        guard isPicture else { return false }
        // A photo may have the name of an SVG.
        return fileExtension != "svg" || ![nil, .svg].contains(PictureFormat(bytes)) || OtherPictureFormat(bytes) != nil
    }
}

extension Diagnostic {
    /// Returns the warning for an SVG of which something is left out; nil if it is whole.
    static func removed(_ parts: [RemovedPart], of path: String, named name: String, at span: SourceSpan) -> Diagnostic?
    {
        guard let first = parts.first else { return nil }
        let others = parts.count > 1 ? " and \(parts.count - 1) more" : ""
        return Diagnostic(
            .warning, .imageActive,
            "'\(name)' is published without \(first.what) in its line \(first.line)\(others)", at: span,
            help: "of an SVG only what shows something is published; if something is missing, save it as plain SVG",
            related: parts.prefix(10).map { part in
                RelatedPlace(SourceSpan(path: "content/\(path)", line: part.line), "\(part.what) is left out")
            })
    }
}

/// Returns whether bytes are a picture of pixels that can be published, whatever its name says.
package func isWholePicture(_ bytes: [UInt8]) -> Bool {
    do {
        let picture = try Picture(bytes)
        return picture.format != .svg && !picture.isDamaged
    } catch {
        return false
    }
}

/// Returns why a file that is or claims to be a picture is not one, or is not complete. Returns nil if nothing is
/// wrong.
package func pictureMistake(_ file: SourceFile) -> Diagnostic? {
    let (name, span) = (String(fileName(of: file.path)), SourceSpan(path: file.path))
    do {
        let picture = try Picture(file.bytes)
        guard picture.format.extensions.contains(file.fileExtension) || !file.isNamedAsPicture else {
            return .picture(picture.format, named: name, at: span)
        }
        return picture.isDamaged ? .damagedPicture(.warning, named: name, at: span) : nil
    } catch {
        return .picture(error, named: name, at: span)
    }
}

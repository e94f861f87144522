package import KairanModel
internal import KairanPictures

extension Diagnostic {
    /// What is wrong with a picture's file.
    static func picture(_ mistake: Picture.Mistake, named name: String, at span: SourceSpan) -> Diagnostic {
        switch mistake {
        case .noPicture:
            Diagnostic(
                .error, "image.format", "'\(name)' is not a PNG, JPEG, GIF or WebP picture", at: span,
                help: "save it again from a picture editor")
        case .cutOff:
            Diagnostic(
                .error, "image.format", "'\(name)' is cut off: its end is missing", at: span,
                help: "copy or save it again, all of it")
        case .tooLarge(let width, let height):
            Diagnostic(
                .error, "image.size",
                "'\(name)' says that it has \(width) × \(height) pixels, more than any page can show",
                at: span, help: "save it smaller, with at most 20000 pixels a side and 100 million in all")
        }
    }

    static func picture(_ format: PictureFormat, named name: String, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, "image.format", "'\(name)' is a \(format.name) picture, not what its name says", at: span,
            help: "save it again in the format of its name, or rename it to end in .\(format.extensions[0]); if it is "
                + "published, another name breaks whatever has its address")
    }
}

/// True for a file whose name says that it is a picture that browsers show.
package func isNamedAsPicture(_ path: String) -> Bool { PictureFormat.isNamed(by: fileExtension(of: path)) }

/// Why a file that is called a picture is not what it says.
package func pictureMistake(_ file: SourceFile) -> Diagnostic? {
    let (name, span) = (String(fileName(of: file.path)), SourceSpan(path: file.path))
    do {
        let format = try Picture(file.bytes).format
        return format.extensions.contains(file.fileExtension) ? nil : .picture(format, named: name, at: span)
    } catch {
        return .picture(error, named: name, at: span)
    }
}

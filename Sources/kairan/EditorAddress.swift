import KairanModel
internal import KairanReaders
import KairanSystem

/// Returns the address that opens a place in the user's text editor, which `VISUAL` or `EDITOR` may name; if neither
/// names one that has such addresses, they are those of Visual Studio Code.
///
/// - Returns: An address such as `vscode://file/home/mia/board/content/ads/a.md:3:8`; nil if there is no such file.
func editorAddress(of span: SourceSpan) -> String? {
    let names = ["VISUAL", "EDITOR"].compactMap(environmentVariable).compactMap { command in
        command.split(separator: " ").first.map { String(fileName(of: String($0))) }
    }
    let scheme = names.lazy.compactMap { schemes[$0] }.first ?? "vscode"
    return realPath(of: span.path).map { path in
        let escaped = percentEncoded(path) { isASCIILetter($0) || isASCIIDigit($0) || "-._~/".utf8.contains($0) }
        return "\(scheme)://file\(escaped):\(span.line):\(span.column)"
    }
}

/// The schemes of the addresses of editors, by the names of their programs.
private let schemes = [
    "code": "vscode", "code-insiders": "vscode-insiders", "codium": "vscodium", "cursor": "cursor",
    "windsurf": "windsurf", "zed": "zed", "zeditor": "zed",
]

internal import KairanContent
package import KairanModel

extension Schema {
    /// Returns help with the parts of a value that has no single text. Of a picture, most pages need the address.
    package func partsHelp(_ name: String, _ type: FieldType) -> String? {
        var parts = names(on: type)
        guard !parts.isEmpty else { return nil }
        for first in ["sizes", "srcset", "path"] where type == .image {
            parts.removeAll { $0 == first }
            parts.insert(first, at: 0)
        }
        return "name one of its parts: " + parts.prefix(12).map { "\(name).\($0)" }.joined(separator: ", ")
    }
}

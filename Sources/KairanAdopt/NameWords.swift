internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Names that are taken already, and new ones that are not.
struct Names {
    private var taken: Set<String> = []

    init(_ taken: Set<String> = []) { self.taken = taken }

    func contains(_ name: String) -> Bool { taken.contains(name) }

    /// Returns the name, with a number at its end if it is taken.
    mutating func unique(_ name: String) -> String {
        var (result, number) = (name, 1)
        while !taken.insert(result).inserted {
            number += 1
            result = "\(name)\(number)"
        }
        return result
    }
}

/// Returns a name for a field or a collection that a key of JSON suggests, such as `clientName` for `client-name`.
func fieldName(for key: String, else fallback: String) -> String {
    let parts = key.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    guard let first = parts.first, first.contains(where: \.isLetter) else { return fallback }
    let name = ([String(first)] + parts.dropFirst().map(capitalized)).joined()
    let reserved = CollectionDeclaration.reservedNames + ["now", "today", "true", "false", "null"]
    return reserved.contains(name) || name.first?.isLetter != true ? fallback + capitalized(name[...]) : name
}

func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

/// Returns the word for one of several things: `category` for `categories`.
func singular(_ word: String) -> String {
    if word.hasSuffix("news") { return word }
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
    return word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 2 ? String(word.dropLast()) : word
}

/// The keys under which wrappers of lists have the list itself, which say nothing of what it lists.
let wrapperKeys: Set = ["items", "data", "results", "entries", "list", "records", "rows", "values", "content", "value"]

/// Names of files that say nothing of what they hold.
let plainFileNames: Set = ["data", "index", "all", "main", "api", "content", "db", "export", "list"]

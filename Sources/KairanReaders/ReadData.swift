package import KairanModel

/// Reads a file of data in the format that its extension names. Returns nil if Kairan does not know the extension.
///
/// - Parameter columns: The meaning of each column of a table.
package func readData(_ file: SourceFile, columns: TableColumns = TableColumns()) -> Diagnosed<SourceNode?>? {
    switch file.fileExtension {
    case "yml", "yaml": readYAML(file)
    case "toml": readTOML(file)
    case "json": readJSON(file)
    case "csv": readCSV(file, columns)
    default: nil
    }
}

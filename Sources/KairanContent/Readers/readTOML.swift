package import KairanModel

/// Reads TOML 1.0 (toml.io/en/v1.0.0).
package func readTOML(_ file: SourceFile) -> Diagnosed<SourceNode?> { Diagnosed(nil) }

/// Reads the TOML that stands in `range` of a file of valid UTF-8.
func readTOML(_ file: SourceFile, range: Range<Int>) -> Diagnosed<SourceNode?> { Diagnosed(nil) }

package import KairanModel

/// Reads TOML 1.0 (toml.io/en/v1.0.0).
package func readTOML(_ file: SourceFile) -> Diagnosed<SourceNode?> { Diagnosed(nil) }

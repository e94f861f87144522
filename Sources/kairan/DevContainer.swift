import KairanSystem

/// The settings with which hosts of dev containers, such as GitHub Codespaces, install Kairan and open the forms.
enum DevContainer {
    static let path = ".devcontainer/devcontainer.json"
    /// The words that tell Kairan's file from those of others.
    static let mark = "Made by 'kairan schema --devcontainer'"

    static var text: String {
        String(embedded: "kairan/Examples/devcontainer.json").replacing("{{version}}", with: Kairan.version)
    }
}

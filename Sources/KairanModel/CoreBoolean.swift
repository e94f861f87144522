/// Returns what an unquoted text means in YAML's core schema (YAML 1.2.2, 10.3.2), and in a table as spreadsheets write
/// it; nil if it is not a truth value.
package func coreBoolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
}

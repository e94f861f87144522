/// The regular expressions that schemas use for certain texts.
package enum KnownPattern: String {
    case time = "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
    case color = "^#[0-9a-f]{6}$"
    case version = #"^[0-9]+(\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"#
    case yearMonth = "^[0-9]{4}-[0-9]{2}$"
}

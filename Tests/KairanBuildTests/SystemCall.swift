import Foundation
import KairanSystem

/// Runs a call of the C library that reports failure as -1.
@discardableResult
func systemCall<Result: SignedInteger>(_ call: () -> Result) throws -> Result {
    let result = call()
    if result == -1 { throw SystemError(code: errno) }
    return result
}

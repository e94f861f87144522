import Foundation
import SiteTesting

/// Runs a script, and returns all that it prints, including errors.
func bash(_ script: String) throws -> String {
    try run(URL(filePath: "/bin/bash"), ["-c", "exec 2>&1\n" + script]).output
}

/// Returns whether something is mounted at a path, so that it can be neither renamed nor replaced.
package func isMounted(_ path: String) -> Bool { beginsDevice(path) }

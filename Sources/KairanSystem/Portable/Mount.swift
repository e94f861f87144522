/// Returns whether a folder must stay in its place, since something is mounted there.
package func isMounted(_ path: String) -> Bool { beginsDevice(path) }

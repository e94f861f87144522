struct DifferenceBlock { enum Kind { case same, added, removed, changed }; struct Run { var kind: Kind; var text: String }; var kind: Kind; var runs: [Run] }
func textDifference(from: String, to: String) -> [DifferenceBlock] { [] }

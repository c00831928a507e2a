/// A number of things in English: `1 flow`, `2 flows`.
///
/// - Parameter word: what is counted, in the singular; its plural ends in `s`.
public func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

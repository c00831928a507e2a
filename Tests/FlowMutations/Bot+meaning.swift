import FlowModel

extension Bot {
    /// All that the bot consists of, as text: two bots with the same text mean the same.
    var meaning: String { Meaning.text(of: self) }
}

private enum Meaning {
    /// A value with all of its parts. The order of sets and dictionaries means nothing.
    static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return String(describing: value) }
        let parts = mirror.children.map { "\($0.label ?? ""):\(text(of: $0.value))" }
        switch mirror.displayStyle {
        case .set?, .dictionary?: return "{\(parts.sorted().joined(separator: ","))}"
        default: return "(\(parts.joined(separator: ",")))"
        }
    }
}

/// The keys of a channel's own form that a flow may lay something over (flow language, 3.14).
public indirect enum ChannelKeys: Sendable {
    case text, number, flag
    case block([String: ChannelKeys])
    case list(ChannelKeys)
    /// Whatever the author writes, handed on as it is.
    case any
    /// An identifier or an amount, which no flow can change.
    case fixed
    /// What another key of the flow language says; with what to write instead.
    case decided(instead: String)
}

extension ChannelKeys {
    /// The keys that may be written at this place, in order; none where no block stands.
    public var names: [String] {
        guard case .block(let keys) = self else { return [] }
        return keys.filter { $0.value.isWritten }.map(\.key).sorted()
    }

    private var isWritten: Bool {
        switch self {
        case .fixed, .decided: false
        case .text, .number, .flag, .block, .list, .any: true
        }
    }
}

/// The keys of a channel's own form that a flow may lay something over (flow language, 3.14).
public indirect enum ChannelKeys: Sendable {
    case text, number, flag
    case block([String: ChannelKeys])
    case list(ChannelKeys)
    /// Whatever the author writes, handed on as it is.
    case any
    /// An identifier or an amount, which no flow can change.
    case fixed
}

extension ChannelKeys {
    /// The keys that may be written at this place, in order; none where no block stands.
    public var names: [String] {
        guard case .block(let keys) = self else { return [] }
        return keys.filter { if case .fixed = $0.value { false } else { true } }.map(\.key).sorted()
    }
}

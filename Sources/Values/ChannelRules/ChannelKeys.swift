/// The keys of a channel's own form that a flow may overlay (flow language, 3.14).
public indirect enum ChannelKeys: Sendable {
    case text, number, flag
    case block([String: ChannelKeys])
    case list(ChannelKeys)
    /// Any value of the author, passed on unchanged.
    case any
    /// An identifier or an amount, which no flow can change.
    case fixed
    /// A property that another key of the flow language controls; with what to write instead.
    case decided(instead: String)
}

extension ChannelKeys {
    /// The valid keys at this position, in order; empty where there is no block.
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

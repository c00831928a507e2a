package import ConversationRuntime

/// What a server needs so that its flows can be exchanged for published ones.
public struct Publishing: Sendable {
    /// What runs at the start.
    package enum Origin: Sendable {
        /// The folder of flows, because nothing was ever published. It is kept as a version, so that one can go back to it.
        case folder(FlowSources)
        /// The publication of this number.
        case publication(Int)
    }

    let publisher: Publisher
    let sessions: any CopyingStore
    let origin: Origin

    package init(_ publisher: Publisher, sessions: any CopyingStore, origin: Origin) {
        self.publisher = publisher
        self.sessions = sessions
        self.origin = origin
    }
}

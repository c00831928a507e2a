package import ConversationRuntime

/// The parts that a server needs to replace its flows by published ones.
public struct Publishing: Sendable {
    /// The source of the flows that run at the start.
    package enum Origin: Sendable {
        /// The folder of flows, because nothing was ever published. It is kept as a version, so that it can be
        /// restored.
        case folder(FlowSources)
        /// The publication with this number.
        case publication(Int)
    }

    package let publisher: Publisher
    package let sessions: any CopyingStore
    let origin: Origin

    package init(_ publisher: Publisher, sessions: any CopyingStore, origin: Origin) {
        self.publisher = publisher
        self.sessions = sessions
        self.origin = origin
    }
}

public import Channels

/// Notifies an agent desk of conversations with people.
public protocol DeskNotifier: Sendable {
    /// Delivers a notice; retries until the desk accepts it, or until it is too old.
    ///
    /// After a crash the same notice is delivered again under the same id.
    func notify(_ notice: DeskNotice, of conversation: ConversationKey) async throws(DeskFailure)
}

/// Why a desk has not accepted a notice.
public struct DeskFailure: Error, Equatable {
    /// For logs and the dead letter.
    public let reason: String

    public init(_ reason: String) { self.reason = reason }
}

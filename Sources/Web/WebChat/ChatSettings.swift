public import Channels
public import Expressions
public import Foundation

/// The settings that a web chat takes from its server.
public struct ChatSettings: Sendable {
    /// The key that signs sessions and invitations, 32 bytes. Changing it invalidates all of them.
    public var sessionKey: Data
    /// The secret with which the embedding site signs the identity of a visitor; `nil` accepts no signed identities.
    public var signInSecret: Data? {
        get { signInSecrets?.current }
        set { signInSecrets = newValue.map { RotatingSecret($0) } }
    }
    /// The same secret, shared by all copies of these settings, so that a new one takes effect everywhere.
    public private(set) var signInSecrets: RotatingSecret?
    /// The server's address as customers see it, without a trailing slash.
    public var publicURL: String
    /// How long a conversation is kept after its last message.
    public var retention = TimeLength.days(365)
    /// The maximum number of chats that may begin from one address per minute, which is also the burst size; 0 means no
    /// limit.
    public var newChatsPerAddress = 30

    public init(sessionKey: Data, publicURL: String) {
        self.sessionKey = sessionKey
        self.publicURL = publicURL
    }
}

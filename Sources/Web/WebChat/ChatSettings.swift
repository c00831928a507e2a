public import Channels
public import Expressions
public import Foundation

/// What a web chat is to know of its server.
public struct ChatSettings: Sendable {
    /// Signs sessions and invitations: 32 bytes. Whoever changes it ends them all.
    public var sessionKey: Data
    /// The secret with which the site around the chat signs who somebody is; `nil` takes nobody's word.
    public var signInSecret: Data? {
        get { signInSecrets?.current }
        set { signInSecrets = newValue.map { RotatingSecret($0) } }
    }
    /// The same, which copies of these settings share, so that a new secret holds everywhere.
    public private(set) var signInSecrets: RotatingSecret?
    /// Where customers see the server, without a slash at its end.
    public var publicURL: String
    /// How long a conversation is kept after its last message.
    public var retention = TimeLength.days(365)
    /// How many chats may begin from one address a minute, as many at once; 0 is no limit.
    public var newChatsPerAddress = 30

    public init(sessionKey: Data, publicURL: String) {
        self.sessionKey = sessionKey
        self.publicURL = publicURL
    }
}

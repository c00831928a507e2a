public import Expressions
public import Foundation

/// The settings of the web chat.
public struct WebChatSettings: Sendable {
    /// `nil` when it is not set.
    public var isEnabled: Bool?
    /// The origins that may use the chat in addition to our own pages, such as `https://shop.example.com`.
    public var allowedOrigins: [String] = []
    /// The origins, in addition to our own, from which the page may load pictures.
    public var pictureOrigins: [String] = []
    /// The secret with which the embedding site signs its users' identities.
    public var signInSecret: Data?
    public var retention = TimeLength.days(365)
    /// New chats per minute from one address, which is also the largest burst; 0 means no limit.
    public var newChatsPerAddress = 30
    /// The proxies whose `X-Forwarded-For` is trusted: addresses and networks.
    public var trustedProxies: [String] = []

    /// Whether links are shown with the preview data of their pages.
    public var showsPreviews = true

    public init() {}
}

public import Expressions
public import Foundation

/// Whether there is a web chat, and who may use it.
public struct WebChatSettings: Sendable {
    /// `nil` when nothing is said of it.
    public var isEnabled: Bool?
    /// The sites that may use it beside our own pages, such as `https://shop.example.com`.
    public var allowedOrigins: [String] = []
    /// The servers, beside our own, from which the page shows pictures.
    public var pictureOrigins: [String] = []
    /// The secret with which the site around the chat signs who somebody is.
    public var signInSecret: Data?
    public var retention = TimeLength.days(365)
    /// How many chats may begin from one address a minute, as many at once; 0 is no limit.
    public var newChatsPerAddress = 30
    /// Addresses and networks whose `X-Forwarded-For` is believed.
    public var trustedProxies: [String] = []

    /// Whether a link shows what its page says of itself.
    public var showsPreviews = true

    public init() {}
}

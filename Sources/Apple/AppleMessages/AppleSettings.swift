import ChannelRules
public import Channels
public import Foundation
import MessageModel

/// The settings for the connection to Apple Messages for Business.
public struct AppleSettings: Sendable {
    /// The base address of Apple's API, such as `https://mspgw.push.apple.com/v1`.
    public var gateway: String
    /// The Messaging Service Provider (MSP) id.
    public var mspID: String
    /// The shared secret, decoded from base64, and previous secrets with which webhooks may still be signed. All copies
    /// of these settings share it, so that a new secret takes effect everywhere.
    public let secrets: RotatingSecret
    /// The served business ids; `nil` serves all.
    public var businessIDs: Set<String>?
    /// Whether the limits of newer devices apply: texts in bubbles of at most 200 characters.
    public var isStrict: Bool
    /// Whether links without a title are shown with the metadata of their pages.
    public var showsPreviews = true
    /// Whether the JWT of webhooks is verified.
    public var verifiesWebhooks: Bool
    /// Whether customers see a typing indicator before each answer.
    public var showsTyping: Bool
    /// The address under which customers' devices reach this server's pages; `nil` when there is none.
    public var publicURL: String?

    public init(
        gateway: String, mspID: String, secret: Data, formerSecrets: [Data] = [], businessIDs: Set<String>? = nil,
        isStrict: Bool = true, verifiesWebhooks: Bool = true, showsTyping: Bool = false
    ) {
        self.gateway = gateway
        self.mspID = mspID
        secrets = RotatingSecret(secret, former: formerSecrets)
        self.businessIDs = businessIDs
        self.isStrict = isStrict
        self.verifiesWebhooks = verifiesWebhooks
        self.showsTyping = showsTyping
    }
}

extension AppleSettings {
    /// The secret used for signing.
    public var secret: Data { secrets.current }

    var limits: AppleLimits { isStrict ? .strict : .documented }
}

public import Channels
public import Foundation
import MessageModel

/// What is needed to talk to Apple Messages for Business.
public struct AppleSettings: Sendable {
    /// The base of Apple's API, such as `https://mspgw.push.apple.com/v1`.
    public var gateway: String
    /// The Messaging Service Provider id.
    public var mspID: String
    /// The shared secret, decoded from base64, with former ones that webhooks may still be signed with. Copies of these
    /// settings share it, so that a new secret holds everywhere.
    public let secrets: RotatingSecret
    /// The business ids that are served; `nil` serves all.
    public var businessIDs: Set<String>?
    /// Whether the limits of newer devices count: texts in bubbles of at most 200 characters.
    public var isStrict: Bool
    /// Whether links without a title are shown with what their pages say of themselves.
    public var showsPreviews = true
    /// Whether the JWT of webhooks is checked.
    public var verifiesWebhooks: Bool
    /// Whether customers see a typing sign before each answer.
    public var showsTyping: Bool
    /// The address under which customers' devices find our pages; `nil` when there is none.
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
    /// The secret that we sign with.
    public var secret: Data { secrets.current }

    var limits: AppleLimits { isStrict ? .strict : .documented }
}

/// The keys of `Config/usher.yaml`.
///
/// An environment variable of the same path beats the file (`apple.msp_id` → `USHER_APPLE_MSP_ID`), an option of the
/// command line beats both.
enum SettingKey: String, CaseIterable {
    case serverHost = "server.host"
    case serverPort = "server.port"
    case serverWebhooksAtOnce = "server.webhooks_at_once"
    case serverTrustedProxies = "server.trusted_proxies"
    case serverPublicURL = "server.public_url"
    case serverMaxConnections = "server.max_connections"
    case serverIdleTimeout = "server.idle_timeout"
    case serverRequestsPerAddress = "server.requests_per_address"
    case storagePath = "storage.path"
    case storageLargestGroup = "storage.largest_group"
    case storageKey = "storage.key"
    case storageFormerKeys = "storage.former_keys"
    case contentMaxSize = "content.max_size"
    case contentFreeSpace = "content.free_space"
    case contentQuota = "content.quota"
    case contentKinds = "content.kinds"
    case contentAutomaticKinds = "content.automatic_kinds"
    case contentAutomaticSize = "content.automatic_size"
    case flowsPath = "flows.path"
    case actionsPath = "actions.path"
    case actionsPrivateAddresses = "actions.private_addresses"
    case appleGateway = "apple.gateway"
    case appleMSPID = "apple.msp_id"
    case appleSecret = "apple.secret"
    case appleBusinessIDs = "apple.business_ids"
    case appleLimits = "apple.limits"
    case appleVerifyWebhooks = "apple.verify_webhooks"
    case appleTyping = "apple.typing"
    case appleLinkPreviews = "apple.link_previews"
    case servicesPath = "services.path"
    case webChatEnabled = "web_chat.enabled"
    case webChatAllowedOrigins = "web_chat.allowed_origins"
    case webChatPictureOrigins = "web_chat.picture_origins"
    case webChatLinkPreviews = "web_chat.link_previews"
    case webChatSignInSecret = "web_chat.sign_in_secret"
    case webChatRetention = "web_chat.retention"
    case simulatorPort = "simulator.port"
    case retentionHistory = "retention.history"
    case retentionDeadLetters = "retention.dead_letters"
    case retentionBubbles = "retention.bubbles"
    case retentionContent = "retention.content"
    case adminToken = "admin.token"
    case handoverWebhook = "handover.webhook"
    case handoverSecret = "handover.secret"
    case logLevel = "log.level"
    case logFormat = "log.format"

    /// Keys whose value must not stand in a file that people copy around; `_file` behind the key names a file that holds
    /// it.
    var isSecret: Bool {
        switch self {
        case .appleSecret, .storageKey, .storageFormerKeys, .adminToken, .handoverSecret, .webChatSignInSecret: true
        default: false
        }
    }

    /// The key that names a file which holds the secret.
    var file: String { rawValue + "_file" }

    /// All that may be written, the `_file` forms of secrets included.
    static let writable = allCases.flatMap { $0.isSecret ? [$0.rawValue, $0.file] : [$0.rawValue] }

    /// The environment variable of a key.
    @Sendable static func variable(_ key: String) -> String {
        "USHER_" + key.uppercased().replacing(".", with: "_")
    }
}

/// The difference between two readings of the settings: the keys that a running server applies, and those that need a
/// restart.
package struct SettingChanges: Equatable {
    package var applied: [String] = []
    package var needingRestart: [String] = []

    /// - Parameters:
    ///   - before: the previous value of each key, as returned by `SettingsReader.marks`.
    ///   - appliesLogLevel: whether `log.level` sets the log level; not where the logger belongs to an embedding
    ///     server.
    package init(from before: [String: Int], to after: [String: Int], appliesLogLevel: Bool = true) {
        for key in SettingKey.allCases where before[key.rawValue] != after[key.rawValue] {
            if key == .logLevel, !appliesLogLevel { continue }
            // Routes and the desk need their secret and are created at the start, so a secret that is added or removed
            // needs a restart.
            let isThere = before[key.rawValue] != nil && after[key.rawValue] != nil
            if key.isReloadable, isThere || key == .appleFormerSecrets || key == .logLevel {
                applied.append(key.rawValue)
            } else {
                needingRestart.append(key.rawValue)
            }
        }
    }
}

/// The keys of `Config/usher.yaml`.
///
/// An environment variable of the same path overrides the file (`apple.msp_id` → `USHER_APPLE_MSP_ID`), and a
/// command-line option overrides both.
enum SettingKey: String, CaseIterable {
    case serverHost = "server.host"
    case serverPort = "server.port"
    case serverWebhooksAtOnce = "server.webhooks_at_once"
    case serverTrustedProxies = "server.trusted_proxies"
    case serverPublicURL = "server.public_url"
    case serverMaxConnections = "server.max_connections"
    case serverConnectionsPerAddress = "server.connections_per_address"
    case serverIdleTimeout = "server.idle_timeout"
    case serverRequestsPerAddress = "server.requests_per_address"
    case botsPath = "bots.path"
    case storagePath = "storage.path"
    case storageURL = "storage.url"
    case storageNode = "storage.node"
    case storageLease = "storage.lease"
    case storageAcceptLoss = "storage.accept_loss"
    case storageLargestGroup = "storage.largest_group"
    case storageKey = "storage.key"
    case storageFormerKeys = "storage.former_keys"
    case contentStore = "content.store"
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
    case appleFormerSecrets = "apple.former_secrets"
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
    case webChatNewChats = "web_chat.new_chats_per_address"
    case webChatRetention = "web_chat.retention"
    case simulatorPort = "simulator.port"
    case retentionHistory = "retention.history"
    case retentionDeadLetters = "retention.dead_letters"
    case retentionBubbles = "retention.bubbles"
    case retentionContent = "retention.content"
    case retentionAudit = "retention.audit"
    case adminToken = "admin.token"
    case operatorsSignIn = "operators.sign_in"
    case operatorsProvider = "operators.provider"
    case operatorsClient = "operators.client"
    case operatorsClientSecret = "operators.client_secret"
    case operatorsNameClaim = "operators.name_claim"
    case operatorsRoleClaim = "operators.role_claim"
    case operatorsRoles = "operators.roles"
    case studioEnabled = "studio.enabled"
    case handoverWebhook = "handover.webhook"
    case handoverSecret = "handover.secret"
    case notifyEmail = "notify.email"
    case notifyFrom = "notify.from"
    case notifySMTP = "notify.smtp"
    case notifyUser = "notify.user"
    case notifyPassword = "notify.password"
    case notifyWebhook = "notify.webhook"
    case notifySecret = "notify.secret"
    case paySecret = "pay.secret"
    case tracingEndpoint = "tracing.endpoint"
    case tracingSample = "tracing.sample"
    case tracingHeaders = "tracing.headers"
    case logLevel = "log.level"
    case logFormat = "log.format"

    /// Whether the value is a secret, which should not be in a file that people copy; the key with the suffix `_file`
    /// names a file that contains it.
    var isSecret: Bool {
        switch self {
        case .appleSecret, .appleFormerSecrets, .storageURL, .storageKey, .storageFormerKeys, .adminToken,
            .handoverSecret,
            .operatorsClientSecret, .webChatSignInSecret, .notifyPassword, .notifySecret, .paySecret, .tracingHeaders:
            true
        default: false
        }
    }

    /// Whether a running server applies a new value on SIGHUP; the other keys need a restart.
    var isReloadable: Bool {
        switch self {
        case .appleSecret, .appleFormerSecrets, .adminToken, .handoverSecret, .webChatSignInSecret, .logLevel: true
        default: false
        }
    }

    /// The key that names a file which contains the secret.
    var file: String { rawValue + "_file" }

    /// All keys that may be set, including the `_file` forms of secrets.
    static let writable = allCases.flatMap { $0.isSecret ? [$0.rawValue, $0.file] : [$0.rawValue] }

    /// Returns the environment variable of a key.
    @Sendable static func variable(_ key: String) -> String {
        "USHER_" + String(key.uppercased().map { $0 == "." ? "_" : $0 })
    }
}

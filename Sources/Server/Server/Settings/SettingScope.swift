/// Whose a setting is where a server has several bots.
enum SettingScope: Sendable {
    /// The server's: a bot in a folder cannot set it.
    case server
    /// Each bot's own: what the server's file says is for its own bot alone.
    case bot
    /// Each bot's own, and what the server's file says is the default of all.
    case inherited
}

extension SettingKey {
    var scope: SettingScope {
        switch self {
        case .serverHost, .serverPort, .serverWebhooksAtOnce, .serverTrustedProxies, .serverMaxConnections,
            .serverConnectionsPerAddress, .serverIdleTimeout, .serverRequestsPerAddress, .storageNode, .simulatorPort,
            .botsPath, .studioEnabled, .logLevel, .logFormat, .tracingEndpoint, .tracingSample, .tracingHeaders:
            .server
        case .storageURL, .storageLease, .storageAcceptLoss, .storageLargestGroup, .contentStore, .contentMaxSize,
            .contentFreeSpace, .contentKinds, .contentAutomaticKinds, .contentAutomaticSize, .appleGateway, .appleMSPID,
            .appleSecret, .appleFormerSecrets, .appleLimits, .appleVerifyWebhooks, .appleTyping, .appleLinkPreviews,
            .retentionHistory, .retentionDeadLetters, .retentionBubbles, .retentionContent, .retentionAudit:
            .inherited
        case .serverPublicURL, .storagePath, .storageKey, .storageFormerKeys, .contentQuota, .flowsPath, .actionsPath,
            .actionsPrivateAddresses, .appleBusinessIDs, .servicesPath, .webChatEnabled, .webChatAllowedOrigins,
            .webChatPictureOrigins, .webChatLinkPreviews, .webChatSignInSecret, .webChatNewChats, .webChatRetention,
            .adminToken, .operatorsSignIn, .operatorsProvider, .operatorsClient, .operatorsClientSecret,
            .operatorsNameClaim, .operatorsRoleClaim, .operatorsRoles, .handoverWebhook, .handoverSecret, .notifyEmail,
            .notifyFrom, .notifySMTP, .notifyUser,
            .notifyPassword, .notifyWebhook, .notifySecret, .paySecret:
            .bot
        }
    }

    /// Keys that belong together: a bot that sets one of them inherits none.
    var group: [SettingKey] {
        switch self {
        case .appleMSPID, .appleSecret, .appleFormerSecrets: [.appleMSPID, .appleSecret, .appleFormerSecrets]
        default: [self]
        }
    }
}

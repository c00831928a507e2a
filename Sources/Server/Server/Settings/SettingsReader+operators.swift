import ConversationRuntime
import Foundation

extension SettingsReader {
    /// Reads how operators sign in, and whether the studio is on the server, which needs it.
    mutating func readOperators(into settings: inout ServerSettings) {
        settings.operatorsSignIn = isWritten(.operatorsSignIn) ? yesNo(.operatorsSignIn, false) : nil
        settings.hasStudio = isWritten(.studioEnabled) ? yesNo(.studioEnabled, false) : nil
        settings.operatorProvider = operatorProvider(settings)
        guard settings.bot == .main, settings.hasStudio == true, settings.operatorsSignIn == false,
            let found = find(.operatorsSignIn)
        else { return }
        refuse(
            "\(found.place): `operators.sign_in` is `\(found.text)`, but `studio.enabled` is `true`, and needs signing in; "
                + "remove one of them")
    }

    /// Reads the identity provider of operators; its keys must be set together.
    private mutating func operatorProvider(_ settings: ServerSettings) -> OperatorProvider? {
        let secret = secret(.operatorsClientSecret)
        guard let issuer = find(.operatorsProvider) else {
            let others: [SettingKey] = [.operatorsClient, .operatorsNameClaim, .operatorsRoleClaim, .operatorsRoles]
            for key in others {
                guard let found = find(key) else { continue }
                refuse("\(found.place): `\(key.rawValue)` is set, `operators.provider` is not; set both, or neither")
            }
            if let secret {
                refuse(
                    "\(secret.place): `operators.client_secret` is set, `operators.provider` is not; set both, or neither"
                )
            }
            return nil
        }
        let url = URL(string: issuer.text)
        let isPlain = url?.scheme == "http" && (url?.host()?.isLoopbackHost ?? false)
        guard url?.scheme == "https" || isPlain, url?.host()?.isEmpty == false else {
            refuse(.operatorsProvider, issuer, "the address of an issuer, such as `https://id.example.com`")
            return nil
        }
        guard let client = find(.operatorsClient) else {
            refuse("\(issuer.place): `operators.provider` is set, `operators.client` is not; set both, or neither")
            return nil
        }
        if !settings.letsOperatorsSignIn {
            let keys = settings.bot == .main ? "`operators.sign_in` or `studio.enabled`" : "`operators.sign_in`"
            refuse("\(issuer.place): `operators.provider` is set, but operators do not sign in; set \(keys) to `true`")
        }
        if settings.publicURL == nil {
            refuse(
                "\(issuer.place): `operators.provider` is set, `server.public_url` is not; the provider sends browsers back to it"
            )
        }
        var provider = OperatorProvider(issuer: issuer.text, client: client.text, secret: secret?.value)
        provider.nameClaim = find(.operatorsNameClaim)?.text ?? provider.nameClaim
        provider.roleClaim = find(.operatorsRoleClaim)?.text
        provider.roles = operatorRoles()
        if provider.roleClaim != nil, provider.roles.isEmpty {
            refuse("\(issuer.place): `operators.role_claim` is set, `operators.roles` is not; set both, or neither")
        }
        return provider
    }

    private mutating func operatorRoles() -> [OperatorProvider.Mapping] {
        guard let found = find(.operatorsRoles) else { return [] }
        return found.text.split(separator: ",").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, !parts[0].isEmpty, let role = Role(rawValue: parts[1]) else {
                refuse(
                    .operatorsRoles, found,
                    "values of the claim with a role each, such as `writers = author, desk = agent`")
                return nil
            }
            return OperatorProvider.Mapping(parts[0], role)
        }
    }
}

import AppleMessages
import Foundation

extension SettingsReader {
    /// In bytes; HS256 requires at least as many (RFC 7518, section 3.2), and the signing code accepts no fewer.
    private static let shortestAppleSecret = 32

    /// Reads the settings for Apple; returns `nil` when they are missing, or not valid, which is reported.
    ///
    /// They may be missing where the web chat is served: a package that is installed has an empty file for the secret
    /// until Apple has provided one.
    mutating func apple(_ settings: ServerSettings, isNeeded: Bool) -> AppleSettings? {
        let gateway = gateway()
        let verifies = verifiesWebhooks(on: settings)
        let typing = yesNo(.appleTyping, false)
        let previews = yesNo(.appleLinkPreviews, true)
        let businessIDs = businessIDs()
        let id = find(.appleMSPID)?.text
        let secret = secret(.appleSecret, mayBeEmpty: id == nil)
        let former = formerSecrets()
        guard isNeeded || id != nil && secret != nil else { return nil }
        if isOfBotInFolder, businessIDs == nil {
            let isWebAlone = !isOwn(.appleMSPID) && !isOwn(.appleSecret) && yesNo(.webChatEnabled, false)
            if isNeeded, !isWebAlone { refuse(lacksBusinessIDs) }
            return nil
        }
        if id == nil, secret == nil, yesNo(.webChatEnabled, false) {
            warn("`apple.msp_id` and `apple.secret` are not set: only the web chat is served")
            return nil
        }
        if id == nil { refuse(missing(.appleMSPID, "the Messaging Service Provider id that Apple shows")) }
        if secret == nil { refuse(missing(.appleSecret, "the shared secret that Apple shows, in base64")) }
        if id == nil, secret == nil {
            refuse("without Apple, set `web_chat.enabled: true` to serve the web chat alone")
        }
        guard let id, let secret, let text = secret.value else { return nil }
        guard let key = appleSecret(text, .appleSecret, secret.place) else { return nil }
        var apple = AppleSettings(
            gateway: gateway, mspID: id, secret: key, formerSecrets: former, businessIDs: businessIDs,
            isStrict: settings.isStrict, verifiesWebhooks: verifies, showsTyping: typing)
        apple.publicURL = settings.publicURL
        apple.showsPreviews = previews
        return apple
    }

    /// Reads the former secrets that may still sign webhooks, separated by white space or commas.
    private mutating func formerSecrets() -> [Data] {
        guard let secret = secret(.appleFormerSecrets), let text = secret.value else { return [] }
        return text.split { $0.isWhitespace || $0 == "," }.compactMap {
            appleSecret(String($0), .appleFormerSecrets, secret.place)
        }
    }

    /// Decodes a secret in Apple's format; returns `nil` when it is not valid, which is reported.
    private mutating func appleSecret(_ text: String, _ key: SettingKey, _ place: String) -> Data? {
        let verb = key == .appleSecret ? "" : "contains a value that "
        guard let secret = Data(base64Encoded: text), !secret.isEmpty else {
            refuse("\(place): `\(key.rawValue)` \(verb)is not base64; copy it as Apple shows it")
            return nil
        }
        guard secret.count >= Self.shortestAppleSecret else {
            refuse(
                "\(place): `\(key.rawValue)` \(verb)has only \(secret.count) bytes, and HS256 requires "
                    + "\(Self.shortestAppleSecret) or more; copy the whole secret that Apple shows")
            return nil
        }
        return secret
    }

    private func missing(_ key: SettingKey, _ what: String) -> String {
        let place = key.isSecret ? "set `\(key.file)` to a file that contains it" : "write it into Config/usher.yaml"
        return "`\(key.rawValue)` is missing: \(what); set \(variable(key)) or \(place)"
    }

    private var lacksBusinessIDs: String {
        "`apple.business_ids` is missing: the ids of the business at Apple, by which the server finds the bot of a message; set "
            + "\(variable(.appleBusinessIDs)) or write it into the bot's Config/usher.yaml, or set `web_chat.enabled: true` to "
            + "serve the web chat alone"
    }

    private mutating func verifiesWebhooks(on settings: ServerSettings) -> Bool {
        let verifies = yesNo(.appleVerifyWebhooks, true)
        if !verifies, !settings.isLoopback, let found = find(.appleVerifyWebhooks) {
            refuse(
                "\(found.place): `apple.verify_webhooks` may only be false while `server.host` is loopback; it is "
                    + "`\(settings.host)`")
        }
        return verifies
    }

    /// Reads bare ids, as in `destination-id`; links have the prefix `urn:biz:`.
    private mutating func businessIDs() -> Set<String>? {
        guard let found = find(.appleBusinessIDs) else { return nil }
        let ids = found.text.split(separator: ",").map { id in
            let id = id.trimmingCharacters(in: .whitespaces)
            return id.hasPrefix("urn:biz:") ? String(id.dropFirst("urn:biz:".count)) : id
        }.filter { !$0.isEmpty }
        if ids.isEmpty { refuse(.appleBusinessIDs, found, "ids separated by commas; leave it out to serve all") }
        return Set(ids)
    }

    private mutating func gateway() -> String {
        guard let found = find(.appleGateway) else { return "https://mspgw.push.apple.com/v1" }
        let address = URLComponents(string: found.text)
        let host = address?.host ?? ""
        let isSafe = address?.scheme == "https" || address?.scheme == "http" && host.isLoopbackHost
        let isBase = address?.query == nil && address?.fragment == nil && address?.user == nil
        guard !host.isEmpty, isSafe, isBase else {
            refuse(.appleGateway, found, "the base of an `https` address (`http` only for this machine)")
            return found.text
        }
        return String(found.text.reversed().drop { $0 == "/" }.reversed())
    }
}

import AppleMessages
import Foundation

extension SettingsReader {
    /// Bytes of a secret; HS256 demands no fewer (RFC 7518, section 3.2), and what signs tokens takes no fewer.
    private static let shortestAppleSecret = 32

    /// What is needed to talk to Apple; `nil` when it is not there and need not be, or is wrong, which is noted.
    mutating func apple(_ settings: ServerSettings, isNeeded: Bool) -> AppleSettings? {
        let gateway = gateway()
        let verifies = verifiesWebhooks(on: settings)
        let typing = yesNo(.appleTyping, false)
        let previews = yesNo(.appleLinkPreviews, true)
        let businessIDs = businessIDs()
        let id = find(.appleMSPID)?.text
        let secret = secret(.appleSecret)
        let former = formerSecrets()
        guard isNeeded || id != nil && secret != nil else { return nil }
        if id == nil { refuse(missing(.appleMSPID, "the Messaging Service Provider id that Apple shows")) }
        if secret == nil { refuse(missing(.appleSecret, "the shared secret that Apple shows, in base64")) }
        guard let id, let secret, let text = secret.value else { return nil }
        guard let key = appleSecret(text, .appleSecret, secret.place) else { return nil }
        var apple = AppleSettings(
            gateway: gateway, mspID: id, secret: key, formerSecrets: former, businessIDs: businessIDs,
            isStrict: settings.isStrict, verifiesWebhooks: verifies, showsTyping: typing)
        apple.publicURL = settings.publicURL
        apple.showsPreviews = previews
        return apple
    }

    /// The secrets that webhooks may still be signed with, with blanks, commas or lines between them.
    private mutating func formerSecrets() -> [Data] {
        guard let secret = secret(.appleFormerSecrets), let text = secret.value else { return [] }
        return text.split { $0.isWhitespace || $0 == "," }.compactMap {
            appleSecret(String($0), .appleFormerSecrets, secret.place)
        }
    }

    /// A secret as Apple shows it; `nil` when it is wrong, which is noted.
    private mutating func appleSecret(_ text: String, _ key: SettingKey, _ place: String) -> Data? {
        let verb = key == .appleSecret ? "" : "holds something that "
        guard let secret = Data(base64Encoded: text), !secret.isEmpty else {
            refuse("\(place): `\(key.rawValue)` \(verb)is not base64; copy it as Apple shows it")
            return nil
        }
        guard secret.count >= Self.shortestAppleSecret else {
            refuse(
                "\(place): `\(key.rawValue)` \(verb)has only \(secret.count) bytes, and HS256 wants "
                    + "\(Self.shortestAppleSecret) or more; copy all that Apple shows")
            return nil
        }
        return secret
    }

    private func missing(_ key: SettingKey, _ what: String) -> String {
        let place = key.isSecret ? "name a file that holds it in `\(key.file)`" : "write it into Config/usher.yaml"
        return "`\(key.rawValue)` is missing: \(what); set \(SettingKey.variable(key.rawValue)) or \(place)"
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

    /// Bare ids, as they come in `destination-id`; in links they stand behind `urn:biz:`.
    private mutating func businessIDs() -> Set<String>? {
        guard let found = find(.appleBusinessIDs) else { return nil }
        let ids = found.text.split(separator: ",").map { id in
            let id = id.trimmingCharacters(in: .whitespaces)
            return id.hasPrefix("urn:biz:") ? String(id.dropFirst("urn:biz:".count)) : id
        }.filter { !$0.isEmpty }
        if ids.isEmpty { refuse(.appleBusinessIDs, found, "ids with commas between them; leave it out to serve all") }
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

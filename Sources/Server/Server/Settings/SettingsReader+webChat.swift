import Expressions
import Foundation

extension SettingsReader {
    private static let shortestSecret = 32

    /// Reads the settings of the web chat.
    ///
    /// - Parameter settings: the other settings; a chat that is served needs a public URL and a storage key.
    mutating func webChat(_ settings: ServerSettings, isServing: Bool) -> WebChatSettings {
        var chat = WebChatSettings()
        chat.trustedProxies = trustedProxies()
        chat.allowedOrigins = origins(.webChatAllowedOrigins)
        chat.pictureOrigins = origins(.webChatPictureOrigins)
        chat.signInSecret = signInSecret()
        chat.retention = length(.webChatRetention, .days(1) ... .days(3_650), chat.retention)
        chat.newChatsPerAddress = number(.webChatNewChats, 0...1_000_000, chat.newChatsPerAddress)
        chat.showsPreviews = yesNo(.webChatLinkPreviews, true)
        guard let found = find(.webChatEnabled) else { return chat }
        chat.isEnabled = yesNo(.webChatEnabled, false)
        guard isServing, chat.isEnabled == true else { return chat }
        // A setting that is present but not valid has already been reported.
        if settings.publicURL == nil, !isWritten(.serverPublicURL) {
            refuse(
                "\(found.place): `web_chat.enabled` is set, `server.public_url` is not; set it, pages and links use it"
            )
        }
        if settings.storageKey == nil, !isWritten(.storageKey) {
            refuse(
                "\(found.place): `web_chat.enabled` is set, `storage.key` is not; set it, it signs sessions and encrypts messages"
            )
        }
        return chat
    }

    /// Reads origins: scheme, host and port, without a path (RFC 6454).
    private mutating func origins(_ key: SettingKey) -> [String] {
        guard let found = find(key) else { return [] }
        let texts = Self.list(found.text)
        for text in texts where Self.origin(text) == nil {
            refuse(
                key, found, "sites such as `https://shop.example.com`, without a path")
            return []
        }
        return texts.compactMap(Self.origin)
    }

    private static func origin(_ text: String) -> String? {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(),
            scheme == "https" || scheme == "http" && host.isLoopbackHost, ["", "/"].contains(url.path()),
            url.query() == nil, url.fragment() == nil, url.user() == nil
        else { return nil }
        let usual = scheme == "https" ? 443 : 80
        let port = url.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    private mutating func signInSecret() -> Data? {
        guard let secret = secret(.webChatSignInSecret), let value = secret.value else { return nil }
        guard value.utf8.count >= Self.shortestSecret else {
            refuse(
                "\(secret.place): `web_chat.sign_in_secret` is shorter than \(Self.shortestSecret) characters; create one with `openssl rand -hex 32`"
            )
            return nil
        }
        return Data(value.utf8)
    }

    private mutating func trustedProxies() -> [String] {
        guard let found = find(.serverTrustedProxies) else { return [] }
        let texts = Self.list(found.text)
        for text in texts {
            do throws(AddressMistake) {
                _ = try AddressNetwork(text)
            } catch {
                refuse(.serverTrustedProxies, found, Self.expected(insteadOf: text, error))
                return []
            }
        }
        return texts
    }

    private static func expected(insteadOf text: String, _ mistake: AddressMistake) -> String {
        switch mistake {
        case .notAnAddress:
            "addresses or networks such as `10.0.0.1` or `10.0.0.0/8`, separated by commas; `\(text)` is neither"
        case .wrongLength(let most): "a number of bits from 1 to \(most) after the slash of `\(text)`"
        case .hasHostBits(let network): "`\(network)` instead of `\(text)`, or one address without a slash"
        }
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

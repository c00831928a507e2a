public import ConversationRuntime
import Expressions
import Foundation
import SQLStorage
public import Storage

extension SettingsReader {
    /// Reads the address of the PostgreSQL database; returns `nil` when there is none, or it is not valid, which is
    /// reported.
    public mutating func storageURL() -> StorageURL? {
        guard let secret = secret(.storageURL), let text = secret.value else { return nil }
        if var url = StorageURL(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
            guard !url.isMisread else {
                refuse(
                    "\(secret.place): `storage.url` cannot be read: `@`, `:`, `/`, `?`, `#` and `%` in the password are written as "
                        + "`%40`, `%3A`, `%2F`, `%3F`, `%23` and `%25`, and a port is a number")
                return nil
            }
            if !isOwn(.storageURL) { url.schema = schema }
            return url
        }
        refuse(
            "\(secret.place): `storage.url` is not the address of a PostgreSQL database, such as "
                + "`postgresql://usher@db.example/usher`; an SQLite file is `storage.path`")
        return nil
    }

    /// Reads the name of this server; `nil` when there is none, or it is not valid, which is reported.
    mutating func node() -> String? {
        guard let found = find(.storageNode) else { return nil }
        if (1...60).contains(found.text.utf8.count), found.text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) {
            return found.text
        }
        refuse("\(found.place): `storage.node` is a name of 1 to 60 ASCII characters without spaces")
        return nil
    }

    /// Reads the key that seals private answers, with the former keys; returns `nil` when there is none, or one is not
    /// valid, which is reported.
    mutating func storageKey() -> StorageKey? {
        let former = formerKeys()
        guard let secret = secret(.storageKey) else {
            if let former { refuse("\(former.place): `storage.former_keys` is set, and `storage.key` is not") }
            return nil
        }
        guard let text = secret.value else { return nil }
        if let key = Self.key(text) { return key.replacing(former?.keys ?? []) }
        refuse(
            "\(secret.place): `storage.key` is not 32 bytes in base64; create one with `openssl rand -base64 32`")
        return nil
    }

    /// Reads the former keys, separated by white space or commas.
    private mutating func formerKeys() -> (place: String, keys: [StorageKey])? {
        guard let secret = secret(.storageFormerKeys), let text = secret.value else { return nil }
        let words = text.split { $0.isWhitespace || $0 == "," }
        let keys = words.compactMap { Self.key(String($0)) }
        if keys.count < words.count {
            refuse("\(secret.place): `storage.former_keys` contains a key that is not 32 bytes in base64")
        }
        return (secret.place, keys)
    }

    private static func key(_ text: String) -> StorageKey? { Data(base64Encoded: text).flatMap { StorageKey($0) } }
}

extension ServerSettings {
    /// The name of this machine.
    static var machine: String {
        let name = ProcessInfo.processInfo.hostName.filter { $0.isASCII && !$0.isWhitespace }
        return name.isEmpty ? "usher" : String(name.prefix(60))
    }

    /// How often servers that share a database look for work and report, for their leases.
    public var sharingTimes: Sharing.Times {
        Sharing.Times(
            lease: lease, poll: min(.seconds(1), .milliseconds(lease.milliseconds / 10)),
            beat: .milliseconds(lease.milliseconds / 6))
    }

    /// Where the bot keeps its data.
    public var storage: StoragePlace {
        StoragePlace(url: storageURL, path: storagePath)
    }

    /// How a server or a command of the bot opens it.
    public func storageUse(isServer: Bool) -> StorageUse {
        var use = StorageUse(isServer: isServer, key: storageKey)
        use.node = node
        use.contentPlace = content.store
        use.contentLimits = content.limits
        use.largestGroup = largestGroup
        use.acceptsLoss = acceptsLoss
        return use
    }

    /// Returns why a bot with these private steps and actions cannot be served; `nil` when there is a key, or nothing
    /// private.
    public func lacksKey(for privateSources: [String]) -> String? {
        guard storageKey == nil, let first = privateSources.first else { return nil }
        let more = privateSources.count > 1 ? " and others are" : " is"
        return "`storage.key` is missing: `\(first)`\(more) private, and private values are stored encrypted; set "
            + "\(bot.naming(SettingKey.variable(SettingKey.storageKey.rawValue))) to 32 bytes in base64 (`openssl rand -base64 32` creates "
            + "them), or set `\(SettingKey.storageKey.file)` to a file that contains them"
    }
}

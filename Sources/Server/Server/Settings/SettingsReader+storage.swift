import Foundation
import SQLStorage
import SQLiteStorage

extension SettingsReader {
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
    /// Returns why a bot with these private steps and actions cannot be served; `nil` when there is a key, or nothing
    /// private.
    public func lacksKey(for privateSources: [String]) -> String? {
        guard storageKey == nil, let first = privateSources.first else { return nil }
        let more = privateSources.count > 1 ? " and others are" : " is"
        return "`storage.key` is missing: `\(first)`\(more) private, and private values are stored encrypted; set "
            + "\(SettingKey.variable(SettingKey.storageKey.rawValue)) to 32 bytes in base64 (`openssl rand -base64 32` creates "
            + "them), or set `\(SettingKey.storageKey.file)` to a file that contains them"
    }
}

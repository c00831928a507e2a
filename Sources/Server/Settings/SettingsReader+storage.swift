import Foundation
import SQLiteStorage

extension SettingsReader {
    /// The key that seals private answers; `nil` when there is none, or it is wrong, which is noted.
    mutating func storageKey() -> StorageKey? {
        guard let secret = secret(.storageKey), let text = secret.value else { return nil }
        if let key = Data(base64Encoded: text).flatMap({ StorageKey($0) }) { return key }
        refuse(
            "\(secret.place): `storage.key` is not 32 bytes in base64; make one with `openssl rand -base64 32`")
        return nil
    }
}

extension ServerSettings {
    /// Why a bot with these private steps and actions cannot be served; `nil` when there is a key, or nothing private.
    public func lacksKey(for privateSources: [String]) -> String? {
        guard storageKey == nil, let first = privateSources.first else { return nil }
        let more = privateSources.count > 1 ? " and others are" : " is"
        return "`storage.key` is missing: `\(first)`\(more) private, and what is private is stored sealed; set "
            + "\(SettingKey.variable(SettingKey.storageKey.rawValue)) to 32 bytes in base64 (`openssl rand -base64 32` makes "
            + "them) or name a file that holds them in `\(SettingKey.storageKey.file)`"
    }
}

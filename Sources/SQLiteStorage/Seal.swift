import Crypto
public import Foundation
import JSON

/// The key that seals private answers: 32 bytes (AES-256-GCM, NIST SP 800-38D).
public struct StorageKey: Sendable {
    let key: SymmetricKey

    /// - Returns: `nil` unless there are 32 bytes.
    public init?(_ bytes: Data) {
        guard bytes.count == 32 else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A new key, for a database that does not outlive it.
    public static func random() -> StorageKey { StorageKey(key: SymmetricKey(size: .bits256)) }

    /// 32 bytes for a purpose of their own, made of this key (HKDF, RFC 5869).
    public func derived(for purpose: String) -> Data {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Data($0) }
    }

    private init(key: SymmetricKey) { self.key = key }
}

/// Seals what is private before it is stored, and opens it.
///
/// What anybody may see stays open, so that `sqlite3` can show it; the whole lies beside it under `sealed`.
struct Seal: Sendable {
    private static let member = "sealed"
    private let key: SymmetricKey?

    init(_ key: StorageKey?) { self.key = key?.key }

    var hasKey: Bool { key != nil }

    /// A key for one file, made of this one; `nil` when there is none (HKDF, RFC 5869).
    func key(ofFile name: String) -> SymmetricKey? {
        key.map {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: $0, salt: Data(name.utf8), info: Data("usher content".utf8), outputByteCount: 32)
        }
    }

    /// What is stored of `real`: itself when nothing in it is private, else what may be seen, and the sealed whole.
    func closed(_ real: JSONValue, shown: JSONValue?) -> JSONValue {
        guard let shown else { return real }
        var object = shown.object ?? ["shown": shown]
        if let sealed = sealed(real) { object[Self.member] = .string(sealed) }
        return .object(object)
    }

    /// What was stored, as it was before: whole where that can be opened.
    func opened(_ stored: JSONValue) throws(SealError) -> JSONValue {
        guard let sealed = stored[Self.member]?.string else { return stored }
        guard let key else { throw .noKey }
        return try Self.open(sealed, key)
    }

    /// What may be seen of what was stored; `nil` when nothing was sealed.
    static func shown(_ stored: JSONValue) -> JSONValue? {
        guard case .object(var object) = stored, object[member] != nil else { return nil }
        object[member] = nil
        return object["shown"] ?? .object(object)
    }

    private func sealed(_ json: JSONValue) -> String? {
        guard let key, let box = try? AES.GCM.seal(Data(json.text.utf8), using: key).combined else { return nil }
        return box.base64EncodedString()
    }

    private static func open(_ sealed: String, _ key: SymmetricKey) throws(SealError) -> JSONValue {
        guard let bytes = Data(base64Encoded: sealed) else { throw .otherKey }
        do {
            let plain = try AES.GCM.open(AES.GCM.SealedBox(combined: bytes), using: key)
            return try JSONValue(parsing: String(decoding: plain, as: UTF8.self))
        } catch {
            throw .otherKey
        }
    }
}

/// Why something sealed cannot be opened.
enum SealError: Error, Equatable, CustomStringConvertible {
    case noKey
    case otherKey

    var description: String {
        switch self {
        case .noKey: "it holds private answers, and there is no `storage.key` to open them"
        case .otherKey: "it holds private answers that were sealed with another `storage.key`"
        }
    }
}

import Crypto
public import Foundation
import JSON

/// The key that seals private answers: 32 bytes (AES-256-GCM, NIST SP 800-38D), and those that sealed before it.
public struct StorageKey: Sendable {
    /// What is sealed now is sealed with the first.
    let keys: [SymmetricKey]

    /// - Returns: `nil` unless there are 32 bytes.
    public init?(_ bytes: Data) {
        guard bytes.count == 32 else { return nil }
        keys = [SymmetricKey(data: bytes)]
    }

    /// A new key, for a database that does not outlive it.
    public static func random() -> StorageKey { StorageKey(keys: [SymmetricKey(size: .bits256)]) }

    /// This key, which also opens what others have sealed before it.
    public func replacing(_ former: [StorageKey]) -> StorageKey { StorageKey(keys: keys + former.flatMap(\.keys)) }

    /// 32 bytes for a purpose of their own, made of this key (HKDF, RFC 5869).
    public func derived(for purpose: String) -> Data {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: keys[0], info: Data(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Data($0) }
    }

    private init(keys: [SymmetricKey]) { self.keys = keys }
}

/// Seals what is private before it is stored, and opens it.
///
/// What anybody may see stays open, so that `sqlite3` can show it; the whole lies beside it under `sealed`.
struct Seal: Sendable {
    private static let member = "sealed"
    /// The first seals, all of them open.
    private let keys: [SymmetricKey]

    init(_ key: StorageKey?) { keys = key?.keys ?? [] }

    private init(keys: [SymmetricKey]) { self.keys = keys }

    var hasKey: Bool { !keys.isEmpty }

    /// The same without the keys of before; `nil` when there are none.
    var withoutFormer: Seal? { keys.count > 1 ? Seal(keys: Array(keys.prefix(1))) : nil }

    /// A key for one file, made of the one that seals; `nil` when there is none.
    func key(ofFile name: String) -> SymmetricKey? { keys(ofFile: name).first }

    /// The keys that a file may have been sealed with (HKDF, RFC 5869).
    func keys(ofFile name: String) -> [SymmetricKey] {
        keys.map {
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
        guard hasKey else { throw .noKey }
        for key in keys {
            if let opened = Self.open(sealed, key) { return opened }
        }
        throw .otherKey
    }

    /// What was stored, sealed with the newest key; `nil` when it is, or when nothing in it is sealed.
    func sealedAnew(_ stored: JSONValue) throws(SealError) -> JSONValue? {
        guard let sealed = stored[Self.member]?.string, let key = keys.first, Self.open(sealed, key) == nil else {
            return nil
        }
        return closed(try opened(stored), shown: Self.shown(stored) ?? .object([:]))
    }

    /// What may be seen of what was stored; `nil` when nothing was sealed.
    static func shown(_ stored: JSONValue) -> JSONValue? {
        guard case .object(var object) = stored, object[member] != nil else { return nil }
        object[member] = nil
        return object["shown"] ?? .object(object)
    }

    private func sealed(_ json: JSONValue) -> String? {
        guard let key = keys.first, let box = try? AES.GCM.seal(Data(json.text.utf8), using: key).combined else {
            return nil
        }
        return box.base64EncodedString()
    }

    private static func open(_ sealed: String, _ key: SymmetricKey) -> JSONValue? {
        guard let bytes = Data(base64Encoded: sealed), let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(box, using: key)
        else { return nil }
        return try? JSONValue(parsing: String(decoding: plain, as: UTF8.self))
    }
}

/// Why something sealed cannot be opened.
enum SealError: Error, Equatable, CustomStringConvertible {
    case noKey
    case otherKey
    /// A change of keys has not come to its end, and the key of before is not there.
    case formerKeyMissing

    var description: String {
        switch self {
        case .noKey: "it holds private answers, and there is no `storage.key` to open them"
        case .otherKey: "it holds private answers that were sealed with another `storage.key`"
        case .formerKeyMissing: "it holds private answers that are still sealed with a former `storage.key`"
        }
    }
}

import Crypto
public import Foundation
package import JSON

/// The key that seals private answers: 32 bytes (AES-256-GCM, NIST SP 800-38D), and the former keys.
public struct StorageKey: Sendable {
    /// New data is sealed with the first.
    let keys: [SymmetricKey]

    /// - Returns: `nil` unless there are 32 bytes.
    public init?(_ bytes: Data) {
        guard bytes.count == 32 else { return nil }
        keys = [SymmetricKey(data: bytes)]
    }

    /// A new key, for a database that does not outlive the process.
    public static func random() -> StorageKey { StorageKey(keys: [SymmetricKey(size: .bits256)]) }

    /// This key, which also opens data sealed with `former` keys.
    public func replacing(_ former: [StorageKey]) -> StorageKey { StorageKey(keys: keys + former.flatMap(\.keys)) }

    /// Derives 32 bytes from this key for a specific purpose (HKDF, RFC 5869).
    public func derived(for purpose: String) -> Data {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: keys[0], info: Data(purpose.utf8), outputByteCount: 32)
            .withUnsafeBytes { Data($0) }
    }

    private init(keys: [SymmetricKey]) { self.keys = keys }
}

/// Seals private data before it is stored, and opens it.
///
/// The parts that are not private stay readable, so that `sqlite3` can display them; the whole is stored beside them
/// under `sealed`.
package struct Seal: Sendable {
    private static let member = "sealed"
    /// The first seals; all of them open.
    private let keys: [SymmetricKey]

    package init(_ key: StorageKey?) { keys = key?.keys ?? [] }

    private init(keys: [SymmetricKey]) { self.keys = keys }

    package var hasKey: Bool { !keys.isEmpty }

    /// The same without the former keys; `nil` when there are none.
    package var withoutFormer: Seal? { keys.count > 1 ? Seal(keys: Array(keys.prefix(1))) : nil }

    /// The key for one file, derived from the sealing key; `nil` when there is none.
    func key(ofFile name: String) -> SymmetricKey? { keys(ofFile: name).first }

    /// The keys that a file may have been sealed with (HKDF, RFC 5869).
    func keys(ofFile name: String) -> [SymmetricKey] {
        keys.map {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: $0, salt: Data(name.utf8), info: Data("usher content".utf8), outputByteCount: 32)
        }
    }

    /// The stored form of `real`: unchanged when nothing in it is private, otherwise the non-private part and the
    /// sealed whole.
    package func closed(_ real: JSONValue, shown: JSONValue?) -> JSONValue {
        guard let shown else { return real }
        var object = shown.object ?? ["shown": shown]
        if let sealed = sealed(real) { object[Self.member] = .string(sealed) }
        return .object(object)
    }

    /// The stored form of a value as text; it is written directly when nothing in it is private.
    package func text(of real: some JSONRepresentable, shown: JSONValue?) -> String {
        shown == nil ? real.jsonText : closed(real.json, shown: shown).text
    }

    /// The original of a stored value: the sealed whole if there is one.
    func opened(_ stored: JSONValue) throws(SealError) -> JSONValue {
        guard let sealed = stored[Self.member]?.string else { return stored }
        guard hasKey else { throw .noKey }
        for key in keys {
            if let opened = Self.open(sealed, key) { return opened }
        }
        throw .otherKey
    }

    /// A stored value resealed with the newest key; `nil` when it already is, or when nothing in it is sealed.
    func sealedAnew(_ stored: JSONValue) throws(SealError) -> JSONValue? {
        guard let sealed = stored[Self.member]?.string, let key = keys.first, Self.open(sealed, key) == nil else {
            return nil
        }
        return closed(try opened(stored), shown: Self.shown(stored) ?? .object([:]))
    }

    /// The non-private part of a stored value; `nil` when nothing was sealed.
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

/// Why sealed data cannot be opened.
package enum SealError: Error, Equatable, CustomStringConvertible {
    case noKey
    case otherKey
    /// A key change is not complete, and the former key is missing.
    case formerKeyMissing

    package var description: String {
        switch self {
        case .noKey: "it contains private answers, and `storage.key` is not set"
        case .otherKey: "it contains private answers that were sealed with another `storage.key`"
        case .formerKeyMissing: "it contains private answers that are still sealed with a former `storage.key`"
        }
    }
}

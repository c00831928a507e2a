import Crypto
import Foundation

/// The signature of an attachment: 21 bytes, of which the first is a marker and the others are SHA-1 over two salts and
/// the encrypted bytes.
///
/// Apple's pages show signatures without saying how they are computed; several programs in the field compute them this
/// way.
struct AttachmentSignature {
    private var hash = Insecure.SHA1()

    /// The marker of current signatures, and of older ones.
    private static let marks: [UInt8] = [0x81, 0x01]
    private static let length = 21

    init() { hash.update(data: Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)) }

    mutating func add(_ encrypted: Data) { hash.update(data: encrypted) }

    /// Compares the added bytes with the `signature` of a message. A signature of unknown form is not judged.
    func compared(with signature: [UInt8]) -> ChecksumResult {
        guard signature.count == Self.length, Self.marks.contains(signature[0]) else { return .unknown }
        return signature.dropFirst().elementsEqual(hash.finalize()) ? .agrees : .differs
    }

    /// The signature of the bytes added so far, in the current form.
    var bytes: [UInt8] { [Self.marks[0]] + hash.finalize() }
}

/// The result of comparing the checksum of a fetched file.
///
/// The form of the checksum is not documented, so a mismatch alone is no reason to refuse a file.
public enum ChecksumResult: Sendable {
    case agrees
    case differs
    /// The checksum has an unknown form and was not compared.
    case unknown
}

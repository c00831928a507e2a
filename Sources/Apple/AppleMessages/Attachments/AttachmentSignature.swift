import Crypto
import Foundation

/// The signature of an attachment: 21 bytes, the first a mark, then SHA-1 over two salts and the encrypted bytes.
///
/// Apple's pages show signatures and do not say how they are made; several programs in the field compute them so.
struct AttachmentSignature {
    private var hash = Insecure.SHA1()

    /// The mark of today's signatures, and of older ones.
    private static let marks: [UInt8] = [0x81, 0x01]
    private static let length = 21

    init() { hash.update(data: Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)) }

    mutating func add(_ encrypted: Data) { hash.update(data: encrypted) }

    /// Compares what was added with the `signature` of a message. One of a form that is not known is not judged.
    func compared(with signature: [UInt8]) -> ChecksumResult {
        guard signature.count == Self.length, Self.marks.contains(signature[0]) else { return .unknown }
        return signature.dropFirst().elementsEqual(hash.finalize()) ? .agrees : .differs
    }

    /// What is signed so far, as today's programs write it.
    var bytes: [UInt8] { [Self.marks[0]] + hash.finalize() }
}

/// What the checksum of a fetched file says of it.
///
/// The form of the checksum is not documented, so one that differs alone is no reason to refuse a file.
public enum ChecksumResult: Sendable {
    case agrees
    case differs
    /// It has a form that is not known, and was not compared.
    case unknown
}

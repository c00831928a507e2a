import Crypto
import CryptoExtras
public import Foundation
import SwiftASN1

/// The merchant identity certificate and its key, read from files and checked as Apple would check them.
public struct MerchantCertificate: Sendable {
    /// A defect of the certificate; the description continues a sentence that begins with the merchant's name.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        case missing(String)
        /// The environment variable that names its file is not set.
        case notSet(String, variable: String)
        case unreadable(String)
        case notPEM(String)
        case encrypted(String)
        case otherKey
        case expired(String)
        case notYet(String)

        public var description: String {
            switch self {
            case .missing(let key): "has no `\(key)`, which Apple requires for a merchant session"
            case .notSet(let key, let variable):
                "has no `\(key)`, because \(variable) is not set; Apple requires it for a merchant session"
            case .unreadable(let path): "names the file `\(path)`, which cannot be read"
            case .notPEM(let path): "names the file `\(path)`, which contains no valid PEM"
            case .encrypted(let path):
                "names the file `\(path)`, whose key is protected by a password; write it without one with `openssl pkey`"
            case .otherKey: "has a `key` that does not belong to its `certificate`"
            case .expired(let day): "has a `certificate` that ended on \(day)"
            case .notYet(let day): "has a `certificate` that begins on \(day)"
            }
        }
    }

    public let end: Date
    private let subject: [String]

    /// - Throws: the defect that makes the certificate unusable.
    public init(certificate: String?, key: String?, now: Date) throws(Fault) {
        guard let certificate else { throw .missing("certificate") }
        guard let key else { throw .missing("key") }
        let contents = try Self.contents(of: certificate)
        guard try Self.publicKey(of: key).elementsEqual(contents.publicKey) else { throw .otherKey }
        guard contents.end > now else { throw .expired(Self.day(contents.end)) }
        guard contents.begin <= now else { throw .notYet(Self.day(contents.begin)) }
        (end, subject) = (contents.end, contents.subject)
    }

    /// Whether Apple issued it for this merchant, whose identifier is the subject's user id.
    public func isFor(_ identifier: String) -> Bool { subject.contains(identifier) }

    private static func documents(in path: String) throws(Fault) -> [PEMDocument] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
        do {
            return try PEMDocument.parseMultiple(pemString: String(decoding: data, as: UTF8.self))
        } catch {
            throw .notPEM(path)
        }
    }

    /// The first certificate of the file; those of its issuers may follow.
    private static func contents(of path: String) throws(Fault) -> CertificateContents {
        guard let document = try documents(in: path).first(where: { $0.discriminator == "CERTIFICATE" }),
            let contents = try? CertificateContents(document.derBytes)
        else { throw .notPEM(path) }
        return contents
    }

    /// The public part of the first key of the file, as `SubjectPublicKeyInfo` in DER.
    private static func publicKey(of path: String) throws(Fault) -> Data {
        guard let document = try documents(in: path).first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }) else {
            throw .notPEM(path)
        }
        if document.discriminator.hasPrefix("ENCRYPTED") { throw .encrypted(path) }
        let key = Data(document.derBytes)
        if let key = try? _RSA.Signing.PrivateKey(derRepresentation: key) { return key.publicKey.derRepresentation }
        if let key = try? P256.Signing.PrivateKey(derRepresentation: key) { return key.publicKey.derRepresentation }
        if let key = try? P384.Signing.PrivateKey(derRepresentation: key) { return key.publicKey.derRepresentation }
        if let key = try? P521.Signing.PrivateKey(derRepresentation: key) { return key.publicKey.derRepresentation }
        throw .notPEM(path)
    }

    /// Returns the day, such as `2027-03-01`.
    public static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}

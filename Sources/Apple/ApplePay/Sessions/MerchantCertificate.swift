public import Foundation
import SwiftASN1
import X509

/// The merchant identity certificate and its key, read from files and checked as Apple would check them.
public struct MerchantCertificate: Sendable {
    /// A defect of the certificate; the description continues a sentence that begins with the merchant's name.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        case missing(String)
        /// The environment variable that names its file is not set.
        case notSet(String, variable: String)
        case unreadable(String)
        case notPEM(String)
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
            case .otherKey: "has a `key` that does not belong to its `certificate`"
            case .expired(let day): "has a `certificate` that ended on \(day)"
            case .notYet(let day): "has a `certificate` that begins on \(day)"
            }
        }
    }

    public let end: Date
    /// The subject of the certificate; Apple writes the merchant's identifier into it.
    public let subject: String

    /// - Throws: the defect that makes the certificate unusable.
    public init(certificate: String?, key: String?, now: Date) throws(Fault) {
        guard let certificate else { throw .missing("certificate") }
        guard let key else { throw .missing("key") }
        let read = try Self.certificate(try Self.text(of: certificate), certificate)
        let secret = try Self.key(try Self.text(of: key), key)
        guard secret.publicKey == read.publicKey else { throw .otherKey }
        guard read.notValidAfter > now else { throw .expired(Self.day(read.notValidAfter)) }
        guard read.notValidBefore <= now else { throw .notYet(Self.day(read.notValidBefore)) }
        end = read.notValidAfter
        subject = "\(read.subject)"
    }

    private static func text(of path: String) throws(Fault) -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
        return String(decoding: data, as: UTF8.self)
    }

    private static func certificate(_ text: String, _ path: String) throws(Fault) -> Certificate {
        do {
            return try Certificate(pemEncoded: text)
        } catch {
            throw .notPEM(path)
        }
    }

    private static func key(_ text: String, _ path: String) throws(Fault) -> Certificate.PrivateKey {
        do {
            return try Certificate.PrivateKey(pemEncoded: text)
        } catch {
            throw .notPEM(path)
        }
    }

    /// Returns the day, such as `2027-03-01`.
    public static func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
}

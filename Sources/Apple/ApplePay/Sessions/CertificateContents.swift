import Foundation
import SwiftASN1

/// What a certificate says about itself (X.509; RFC 5280, section 4.1). Its signature is not verified: Apple does
/// that.
struct CertificateContents {
    let begin: Date
    let end: Date
    /// The values of the subject's attributes, such as its common name, in their order.
    let subject: [String]
    /// The key with its algorithm, as `SubjectPublicKeyInfo` in DER.
    let publicKey: [UInt8]

    /// Parses a certificate in DER.
    init(_ bytes: [UInt8]) throws {
        self = try DER.sequence(DER.parse(bytes), identifier: .sequence) { parts in
            let contents = try Self(Self.next(&parts))
            // The algorithm and the signature of the issuer.
            _ = (try Self.next(&parts), try Self.next(&parts))
            return contents
        }
    }

    private init(_ node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { parts in
            _ = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) { _ in }
            // The serial number, the algorithm, and the issuer.
            for _ in 1...3 { _ = try Self.next(&parts) }
            let (begin, end) = try Self.times(Self.next(&parts))
            let subject = try Self.values(Self.next(&parts))
            let key = try Self.next(&parts)
            // Identifiers and extensions.
            while parts.next() != nil {}
            return Self(begin: begin, end: end, subject: subject, publicKey: Array(key.encodedBytes))
        }
    }

    private init(begin: Date, end: Date, subject: [String], publicKey: [UInt8]) {
        (self.begin, self.end, self.subject, self.publicKey) = (begin, end, subject, publicKey)
    }

    private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else { throw ASN1Error.truncatedASN1Field() }
        return node
    }

    private static func times(_ node: ASN1Node) throws -> (Date, Date) {
        try DER.sequence(node, identifier: .sequence) { times in (try date(next(&times)), try date(next(&times))) }
    }

    /// A time in UTC: until 2049 with two digits of the year, then with four (RFC 5280, section 4.1.2.5).
    private static func date(_ node: ASN1Node) throws -> Date {
        var date = DateComponents(timeZone: .gmt)
        if node.identifier == .utcTime {
            let time = try UTCTime(derEncoded: node)
            (date.year, date.month, date.day) = (time.year, time.month, time.day)
            (date.hour, date.minute, date.second) = (time.hours, time.minutes, time.seconds)
        } else {
            let time = try GeneralizedTime(derEncoded: node)
            (date.year, date.month, date.day) = (time.year, time.month, time.day)
            (date.hour, date.minute, date.second) = (time.hours, time.minutes, time.seconds)
        }
        guard let date = Calendar(identifier: .gregorian).date(from: date) else {
            throw ASN1Error.invalidASN1Object(reason: "a time that no calendar has")
        }
        return date
    }

    /// A name is a sequence of sets of attributes, each a type and its value.
    private static func values(_ name: ASN1Node) throws -> [String] {
        try children(of: name).flatMap { try children(of: $0) }.map { attribute in
            let parts = try children(of: attribute)
            guard parts.count == 2, case .primitive(let value) = parts[1].content else {
                throw ASN1Error.invalidASN1Object(reason: "an attribute is a type and a value")
            }
            return String(decoding: value, as: UTF8.self)
        }
    }

    private static func children(of node: ASN1Node) throws -> [ASN1Node] {
        guard case .constructed(let nodes) = node.content else {
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
        return Array(nodes)
    }
}

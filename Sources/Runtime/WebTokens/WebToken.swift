package import JSON

/// A JSON Web Token in its compact form: a header, claims and a signature, each in base64url (RFC 7515, section 7.1;
/// RFC 7519).
///
/// It is only parsed. Nothing in it can be trusted before the caller has verified its signature, with an algorithm of the
/// caller's choice and not of the token's.
package struct WebToken: Sendable {
    /// Why a text is not a token.
    package enum Fault: Error, Equatable {
        /// It has so many parts instead of three.
        case parts(Int)
        /// The header is not a JSON object in base64url.
        case header
        /// The claims are not a JSON object in base64url.
        case claims
        /// The signature is not base64url.
        case signature
    }

    package let header: JSONObject
    package let claims: JSONObject
    /// What the signature is about: the first two parts as they were received.
    package let signed: [UInt8]
    /// Empty in a token without a signature.
    package let signature: [UInt8]

    package init(_ text: String) throws(Fault) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .parts(parts.count) }
        guard let header = Self.object(parts[0]) else { throw .header }
        guard let claims = Self.object(parts[1]) else { throw .claims }
        guard let signature = Base64URL.array(parts[2]) else { throw .signature }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array(text.utf8[..<parts[1].endIndex])
    }

    private static func object(_ part: Substring.UTF8View) -> JSONObject? {
        Base64URL.array(part).flatMap { try? JSONValue(parsing: $0) }?.object
    }

    /// The algorithm that it claims to be signed with.
    package var algorithm: String? { header["alg"]?.string }

    /// Whether its header names an extension without which it must not be accepted (RFC 7515, section 4.1.11). We know
    /// none of them.
    package var needsExtensions: Bool { header["crit"] != nil }
}

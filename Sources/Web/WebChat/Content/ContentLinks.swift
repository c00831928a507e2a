import Channels
import Crypto
public import Expressions
public import Foundation
import WebTokens

/// Creates and verifies the addresses under which files can be downloaded for a limited time.
///
/// A link carries the viewer for whom it was made, and a signature. It needs no other credential, so that pictures show
/// in a page that cannot send a header with them.
public struct ContentLinks: Sendable {
    public static let root = "/chat/api/content"
    private let key: SymmetricKey

    /// - Parameter secret: the key from which the signing key of the links is derived (HKDF, RFC 5869).
    public init(secret: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data("usher content links".utf8), outputByteCount: 32)
    }

    /// An address and its expiry.
    public struct Link: Sendable, Hashable {
        public var address: String
        public var expiration: Moment
    }

    /// - Parameters:
    ///   - message: the message that holds the content itself; `nil` for files.
    ///   - latest: when the file itself expires.
    func download(
        _ id: String, of message: MessageAddress?, for viewer: String, at now: Moment, notAfter latest: Moment?
    ) -> Link {
        let step = ContentRules.linkStep.milliseconds
        let end = Moment(milliseconds: (now.milliseconds / step + 2) * step)
        let expiration = latest.map { min(end, $0) } ?? end
        let query =
            (message?.fields ?? []) + [
                "viewer=\(Self.escaped(viewer))", "expires=\(expiration.seconds)",
                "signature=\(signature(id, viewer, expiration.seconds))",
            ]
        return Link(address: "\(Self.root)/\(id)?\(query.joined(separator: "&"))", expiration: expiration)
    }

    /// Whether this server signed the link. Does not check whether the link has expired.
    func isSigned(_ id: String, viewer: String, expires: Int, signature: String) -> Bool {
        guard let given = Base64URL.bytes(signature[...]) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(given, authenticating: Self.text(id, viewer, expires), using: key)
    }

    static func upload(_ id: String) -> String { "\(root)/\(id)" }
    static func refresh(_ id: String, of message: MessageAddress?) -> String {
        let query = message.map { "?" + $0.fields.joined(separator: "&") } ?? ""
        return "\(root)/\(id)/refresh\(query)"
    }

    // Signing.

    private func signature(_ id: String, _ viewer: String, _ expires: Int) -> String {
        Base64URL.text(Data(HMAC<SHA256>.authenticationCode(for: Self.text(id, viewer, expires), using: key)))
    }

    /// The signed text. The lengths delimit its fields.
    private static func text(_ id: String, _ viewer: String, _ expires: Int) -> Data {
        Data("\(id.utf8.count) \(id) \(viewer.utf8.count) \(viewer) \(expires)".utf8)
    }

    fileprivate static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The unreserved characters of URIs (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

/// The location of a message.
public struct MessageAddress: Sendable, Hashable {
    public var conversation: String
    public var message: String

    public init(conversation: String, message: String) {
        self.conversation = conversation
        self.message = message
    }

    /// The fields of the query.
    fileprivate var fields: [String] {
        ["conversation=\(ContentLinks.escaped(conversation))", "message=\(ContentLinks.escaped(message))"]
    }
}

import Crypto
public import Expressions
public import Foundation

/// Makes the addresses under which files are had for a while, and knows them again.
///
/// A link carries who it was made for, and a signature: whoever has it needs nothing else, so that pictures show in a page
/// that can send no header with them.
public struct ContentLinks: Sendable {
    public static let root = "/chat/api/content"
    private let key: SymmetricKey

    /// - Parameter secret: the key from which that of the links is derived (HKDF, RFC 5869).
    public init(secret: Data) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data("usher content links".utf8), outputByteCount: 32)
    }

    /// An address, and until when it is good.
    public struct Link: Sendable, Hashable {
        public var address: String
        public var expiration: Moment
    }

    /// - Parameters:
    ///   - message: the one that keeps it itself; `nil` for files.
    ///   - latest: when the file itself goes.
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

    /// Whether a link is one of ours. Whether it is still good is another question.
    func isSigned(_ id: String, viewer: String, expires: Int, signature: String) -> Bool {
        guard let given = Data(base64Encoded: Self.standard(signature)) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(given, authenticating: Self.text(id, viewer, expires), using: key)
    }

    static func upload(_ id: String) -> String { "\(root)/\(id)" }
    static func refresh(_ id: String, of message: MessageAddress?) -> String {
        let query = message.map { "?" + $0.fields.joined(separator: "&") } ?? ""
        return "\(root)/\(id)/refresh\(query)"
    }

    // Signing.

    private func signature(_ id: String, _ viewer: String, _ expires: Int) -> String {
        Self.text(HMAC<SHA256>.authenticationCode(for: Self.text(id, viewer, expires), using: key))
    }

    /// What is signed. The lengths keep the pieces apart.
    private static func text(_ id: String, _ viewer: String, _ expires: Int) -> Data {
        Data("\(id.utf8.count) \(id) \(viewer.utf8.count) \(viewer) \(expires)".utf8)
    }

    /// As it stands in an address (RFC 4648, section 5).
    private static func text(_ code: HMAC<SHA256>.MAC) -> String {
        Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func standard(_ text: String) -> String {
        text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    fileprivate static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// What stands in addresses as it is (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}

/// Where a message is.
public struct MessageAddress: Sendable, Hashable {
    public var conversation: String
    public var message: String

    public init(conversation: String, message: String) {
        self.conversation = conversation
        self.message = message
    }

    /// As a query says it.
    fileprivate var fields: [String] {
        ["conversation=\(ContentLinks.escaped(conversation))", "message=\(ContentLinks.escaped(message))"]
    }
}

import Crypto
import Foundation

/// An authorisation request (RFC 6749, section 4.1.1).
struct AuthorizeRequest: Sendable {
    let query: String
    let responseType: String
    let client: String
    let redirect: String
    let scope: Set<String>
    /// `nil` when there is none; it is not sent back then.
    let state: String?
    let nonce: String?
    /// `code_challenge`, with the method S256.
    let challenge: String?

    init(query: String) {
        let fields = WebForm(query)
        self.query = query
        responseType = fields["response_type"] ?? ""
        client = fields["client_id"] ?? ""
        redirect = fields["redirect_uri"] ?? ""
        scope = Set((fields["scope"] ?? "").split(separator: " ").map(String.init))
        state = fields["state"]
        nonce = fields["nonce"]
        challenge = fields["code_challenge_method"] == "S256" ? fields["code_challenge"] : nil
    }

    /// Whether a verifier matches the challenge (RFC 7636, section 4.6).
    func proves(_ verifier: String?) -> Bool {
        guard let challenge else { return true }
        guard let verifier else { return false }
        return IdentityKeys.base64URL(Data(SHA256.hash(data: Data(verifier.utf8)))) == challenge
    }

    /// Whether `redirect_uri` is an absolute address without a fragment, to which parameters can be added (RFC 6749,
    /// section 3.1.2).
    var hasUsableRedirect: Bool {
        let isWritten = redirect.unicodeScalars.allSatisfy {
            $0.isASCII && !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        }
        guard isWritten, !redirect.contains("#"), let address = URLComponents(string: redirect) else { return false }
        return ["http", "https"].contains(address.scheme?.lowercased()) && !(address.host ?? "").isEmpty
    }

    /// The address to which the customer is sent back.
    ///
    /// - Parameter state: sent back when there is one.
    func address(with fields: [(String, String)], state: String?) -> String {
        let fields = fields + (state.map { [("state", $0)] } ?? [])
        return redirect + (redirect.contains("?") ? "&" : "?") + WebForm.text(fields)
    }
}

/// A request for tokens, with the client's credentials in the header or in the form (RFC 6749, section 2.3.1).
struct IdentityTokenRequest: Sendable {
    let fields: WebForm
    let client: String
    let secret: String?

    init(body: String, authorization: String?) {
        fields = WebForm(body)
        let basic = authorization.flatMap { text in
            text.lowercased().hasPrefix("basic ") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
        }
        if let basic {
            let parts = String(decoding: basic, as: UTF8.self).split(separator: ":", maxSplits: 1)
            client = parts.first.map(WebForm.plain) ?? ""
            secret = parts.count > 1 ? WebForm.plain(parts[1]) : nil
        } else {
            client = fields["client_id"] ?? ""
            secret = fields["client_secret"]
        }
    }
}

/// Names and values encoded as in forms and queries (WHATWG URL, application/x-www-form-urlencoded).
struct WebForm: Sendable {
    private let values: [String: String]

    init(_ text: String) {
        let pairs = text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.plain(parts[0]), parts.count > 1 ? Self.plain(parts[1]) : "")
        }
        values = Dictionary(pairs) { first, _ in first }
    }

    subscript(name: String) -> String? { values[name] }

    static func plain(_ text: Substring) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    static func text(_ fields: [(String, String)]) -> String {
        fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~")))
            ?? ""
    }
}

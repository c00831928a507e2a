import CurlClient
import Foundation
import JSON

/// A request to a provider's token endpoint (RFC 6749, sections 4.1.3 and 6), and the interpretation of its responses.
struct TokenRequest: Sendable {
    /// A client with a secret sends it in the header, as every provider must support (section 2.3.1); a client without
    /// one sends its id in the form.
    let client: String
    let secret: String?

    func request(to address: String, _ fields: [(name: String, value: String)]) -> HTTPRequest {
        var fields = fields
        var request = HTTPRequest("POST", address)
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded")]
        if let secret {
            let pair = FormText.encoded(client) + ":" + FormText.encoded(secret)
            let word = Data(pair.utf8).base64EncodedString()
            request.headers.append(HTTPHeader(name: "Authorization", value: "Basic \(word)"))
        } else {
            fields.append(("client_id", client))
        }
        request.body = .bytes(Array(FormText.text(fields).utf8))
        // A code is valid once: sending it twice may revoke all tokens issued for it.
        request.repeatable = false
        return request
    }

    /// The object of a successful response; throws the error otherwise (section 5.2).
    static func read(_ status: Int, _ json: JSONValue?) throws(SignInFailure) -> JSONValue {
        if status == 200, let json, json.object != nil, json["error"] == nil { return json }
        if let error = json?["error"]?.string { throw .refused(SignInError.name(error)) }
        throw .badAnswer("the token endpoint responded \(status)" + (status == 200 ? " and no JSON object" : ""))
    }
}

/// The errors of a provider.
enum SignInError {
    /// An error's name in a form safe for logs: only the characters that the RFCs allow (RFC 6749, section 5.2), and at
    /// most 60.
    static func name(_ text: String) -> String {
        let name = text.unicodeScalars.prefix(60).filter {
            (0x20...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\"
        }
        return String(String.UnicodeScalarView(name))
    }
}

/// Form encoding of names and values (WHATWG URL, application/x-www-form-urlencoded).
enum FormText {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }

    static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }
}

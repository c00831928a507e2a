/// The headers in which a proxy in front of the simulator reports a business's client certificate.
///
/// Apple Pay authenticates a business by its merchant identity certificate. The simulator does not terminate TLS; a
/// proxy that does, and reports the certificate in headers, takes the place of Apple's front end. Without such a proxy
/// no certificate is required, and headers of these names have no meaning.
public struct ProxyCertificate: Sendable, Hashable {
    /// The header that is `SUCCESS` when the certificate is valid, as nginx writes it (`$ssl_client_verify`).
    public var verified: String
    /// The header with the subject of the certificate (`$ssl_client_s_dn`), which contains the merchant as `UID`; `nil`
    /// skips the comparison.
    public var subject: String?

    public init(verified: String, subject: String? = nil) {
        self.verified = verified
        self.subject = subject
    }
}

extension ProxyCertificate {
    /// Returns why the certificate does not authenticate a merchant; `nil` when it does.
    ///
    /// - Parameter header: returns the value of a header.
    func validationError(about merchant: String, _ header: (String) -> String?) -> String? {
        guard header(verified) == "SUCCESS" else { return "the merchant identity certificate is missing or not good" }
        guard let subject else { return nil }
        let parts = (header(subject) ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        return parts.contains("UID=\(merchant)")
            ? nil : "the merchant identity certificate is not one of `\(merchant)`"
    }
}

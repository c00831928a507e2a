/// How a proxy before the simulator tells of the certificate that a business showed it.
///
/// Apple Pay knows a business by its merchant identity certificate. The simulator speaks no TLS; a proxy that does, and says in
/// headers what it saw, takes the place of Apple's front door. Without such a proxy nobody is asked for a certificate, and
/// headers of these names mean nothing.
public struct ProxyCertificate: Sendable, Hashable {
    /// The header that says `SUCCESS` when the certificate is good, as nginx writes it (`$ssl_client_verify`).
    public var verified: String
    /// The header with the subject of the certificate (`$ssl_client_s_dn`), in which the merchant stands as `UID`; `nil`
    /// does not compare.
    public var subject: String?

    public init(verified: String, subject: String? = nil) {
        self.verified = verified
        self.subject = subject
    }
}

extension ProxyCertificate {
    /// Why the certificate does not speak for a merchant; `nil` when it does.
    ///
    /// - Parameter header: the value of a header.
    func complaint(about merchant: String, _ header: (String) -> String?) -> String? {
        guard header(verified) == "SUCCESS" else { return "the merchant identity certificate is missing or not good" }
        guard let subject else { return nil }
        let parts = (header(subject) ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        return parts.contains("UID=\(merchant)")
            ? nil : "the merchant identity certificate is not one of `\(merchant)`"
    }
}

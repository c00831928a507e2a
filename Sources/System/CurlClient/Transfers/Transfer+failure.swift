import CCurl

extension Transfer {
    /// Converts a libcurl result to a failure for the caller.
    func failure(for code: CURLcode) -> HTTPFailure {
        if let failure { return failure }
        let reason = easy.reason(for: code)
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return outOfTime
        case CURLE_FILESIZE_EXCEEDED:
            return .tooLarge(limit: hop.request.responseLimit)
        case _ where Self.aboutCertificates.contains(code) || rejectsOurCertificate(reason):
            return .untrusted(reason)
        case _ where attempts.hasBegunSending:
            return .interrupted(reason)
        default:
            return attempts.refusal ?? .unreachable(reason)
        }
    }

    var outOfTime: HTTPFailure {
        .timedOut(mayHaveArrived: attempts.hasBegunSending || hop.number > 0)
    }

    private static let aboutCertificates: [CURLcode] = [
        CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_CLIENTCERT, CURLE_SSL_INVALIDCERTSTATUS,
    ]

    /// A server may reject our certificate, or require one, with a TLS alert (RFC 8446, 6.2).
    ///
    /// In TLS 1.3 the alert arrives after sending has begun; the server has not read any of the request then.
    private func rejectsOurCertificate(_ reason: String) -> Bool {
        ["certificate required", "bad certificate", "unknown ca", "certificate unknown", "certificate expired"]
            .contains { reason.contains("alert \($0)") }
    }
}

extension HTTPFailure {
    /// The same failure after a redirect: at least the first server has received the request.
    var afterRedirect: HTTPFailure {
        switch self {
        case .unreachable(let reason): .interrupted(reason)
        case .timedOut: .timedOut(mayHaveArrived: true)
        case .refusedAddress(let address): .badRedirect("requests to \(address) are not allowed")
        case .untrusted(let reason), .badRequest(let reason): .badRedirect(reason)
        default: self
        }
    }
}

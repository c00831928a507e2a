import JSON

extension Authentication {
    public var options: [Option] { [] }

    var display: JSONObject { ["scope": .array(scope.map { .string($0) }), "redirect": .string(redirectURI)] }

    /// Choosing options does not produce the answer; `answer(_:)` does.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        throw ValidationError("one signs in; there is nothing to tap")
    }

    /// Returns what the device sends when its window has closed (Authentication Webhook Event).
    func answer(_ end: SignInBrowser.End) -> JSONValue {
        switch end {
        case .left(let status, let errorCode):
            var object: JSONObject = ["status": .string(status)]
            object.set("error_code", errorCode.map { .string($0) })
            return .object(object)
        // The customer closed the window on a page without a redirect.
        case .page: return ["status": "cancel"]
        }
    }

    /// Returns the address that the device opens (RFC 6749, section 4.1.1), from the business's registration and the
    /// message.
    func address(at registration: Business.SignIn) -> String {
        let fields = [
            ("response_type", "code"), ("client_id", registration.client), ("redirect_uri", redirectURI),
            ("scope", scope.joined(separator: " ")), ("state", state),
        ]
        let separator = registration.authorize.contains("?") ? "&" : "?"
        let more = additionalParameters.map { "&\($0)" } ?? ""
        return registration.authorize + separator + WebForm.text(fields) + more
    }
}

import HTTPTypes
import Hummingbird

/// The headers that every response has unless its route sets them: they forbid caching, content sniffing, framing,
/// scripts and referrers.
struct StandardHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameter isSecure: whether the public URL uses `https`, which browsers then have to keep to (RFC 6797).
    init(isSecure: Bool) {
        var fields: HTTPFields = [
            .xContentTypeOptions: "nosniff", .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        fields[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        self.fields = fields
    }

    func complete(_ headers: inout HTTPFields) {
        for field in fields where headers[field.name] == nil { headers.append(field) }
    }
}

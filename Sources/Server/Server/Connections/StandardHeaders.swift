import HTTPTypes
import Hummingbird

/// Headers that every answer has unless its route says otherwise: nothing is kept on the way, guessed, framed or run, and
/// nobody is told from where somebody comes.
struct StandardHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameter isSecure: whether browsers find us by `https`, and have to keep to it (RFC 6797).
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

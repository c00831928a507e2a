import Foundation
import HTTPTypes
import Hummingbird
import WebChat

extension HTTPFields {
    /// The headers under which a file of somebody goes out.
    ///
    /// What people send is never shown by a browser as if it were ours: it is saved, its type is not guessed, and opened by
    /// itself it runs nothing.
    static func file(named name: String, kind: String) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: kind.asMediaType ?? "application/octet-stream",
            .contentDisposition: name.asAttachment,
            .xContentTypeOptions: "nosniff",
        ]
        headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
        return headers
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import WebChat

extension HTTPFields {
    /// Returns the headers with which a user's file is served.
    ///
    /// A browser never displays users' files as part of our site: it saves them, does not guess their type, and runs no
    /// script when one is opened by itself.
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

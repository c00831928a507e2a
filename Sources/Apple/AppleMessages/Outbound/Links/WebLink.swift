import Foundation

/// A web address as it is written in a text, and as it is sent to Apple.
struct WebLink: Sendable, Hashable {
    /// The address with all characters escaped that are not allowed in one.
    let url: String
    let host: String

    /// Returns `nil` for anything other than an `http` or `https` address: Apple accepts no others (Rich Link Message).
    init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.url = url.absoluteString
        self.host = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}

import Foundation

/// An address of the web as it stands in a text, and as it goes to Apple.
struct WebLink: Sendable, Hashable {
    /// With everything escaped that an address cannot hold.
    let url: String
    let host: String

    /// `nil` for what is no `http` or `https` address: Apple takes no others (Rich Link Message).
    init?(_ text: String) {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty
        else { return nil }
        self.url = url.absoluteString
        self.host = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}

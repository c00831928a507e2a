/// The cookies of a request (RFC 6265, section 5.4), as browsers send them.
package struct Cookies {
    /// The values of the `Cookie` headers.
    let headers: [String]

    package init(headers: [String]) { self.headers = headers }

    /// Returns the value of the first cookie with this name.
    package subscript(name: String) -> String? {
        for pair in pairs where pair.hasPrefix("\(name)=") { return Self.value(pair.dropFirst(name.count + 1)) }
        return nil
    }

    /// Returns the values of the cookies whose names begin so.
    func values(withPrefix prefix: String) -> [String] {
        pairs.filter { $0.hasPrefix(prefix) }.compactMap { pair in
            pair.firstIndex(of: "=").map { Self.value(pair[pair.index(after: $0)...]) }
        }
    }

    private var pairs: some Sequence<Substring> {
        headers.lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .map { Substring($0.drop { $0 == 0x20 || $0 == 0x09 }) }
    }

    private static func value(_ text: Substring) -> String { String(text.prefix { $0 != " " && $0 != "\t" }) }
}

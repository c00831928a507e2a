/// The cookies of a request (RFC 6265, section 5.4), as browsers send them.
package struct Cookies {
    /// The values of the `Cookie` headers.
    let headers: [String]

    package init(headers: [String]) { self.headers = headers }

    /// Returns the value of the first cookie with this name.
    package subscript(name: String) -> String? {
        for header in headers {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = Substring(pair.drop { $0 == 0x20 || $0 == 0x09 })
                guard pair.hasPrefix("\(name)=") else { continue }
                return String(pair.dropFirst(name.count + 1).prefix { $0 != " " && $0 != "\t" })
            }
        }
        return nil
    }
}

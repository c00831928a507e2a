import Foundation

extension String {
    /// The address in canonical form, so that addresses can be compared: IPv6 as in RFC 5952, without a zone.
    ///
    /// An IPv4 connection to a socket that listens on `::` has the peer address `::ffff:192.0.2.1`, which is 192.0.2.1
    /// (RFC 4291, section 2.5.5.2). A text that is not an address is returned unchanged.
    var address: String {
        guard let bytes = bytesOfVersion6 else { return self }
        let isVersion4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isVersion4 { return bytes[12...].map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return self }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The 16 bytes of an IPv6 address; `nil` for any other text.
    var bytesOfVersion6: [UInt8]? {
        var address = in6_addr()
        guard utf8.contains(UInt8(ascii: ":")), inet_pton(AF_INET6, String(prefix { $0 != "%" }), &address) == 1 else {
            return nil
        }
        return withUnsafeBytes(of: address, Array.init)
    }
}

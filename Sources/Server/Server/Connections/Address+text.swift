import Foundation

extension String {
    /// The address that this is, in the one form in which addresses can be compared: IPv6 as RFC 5952 writes it, without a zone.
    ///
    /// A connection of IPv4 to a socket that listens on `::` comes from `::ffff:192.0.2.1`, which is 192.0.2.1 (RFC 4291,
    /// section 2.5.5.2). What is no address stays as it is.
    var address: String {
        guard let bytes = bytesOfVersion6 else { return self }
        let isVersion4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        if isVersion4 { return bytes[12...].map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return self }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The 16 bytes of an address of IPv6; `nil` for anything else.
    var bytesOfVersion6: [UInt8]? {
        var address = in6_addr()
        guard utf8.contains(UInt8(ascii: ":")), inet_pton(AF_INET6, String(prefix { $0 != "%" }), &address) == 1 else {
            return nil
        }
        return withUnsafeBytes(of: address, Array.init)
    }
}

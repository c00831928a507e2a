import Foundation

/// The IP address of a connection.
enum IPAddress: Hashable {
    case v4(UInt32)
    case v6(UInt128)

    /// Parses what `inet_pton` accepts: `127.0.0.1`, `::1`. A zone (`fe80::1%eth0`) is ignored.
    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(Self.number(four, as: UInt32.self))
        } else if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 {
            self = .v6(Self.number(six, as: UInt128.self))
        } else {
            return nil
        }
    }

    /// `nil` for anything other than IP, such as a Unix domain socket.
    init?(_ socketAddress: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(socketAddress)
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET: self = .v4(Self.number(raw.load(as: sockaddr_in.self).sin_addr, as: UInt32.self))
        case AF_INET6: self = .v6(Self.number(raw.load(as: sockaddr_in6.self).sin6_addr, as: UInt128.self))
        default: return nil
        }
    }

    /// The bytes of an address are in network order.
    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: some Any, as type: Number.Type
    ) -> Number {
        withUnsafeBytes(of: bytes) { Number(bigEndian: $0.loadUnaligned(as: type)) }
    }
}

extension IPAddress: CustomStringConvertible {
    var description: String {
        switch self {
        case .v4(let number): Self.text(AF_INET, number.bigEndian)
        case .v6(let number): Self.text(AF_INET6, number.bigEndian)
        }
    }

    private static func text(_ family: Int32, _ bytes: some BitwiseCopyable) -> String {
        let capacity = Int(INET6_ADDRSTRLEN)
        return withUnsafeBytes(of: bytes) { source in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { target in
                guard let base = source.baseAddress,
                    let text = inet_ntop(family, base, target.baseAddress, socklen_t(capacity))
                else { return "an address that cannot be shown" }
                return String(cString: text)
            }
        }
    }
}

import Foundation

/// An IP address, or a range of addresses with a common prefix in CIDR notation: `10.0.0.1`, `10.0.0.0/8`,
/// `2001:db8::/32` (RFC 4632, section 3.1; RFC 4291, section 2.3).
struct AddressNetwork: Sendable, Hashable {
    /// The first address of the range: 4 bytes, or 16.
    private let bytes: [UInt8]
    /// The length of the common prefix in bits.
    private let length: Int

    /// - Throws: `AddressMistake` when the text is not an address or network.
    init(_ text: String) throws(AddressMistake) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let bytes = parts[0].addressBytes else { throw .notAnAddress }
        guard parts.count == 2 else {
            self.init(bytes, length: bytes.count * 8)
            return
        }
        // The first 96 bits of an IPv4 address written as IPv6 only mark it as one.
        let hidden = bytes.count == 4 && parts[0].contains(":") ? 96 : 0
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(parts[1]),
            (hidden + 1...hidden + bytes.count * 8).contains(length)
        else { throw .wrongLength(most: hidden + bytes.count * 8) }
        self.init(bytes, length: length - hidden)
        guard self.bytes == bytes else { throw .hasHostBits(network: description) }
    }

    private init(_ bytes: [UInt8], length: Int) {
        self.length = length
        self.bytes = bytes.enumerated().map { index, byte in
            let bits = min(max(length - index * 8, 0), 8)
            return byte & UInt8(truncatingIfNeeded: 0xFF00 >> bits)
        }
    }

    /// Whether the range contains an address, in any notation.
    func contains(_ address: String) -> Bool { address.addressBytes.map { contains($0) } ?? false }

    /// - Parameter address: 4 bytes, or 16.
    func contains(_ address: [UInt8]) -> Bool {
        address.count == bytes.count && AddressNetwork(address, length: length).bytes == bytes
    }
}

extension AddressNetwork: CustomStringConvertible {
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
            return ""
        }
        let address = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return length == bytes.count * 8 ? address : "\(address)/\(length)"
    }
}

/// The reason why a text is not an address or a network.
enum AddressMistake: Error, Equatable {
    case notAnAddress
    /// The prefix length is not a number from 1 to `most`.
    case wrongLength(most: Int)
    /// The address has bits set after the prefix; `network` is probably what was meant.
    case hasHostBits(network: String)
}

extension String {
    /// The 4 bytes of an IPv4 address, even if it is written as IPv6, or the 16 bytes of an IPv6 address; `nil` for any
    /// other text.
    var addressBytes: [UInt8]? {
        let address = address
        if let bytes = address.bytesOfVersion6 { return bytes }
        var four = in_addr()
        guard inet_pton(AF_INET, address, &four) == 1 else { return nil }
        return withUnsafeBytes(of: four, Array.init)
    }
}

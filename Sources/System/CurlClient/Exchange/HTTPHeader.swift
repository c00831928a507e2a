/// A header field of a request or response.
///
/// Names keep the case in which they were written and are compared case-insensitively (RFC 9110, 5.1).
public struct HTTPHeader: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Sequence<HTTPHeader> {
    /// The value of the first header with this name, case-insensitive.
    func first(named name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }
}

extension HTTPHeader {
    func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count
            && zip(name.utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    /// The byte, with ASCII capitals converted to lower case.
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

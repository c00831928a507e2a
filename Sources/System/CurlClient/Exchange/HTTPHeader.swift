/// One line of the head of a request or response.
///
/// Names keep the case they were written in and are compared without it (RFC 9110, 5.1).
public struct HTTPHeader: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension Sequence<HTTPHeader> {
    /// The value of the first header called `name`, in whatever case.
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
    /// The same byte, or its small letter when it is a capital of ASCII.
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

/// The location of a file as editors write it: `file:///home/ana/Flows/hello.yaml`.
public enum FileURI {
    /// Returns the path of a `file:` URI without `.`, `..` and empty parts; `nil` for other schemes, other computers and
    /// malformed escapes.
    public static func path(of uri: String) -> String? {
        let bytes = Array(uri.utf8)
        guard bytes.count > 5, String(decoding: bytes[..<5], as: UTF8.self).lowercased() == "file:" else { return nil }
        var rest = bytes[5...]
        if rest.starts(with: Array("//".utf8)) {
            rest = rest.dropFirst(2)
            let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
            guard host.isEmpty || host == "localhost" else { return nil }
            rest = rest[slash...]
        }
        guard rest.first == UInt8(ascii: "/"),
            let decoded = decoded(rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        else { return nil }
        return normalized(decoded)
    }

    /// Returns the URI of an absolute path. Everything but letters, digits, `-._~` and `/` is escaped.
    public static func uri(of path: String) -> String {
        var uri = "file://"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                uri += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return uri
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        guard !result.contains(0) else { return nil }
        return String(validating: result, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        guard let value = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
        return UInt8(value)
    }

    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        // `C:` and `c%3A` are the same drive.
        if let drive = parts.first, drive.count == 2, drive.last == ":", drive.first?.isLetter == true {
            parts[0] = Substring(drive.lowercased())
        }
        return "/" + parts.joined(separator: "/")
    }
}

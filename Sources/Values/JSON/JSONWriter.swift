extension JSONValue {
    /// The value as compact JSON in UTF-8. Equal values always give equal bytes.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.bytes.reserveCapacity(1_024)
        writer.write(self)
        return writer.bytes
    }

    /// The value as compact JSON text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as pretty-printed JSON: one member per line, an indent of two spaces per level.
    public var prettyText: String {
        var writer = JSONWriter()
        writer.writePretty(self, level: 0)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

private struct JSONWriter {
    var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue) {
        switch value {
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            var first = true
            for member in object.members {
                if !first { bytes.append(UInt8(ascii: ",")) }
                first = false
                write(member.key)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        default: writeScalar(value)
        }
    }

    mutating func writePretty(_ value: JSONValue, level: Int) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                newLine(level + 1, comma: index > 0)
                writePretty(element, level: level + 1)
            }
            newLine(level, comma: false)
            bytes.append(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.enumerated() {
                newLine(level + 1, comma: index > 0)
                write(member.key)
                bytes.append(contentsOf: ": ".utf8)
                writePretty(member.value, level: level + 1)
            }
            newLine(level, comma: false)
            bytes.append(UInt8(ascii: "}"))
        default: write(value)
        }
    }

    private mutating func newLine(_ level: Int, comma: Bool) {
        if comma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func writeScalar(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.literal.utf8)
        case .string(let text): write(text)
        case .array, .object: write(value)
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var plain = 0
            for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: utf8[plain..<index])
                bytes.append(contentsOf: Self.escape(byte).utf8)
                plain = index + 1
            }
            bytes.append(contentsOf: utf8[plain...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case UInt8(ascii: "\n"): return "\\n"
        case UInt8(ascii: "\r"): return "\\r"
        case UInt8(ascii: "\t"): return "\\t"
        default:
            let digits = String(byte, radix: 16)
            return "\\u00" + (digits.count == 1 ? "0" : "") + digits
        }
    }
}

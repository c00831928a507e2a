extension JSONValue {
    /// The value as compact JSON in UTF-8. Equal values always give equal bytes.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.withBytes { Array($0) }
    }

    /// The value as compact JSON text.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }

    /// The value as pretty-printed JSON: one member per line, an indent of two spaces per level.
    public var prettyText: String {
        var writer = JSONWriter()
        writer.writePretty(self, level: 0)
        return writer.text
    }
}

/// Writes JSON into memory of its own: several times per event, so that each byte counts.
struct JSONWriter: ~Copyable {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    init(capacity: Int = 2_048) {
        bytes = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { bytes.deallocate() }

    borrowing func withBytes<Result>(_ work: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        work(UnsafeBufferPointer(start: bytes, count: count))
    }

    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .array(let elements):
            put(UInt8(ascii: "["))
            var first = true
            for element in elements {
                if !first { put(UInt8(ascii: ",")) }
                first = false
                write(element)
            }
            put(UInt8(ascii: "]"))
        case .object(let object):
            put(UInt8(ascii: "{"))
            var first = true
            for member in object.members {
                if !first { put(UInt8(ascii: ",")) }
                first = false
                write(member.key)
                put(UInt8(ascii: ":"))
                write(member.value)
            }
            put(UInt8(ascii: "}"))
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .number(let number):
            var literal = number.literal
            literal.withUTF8 { append($0.baseAddress, $0.count) }
        case .string(let text): write(text)
        }
    }

    mutating func writePretty(_ value: JSONValue, level: Int) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            put(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                newLine(level + 1, comma: index > 0)
                writePretty(element, level: level + 1)
            }
            newLine(level, comma: false)
            put(UInt8(ascii: "]"))
        case .object(let object) where !object.isEmpty:
            put(UInt8(ascii: "{"))
            for (index, member) in object.enumerated() {
                newLine(level + 1, comma: index > 0)
                write(member.key)
                put(": ")
                writePretty(member.value, level: level + 1)
            }
            newLine(level, comma: false)
            put(UInt8(ascii: "}"))
        default: write(value)
        }
    }

    private mutating func newLine(_ level: Int, comma: Bool) {
        if comma { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\n"))
        for _ in 0..<level { put("  ") }
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            // There is always room for what is left and the quotation mark behind it.
            reserve(utf8.count + 2)
            put(UInt8(ascii: "\""))
            if var source = utf8.baseAddress {
                var left = utf8.count
                while true {
                    let copied = copyPlain(source, left)
                    if copied == left { break }
                    escape(source[copied])
                    source += copied + 1
                    left -= copied + 1
                    reserve(left + 1)
                }
            }
            put(UInt8(ascii: "\""))
        }
    }

    /// Copies bytes up to the first one to escape, into room that there is.
    ///
    /// - Returns: how many.
    private mutating func copyPlain(_ source: UnsafePointer<UInt8>, _ length: Int) -> Int {
        let target = UnsafeMutableRawPointer(bytes + count)
        let origin = UnsafeRawPointer(source)
        var copied = 0
        while copied + 8 <= length {
            let eight = origin.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
            if eight.hasByteToEscape { break }
            target.storeBytes(of: eight, toByteOffset: copied, as: UInt64.self)
            copied += 8
        }
        while copied < length {
            let byte = source[copied]
            if byte.isToEscape { break }
            target.storeBytes(of: byte, toByteOffset: copied, as: UInt8.self)
            copied += 1
        }
        count += copied
        return copied
    }

    private mutating func reserve(_ length: Int) {
        if count + length > capacity { grow(to: count + length) }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): put("\\\"")
        case UInt8(ascii: "\\"): put("\\\\")
        case UInt8(ascii: "\n"): put("\\n")
        case UInt8(ascii: "\r"): put("\\r")
        case UInt8(ascii: "\t"): put("\\t")
        default:
            put(byte < 0x10 ? "\\u000" : "\\u00")
            var digits = String(byte, radix: 16)
            digits.withUTF8 { append($0.baseAddress, $0.count) }
        }
    }

    /// Writes a whole number: most have few digits.
    mutating func write(_ number: Int) {
        reserve(20)
        var rest = number.magnitude
        var digits = 1
        var larger = rest / 10
        while larger > 0 {
            digits += 1
            larger /= 10
        }
        if number < 0 { put(UInt8(ascii: "-")) }
        for place in stride(from: digits - 1, through: 0, by: -1) {
            bytes[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += digits
    }

    mutating func put(_ byte: UInt8) {
        if count == capacity { grow(to: count + 1) }
        bytes[count] = byte
        count += 1
    }

    mutating func put(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    private mutating func append(_ source: UnsafePointer<UInt8>?, _ length: Int) {
        guard let source, length > 0 else { return }
        reserve(length)
        (bytes + count).update(from: source, count: length)
        count += length
    }

    private mutating func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}

/// The reason why a text is not the expected JSON.
public struct JSONError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, as a sentence without its full stop.
    public let reason: String
    /// The offset of the byte at which the error was found, from 0; `nil` when the text is valid JSON with unexpected
    /// content.
    public let offset: Int?

    public init(_ reason: String, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    public var description: String { offset.map { "\(reason) (byte \($0))" } ?? reason }
}

extension JSONValue {
    /// The default limit for the nesting of arrays and objects.
    public static let standardDepth = 64

    /// Parses one JSON text strictly: valid UTF-8, unique keys, nothing after the value.
    ///
    /// - Parameters:
    ///   - bytes: the whole text.
    ///   - depth: the limit for the nesting of arrays and objects; deeper texts are rejected before they use any
    ///     memory.
    ///   - values: the largest number of values in the text, arrays and objects included. Parsing stops at the first
    ///     value beyond it: a value takes many times the memory of the two bytes that can encode it.
    /// - Throws: `JSONError` with the offset of the byte at which the text stops being JSON.
    public init(
        parsing bytes: some Collection<UInt8>, depth: Int = standardDepth, values: Int = .max
    ) throws(JSONError) {
        let parsed = bytes.withContiguousStorageIfAvailable { storage in
            Self.read(UnsafeRawBufferPointer(storage), depth, values)
        }
        self = try (parsed ?? Array(bytes).withUnsafeBytes { Self.read($0, depth, values) }).get()
    }

    /// Parses one JSON text from a string.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer, _ depth: Int, _ values: Int
    ) -> Result<JSONValue, JSONError> {
        var reader = JSONReader(bytes: bytes, depthLeft: depth, valuesLeft: values)
        return Result { () throws(JSONError) in try reader.document() }
    }
}

/// A single pass over the bytes, without backtracking.
private struct JSONReader {
    let bytes: UnsafeRawBufferPointer
    var depthLeft: Int
    var valuesLeft: Int
    var at = 0

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard at == bytes.count else { throw JSONError("unexpected text after the end of the value", at: at) }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = peek else { throw JSONError("the text ends where a value should be", at: at) }
        guard valuesLeft > 0 else { throw JSONError("it contains too many values", at: at) }
        valuesLeft -= 1
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw JSONError("no value begins like this", at: at)
        }
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        try descend()
        var object = JSONObject()
        skipSpace()
        if take(UInt8(ascii: "}")) { return ascend(.object(object)) }
        repeat {
            skipSpace()
            let start = at
            guard peek == UInt8(ascii: "\"") else { throw JSONError("expected a key", at: at) }
            let (key, isASCII) = try key()
            guard !object.contains(key, isASCII: isASCII) else {
                throw JSONError("the key `\(key)` occurs twice", at: start)
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw JSONError("expected a colon", at: at) }
            object.append(key, try value(), isASCII: isASCII)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw JSONError("this object is never closed", at: at) }
        return ascend(.object(object))
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        try descend()
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return ascend(.array(elements)) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw JSONError("this array is never closed", at: at) }
        return ascend(.array(elements))
    }

    private mutating func descend() throws(JSONError) {
        guard depthLeft > 0 else { throw JSONError("arrays and objects are nested too deeply", at: at) }
        depthLeft -= 1
        at += 1
    }

    private mutating func ascend(_ value: JSONValue) -> JSONValue {
        depthLeft += 1
        return value
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count,
            word.withUTF8Buffer({ $0.elementsEqual(bytes[at..<at + count]) })
        else { throw JSONError("no value begins like this", at: at) }
        at += count
        return value
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = at
        _ = take(UInt8(ascii: "-"))
        let leadingZero = peek == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !(leadingZero && whole > 1) else { throw JSONError("this is not a number", at: start) }
        if take(UInt8(ascii: ".")) {
            guard digits() > 0 else { throw JSONError("digits should follow the point", at: at) }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            at += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
            guard digits() > 0 else { throw JSONError("digits should follow the exponent", at: at) }
        }
        return JSONNumber(checked: ascii(start..<at))
    }

    private mutating func digits() -> Int {
        let start = at
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { at += 1 }
        return at - start
    }

    private mutating func string() throws(JSONError) -> String { try key().text }

    /// Reads a string, and whether it is known to be ASCII.
    private mutating func key() throws(JSONError) -> (text: String, isASCII: Bool) {
        let opening = at
        let start = at + 1
        let (end, isASCII) = bytes.nextToEscape(from: start)
        guard end < bytes.count else { throw JSONError("this string is never closed", at: opening) }
        at = end
        switch bytes[end] {
        case UInt8(ascii: "\""):
            let text = isASCII ? ascii(start..<end) : try decode(start..<end)
            at += 1
            return (text, isASCII)
        case UInt8(ascii: "\\"): return (try stringWithEscapes(from: start, opening: opening), false)
        default: throw JSONError("a string contains a control character", at: at)
        }
    }

    /// ASCII is always valid, and decoded much faster than it is checked.
    private func ascii(_ range: Range<Int>) -> String {
        UnsafeRawBufferPointer(rebasing: bytes[range]).withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private mutating func stringWithEscapes(from start: Int, opening: Int) throws(JSONError) -> String {
        var text = try decode(start..<at)
        var plain = at
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                text += try decode(plain..<at)
                at += 1
                return text
            case UInt8(ascii: "\\"):
                text += try decode(plain..<at)
                at += 1
                text.unicodeScalars.append(try escape())
                plain = at
            case 0..<0x20: throw JSONError("a string contains a control character", at: at)
            default: at += 1
            }
        }
        throw JSONError("this string is never closed", at: opening)
    }

    private func decode(_ range: Range<Int>) throws(JSONError) -> String {
        if UnsafeRawBufferPointer(rebasing: bytes[range]).isASCII { return ascii(range) }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw JSONError("this string is not UTF-8", at: range.lowerBound)
        }
        return text
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw JSONError("the text ends inside an escape", at: at) }
        at += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw JSONError("there is no such escape", at: at - 1)
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = at
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw JSONError("half of a surrogate pair is missing", at: start)
        }
        let second = try fourHexDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw JSONError("half of a surrogate pair is missing", at: start) }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONError("four hexadecimal digits should follow `\\u`", at: at)
            }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
    }
}

import Databases
import Foundation

/// A value as libpq takes parameters: as text with a zero byte at the end, or bytes as they are.
final class PostgreSQLText {
    private let bytes: UnsafeMutablePointer<CChar>?
    let count: Int
    let isBinary: Bool

    /// - Throws: `SQLError` for a text with U+0000, which PostgreSQL does not store.
    init(_ value: SQLValue) throws(SQLError) {
        let text: String
        switch value {
        case .null:
            (bytes, count, isBinary) = (nil, 0, false)
            return
        case .integer(let number): text = String(number)
        case .real(let number): text = String(number)
        case .text(let string): text = string
        case .bytes(let data):
            let target = UnsafeMutablePointer<CChar>.allocate(capacity: data.count + 1)
            target.withMemoryRebound(to: UInt8.self, capacity: data.count + 1) {
                data.copyBytes(to: $0, count: data.count)
            }
            (bytes, count, isBinary) = (target, data.count, true)
            return
        }
        isBinary = false
        var copy = text
        let copied: (UnsafeMutablePointer<CChar>, Int)? = copy.withUTF8 { utf8 in
            guard !utf8.contains(0) else { return nil }
            let target = UnsafeMutablePointer<CChar>.allocate(capacity: utf8.count + 1)
            for (place, byte) in utf8.enumerated() { target[place] = CChar(bitPattern: byte) }
            target[utf8.count] = 0
            return (target, utf8.count)
        }
        guard let copied else {
            throw SQLError(.constraint, "a text holds U+0000, which PostgreSQL does not store")
        }
        (bytes, count) = copied
    }

    /// The number of the type that a value is sent as (pg_type.dat of PostgreSQL's sources); 0 where the statement decides.
    static func type(of value: SQLValue) -> UInt32 {
        switch value {
        case .null: 0
        case .integer: 20
        case .real: 701
        case .text: 25
        case .bytes: 17
        }
    }

    deinit { bytes?.deallocate() }

    var pointer: UnsafePointer<CChar>? { bytes.map { UnsafePointer($0) } }

    /// Writes `?` and `?1` as PostgreSQL does: `$1`. Texts in quotes and comments stay.
    static func numbered(_ sql: String) -> String {
        var result = ""
        result.reserveCapacity(sql.utf8.count + 16)
        var next = 1
        var rest = Substring(sql)
        while let letter = rest.popFirst() {
            switch letter {
            case "'", "\"":
                result.append(letter)
                while let inside = rest.popFirst() {
                    result.append(inside)
                    if inside == letter { break }
                }
            case "?":
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest.removeFirst(digits.count)
                let number = Int(digits) ?? next
                next = max(next, number + 1)
                result += "$\(number)"
            default: result.append(letter)
            }
        }
        return result
    }
}

import CPostgreSQL
import Databases
import Foundation

/// Reads libpq's results.
enum PostgreSQLRows {
    static func rows(of result: OpaquePointer) -> [Row] {
        let columns = PQnfields(result)
        let types = (0..<columns).map { PQftype(result, $0) }
        return (0..<PQntuples(result)).map { row in
            Row((0..<columns).map { value(result, row, $0, types[Int($0)]) })
        }
    }

    /// From the form that begins with `\x`.
    private static func data(_ text: UnsafeRawBufferPointer) -> Data {
        var data = Data(count: max(0, text.count - 2) / 2)
        data.withUnsafeMutableBytes { bytes in
            for place in bytes.indices {
                bytes[place] = nibble(text[2 * place + 2]) << 4 | nibble(text[2 * place + 3])
            }
        }
        return data
    }

    private static func nibble(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32, _ type: Oid) -> SQLValue {
        if PQgetisnull(result, row, column) == 1 { return .null }
        let bytes = UnsafeBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        if type == 17 { return .bytes(data(UnsafeRawBufferPointer(bytes))) }
        let text = String(decoding: UnsafeRawBufferPointer(bytes), as: UTF8.self)
        // Numbers of types: pg_type.dat of PostgreSQL's sources.
        switch type {
        case 16: return .integer(text == "t" ? 1 : 0)
        case 20, 21, 23: return Int64(text).map { .integer($0) } ?? .text(text)
        // Sums of large numbers.
        case 1_700: return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .text(text)
        case 700, 701: return Double(text).map { .real($0) } ?? .text(text)
        default: return .text(text)
        }
    }
}

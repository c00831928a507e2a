import Crypto
import Databases
import Foundation

/// The rows of a table in the order of its key, as a number and a checksum, which are the same in every database.
struct RowDigest {
    private(set) var count = 0
    private var hash = SHA256()

    mutating func add(_ row: Row) {
        count += 1
        for value in row.values {
            switch value {
            case .null: add(0, Data())
            case .integer(let number): add(1, withUnsafeBytes(of: number.littleEndian) { Data($0) })
            case .real(let number): add(2, withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) })
            case .text(let text): add(3, Data(text.utf8))
            case .bytes(let bytes): add(4, bytes)
            }
        }
    }

    private mutating func add(_ kind: UInt8, _ bytes: Data) {
        hash.update(data: [kind])
        hash.update(data: withUnsafeBytes(of: bytes.count.littleEndian) { Data($0) })
        hash.update(data: bytes)
    }

    /// What is compared.
    var result: Result { Result(count: count, checksum: Data(hash.finalize())) }

    struct Result: Sendable, Hashable {
        let count: Int
        let checksum: Data
    }
}

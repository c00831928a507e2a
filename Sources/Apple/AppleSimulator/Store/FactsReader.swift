import Crypto
import Foundation

/// Collects the properties of a file while its decrypted bytes are read.
struct FactsReader {
    private var hash = SHA256()
    private var size = 0
    private var beginning: [UInt8] = []

    mutating func add(_ plain: Data) {
        hash.update(data: plain)
        size += plain.count
        if beginning.count < 16 { beginning += plain.prefix(16 - beginning.count) }
    }

    func finish() -> FileFacts {
        FileFacts(size: size, sha256: Hexadecimal.text(hash.finalize()), beginning: beginning)
    }
}

import Crypto
import Foundation

/// Writes one file of the store as its bytes arrive, encrypting them if requested.
struct StoreWriter {
    let path: String
    private let file: FileHandle
    private let limit: Int
    private let reserve: (Int) throws(GatewayRefusal) -> Void
    private var cipher: CounterCipher?
    private var signature = FileSignature()
    private var facts = FactsReader()
    private(set) var size = 0

    /// - Parameters:
    ///   - key: encrypts the bytes; `nil` when they arrive encrypted.
    ///   - limit: the maximum number of bytes.
    ///   - reserve: reserves space before bytes are written.
    init(
        path: String, key: FileKey?, limit: Int, reserve: @escaping (Int) throws(GatewayRefusal) -> Void
    ) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        file = try FileHandle(forWritingTo: URL(filePath: path))
        cipher = key.map { CounterCipher($0) }
        self.path = path
        self.limit = limit
        self.reserve = reserve
    }

    mutating func write(_ bytes: Data) throws {
        guard size + bytes.count <= limit else { throw GatewayRefusal.tooLargeFile(limit) }
        try reserve(bytes.count)
        size += bytes.count
        if cipher != nil { facts.add(bytes) }
        let encrypted = cipher?.apply(bytes) ?? bytes
        signature.add(encrypted)
        try file.write(contentsOf: encrypted)
    }

    /// Closes the file. The properties are those of the bytes before encryption, and meaningless when they arrived
    /// encrypted.
    func finish(_ checksum: WireHabits.Checksum) throws -> (signature: [UInt8], facts: FileFacts) {
        try file.close()
        return (signature.finish(checksum), facts.finish())
    }

    /// Deletes what was written.
    func discard() {
        try? file.close()
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Computes the signature by which the store identifies a file: 0x81, then SHA-1 over two words that end in a zero byte
/// and the encrypted bytes.
///
/// Source: programs that talk to Apple's store compute it this way; Apple calls it `fileChecksum` and publishes no
/// algorithm.
struct FileSignature {
    private static let first: UInt8 = 0x81
    private static let salt = Data("com.apple.XattrObjectSalt\0com.apple.DataObjectSalt\0".utf8)

    private var hash = Insecure.SHA1()

    init() { hash.update(data: Self.salt) }

    mutating func add(_ encrypted: Data) { hash.update(data: encrypted) }

    /// Returns the 21 bytes of the signature. One of another form shares only its length and its first byte with the
    /// usual one.
    func finish(_ checksum: WireHabits.Checksum = .common) -> [UInt8] {
        let bytes = Array(hash.finalize())
        return [Self.first] + (checksum == .common ? bytes : bytes.reversed())
    }
}

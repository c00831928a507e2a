import Channels
import Concurrency
import Expressions
import Foundation

/// Fetching files from the store.
extension AttachmentStore {
    /// Returns the last component of a temporary address at which a file can be fetched, as `preDownload` does.
    func prepareDownload(
        _ url: String, owner: String, signature: [UInt8], for business: BusinessID
    ) throws(GatewayRefusal) -> String {
        let file = try file(url, of: business)
        guard file.owner == owner else { throw .wrongOwner }
        guard file.signature == signature else { throw .wrongSignature }
        let now = clock.now
        return state.change { $0.downloads.add(url, until: now + limits.addressLife, now: now) }
    }

    /// Returns the file that can be fetched at an address.
    func fetched(_ token: String) throws(GatewayRefusal) -> StoredFile {
        removeExpired()
        let now = clock.now
        let file = state.read { state in
            state.downloads.purpose(of: token, now: now).flatMap { state.files[$0] }
        }
        guard let file else { throw .unknownAddress }
        return file
    }

    /// Reads a whole file as a device does: the properties of the decrypted bytes, and the signature of the encrypted
    /// ones.
    func inspect(_ file: StoredFile, key: FileKey) throws -> FileFacts {
        var reader = try StoreReader(file, key: key)
        var facts = FactsReader()
        while let bytes = try reader.next() { facts.add(bytes) }
        return facts.finish()
    }

    /// Returns the decrypted bytes of a file that fits in memory.
    func bytes(of file: StoredFile, key: FileKey) throws -> [UInt8] {
        var reader = try StoreReader(file, key: key)
        var all: [UInt8] = []
        while let bytes = try reader.next() { all += bytes }
        return all
    }
}

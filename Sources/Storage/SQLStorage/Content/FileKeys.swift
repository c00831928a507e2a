import ConversationRuntime
import Crypto
import Foundation

/// The keys that seal private files: each file has its own.
struct FileKeys {
    let seal: Seal
    let files: ContentFiles

    /// The key that seals a file; `nil` when it is not private.
    func key(of file: String, isPrivate: Bool) throws(ContentError) -> SymmetricKey? {
        guard isPrivate else { return nil }
        guard let key = seal.key(ofFile: file) else { throw .noKey }
        return key
    }

    /// The key with which a file was sealed; `nil` when it is not private.
    func openingKey(of content: StoredContent) async throws -> SymmetricKey? {
        guard content.content.isPrivate else { return nil }
        let keys = seal.keys(ofFile: content.file)
        guard let newest = keys.first else { throw ContentError.noKey }
        for key in keys where try await files.opens(content.file, sealedWith: key) { return key }
        return newest
    }

    /// Copies a private file to a new name, sealed with the newest key; returns `nil` when it is already sealed with
    /// that key.
    func sealAnew(_ content: StoredContent) async throws -> String? {
        guard content.content.isPrivate, let newest = seal.key(ofFile: content.file),
            let key = try await openingKey(of: content),
            key != newest
        else { return nil }
        let name = UUID().uuidString.lowercased()
        try await files.sealAnew(content.file, key, as: name, try self.key(of: name, isPrivate: true))
        return name
    }
}

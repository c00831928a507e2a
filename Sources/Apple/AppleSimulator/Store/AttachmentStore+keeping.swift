import Channels
import Concurrency
import Expressions
import Foundation
import NIOCore

/// Adding files to the store.
extension AttachmentStore {
    /// Reserves space for a file that a business is about to upload, as `preUpload` does.
    ///
    /// - Parameter size: the announced size of the encrypted bytes.
    func prepareUpload(of size: Int, for business: BusinessID) throws(GatewayRefusal) -> (token: String, Upload) {
        removeExpired()
        guard size > 0 else { throw .emptyFile }
        guard size <= limits.fileSize else { throw .tooLargeFile(limits.fileSize) }
        let upload = Upload(business: business, size: size, url: Self.newURL(), owner: Self.newOwner())
        let now = clock.now
        let token = state.change { state -> String? in
            guard state.used + StoredFile.cost(ofBytes: size) <= limits.total else { return nil }
            return state.uploads.add(upload, until: now + limits.addressLife, now: now)
        }
        guard let token else { throw .storageFull }
        return (token, upload)
    }

    /// Receives the bytes of an upload as they arrive. The address becomes invalid, whatever the outcome.
    func receive<Body: AsyncSequence>(_ token: String, _ body: Body) async throws -> StoredFile
    where Body.Element == ByteBuffer {
        let now = clock.now
        let upload = state.change { state in
            defer { state.uploads.remove(token) }
            return state.uploads.purpose(of: token, now: now)
        }
        guard let upload else { throw GatewayRefusal.unknownAddress }
        return try await keep(
            upload.business, .attachment, upload: upload, until: now + limits.life, limit: limits.fileSize
        ) { writer in
            for try await bytes in body {
                try writer.write(Data(bytes.readableBytesView))
                // Surplus bytes are read only up to the first one beyond the limit.
                guard writer.size <= upload.size else { break }
            }
            guard writer.size == upload.size else {
                throw GatewayRefusal.wrongSize(announced: upload.size, got: writer.size)
            }
        }.file
    }

    /// Encrypts and stores a customer's file.
    func add<Body: AsyncSequence>(
        _ body: Body, key: FileKey, for business: BusinessID, signed checksum: WireHabits.Checksum = .common
    ) async throws -> (file: StoredFile, facts: FileFacts) where Body.Element == ByteBuffer {
        try await keep(
            business, .attachment, key: key, signed: checksum, until: clock.now + limits.life, limit: limits.fileSize
        ) { writer in
            for try await bytes in body { try writer.write(Data(bytes.readableBytesView)) }
            guard writer.size > 0 else { throw GatewayRefusal.emptyFile }
        }
    }

    /// Encrypts and stores bytes that are in memory.
    func add(
        _ bytes: [UInt8], key: FileKey, as content: StoredFile.Content, for business: BusinessID,
        signed checksum: WireHabits.Checksum = .common
    ) async throws -> StoredFile {
        let life = if case .reply = content { limits.replyLife } else { limits.life }
        return try await keep(
            business, content, key: key, signed: checksum, until: clock.now + life, limit: limits.fileSize
        ) { writer in try writer.write(Data(bytes)) }.file
    }

    private func keep(
        _ business: BusinessID, _ content: StoredFile.Content, key: FileKey? = nil,
        signed checksum: WireHabits.Checksum = .common, upload: Upload? = nil, until expires: Moment,
        limit: Int, _ write: (inout StoreWriter) async throws -> Void
    ) async throws -> (file: StoredFile, facts: FileFacts) {
        removeExpired()
        try makeFolder()
        let path = "\(folder)/\(Hexadecimal.text(FileKey().bytes.prefix(16)))"
        var writer = try StoreWriter(path: path, key: key, limit: limit) { [self] count throws(GatewayRefusal) in
            try reserve(count)
        }
        do {
            try await write(&writer)
            let (signature, facts) = try writer.finish(checksum)
            let file = StoredFile(
                url: upload?.url ?? Self.newURL(), owner: upload?.owner ?? Self.newOwner(), business: business,
                size: writer.size, signature: signature, path: path, expires: expires, content: content)
            state.change { state in
                state.files[file.url] = file
                state.used += file.cost - file.size
            }
            return (file, facts)
        } catch {
            writer.discard()
            let written = writer.size
            state.change { $0.used -= written }
            throw error
        }
    }

    private func reserve(_ count: Int) throws(GatewayRefusal) {
        let fits = state.change { state in
            guard state.used + count <= limits.total else { return false }
            state.used += count
            return true
        }
        guard fits else { throw .storageFull }
    }

    private func makeFolder() throws {
        try state.change { [folder] state in
            guard !state.folderIsMade else { return Result<Void, any Error>.success(()) }
            return Result {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                state.folderIsMade = true
            }
        }.get()
    }

    /// Returns an address that looks like Apple's; its host does not exist, since nothing can be fetched there.
    private static func newURL() -> String { "https://content.apple.example/\(newOwner())" }

    private static func newOwner() -> String {
        "M\(Hexadecimal.text(FileKey().bytes, capitals: true)).C01USN00"
    }
}

import Channels
import Concurrency
import Expressions
import Foundation

/// Apple's attachment store: encrypted files on disk, kept for 30 days by the simulator's clock.
///
/// The files are in a temporary folder that is created with the first one and deleted with the store. Bytes are
/// transferred in pieces; no file is ever held in memory as a whole. (Apple, MSP REST API, "Uploading an Attachment",
/// "Authorizing an Attachment".)
final class AttachmentStore: Sendable {
    /// Space reserved for an upload.
    struct Upload: Sendable {
        let business: BusinessID
        let size: Int
        let url: String
        let owner: String
    }

    struct State: Sendable {
        var files: [String: StoredFile] = [:]
        var uploads = StoreAddresses<Upload>()
        var downloads = StoreAddresses<String>()
        /// The bytes stored and reserved.
        var used = 0
        /// The names of the most recently removed files, so that references to them get a specific error.
        var gone = BoundedLog<String>(countLimit: 1000)
        var folderIsMade = false
    }

    let limits: StorageLimits
    let clock: any WallClock
    let state = Watched(State())
    let folder = FileManager.default.temporaryDirectory.appending(path: "usher-simulator-\(UUID().uuidString)").path

    init(limits: StorageLimits, clock: any WallClock) {
        self.limits = limits
        self.clock = clock
    }

    deinit { removeFolder() }

    /// The disk space that the files use, in bytes.
    var used: Int { state.read(\.used) }

    var count: Int { state.read(\.files.count) }

    /// Returns the file of this name, while it is kept; only for its own business.
    func file(_ url: String, of business: BusinessID) throws(GatewayRefusal) -> StoredFile {
        removeExpired()
        let (file, isGone) = state.read { ($0.files[url], $0.gone.last { $0 == url } != nil) }
        guard let file, file.business == business else { throw isGone ? .expiredFile : .unknownFile }
        return file
    }

    /// Removes all files and addresses.
    func removeAll() {
        state.change { state in
            for file in state.files.values { try? FileManager.default.removeItem(atPath: file.path) }
            state.used -= state.files.values.reduce(0) { $0 + $1.cost }
            state.files = [:]
            state.uploads.removeAll()
            state.downloads.removeAll()
        }
    }

    /// Deletes the folder from the disk when the store ends.
    func removeFolder() {
        state.change { [folder] state in
            guard state.folderIsMade else { return }
            try? FileManager.default.removeItem(atPath: folder)
            state.folderIsMade = false
        }
    }

    /// Removes expired files.
    func removeExpired() {
        let now = clock.now
        guard state.read({ $0.files.values.contains { $0.expires <= now } }) else { return }
        state.change { state in
            for file in state.files.values where file.expires <= now {
                try? FileManager.default.removeItem(atPath: file.path)
                state.files[file.url] = nil
                state.used -= file.cost
                state.gone.append(file.url)
            }
        }
    }

    /// Removes files as they expire, until the task is cancelled.
    func keepTidy() async throws {
        while true {
            let next = try await state.first { $0.nextExpiry }
            if next > clock.now {
                // Waits for the next file to expire, or for a new one that expires before it.
                _ = try await clock.atMost(next - clock.now) { [state] in
                    try await state.first { state in state.nextExpiry.map { $0 < next } == true ? true : nil }
                }
            }
            removeExpired()
        }
    }
}

extension AttachmentStore.State {
    fileprivate var nextExpiry: Moment? { files.values.map(\.expires).min() }
}

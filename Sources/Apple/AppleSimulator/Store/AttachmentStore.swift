import Channels
import Concurrency
import Expressions
import Foundation

/// Apple's attachment store: encrypted files on the disk, for 30 days by the simulator's clock.
///
/// The files lie in a temporary folder that is made with the first and goes with the store. Bytes come and go piece by
/// piece; no file is ever whole in memory. (Apple, MSP REST API, "Uploading an Attachment", "Authorizing an Attachment".)
final class AttachmentStore: Sendable {
    /// Room that has been given to an upload.
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
        /// Bytes on the disk and promised.
        var used = 0
        /// Names of files that are gone, so that an old message is told so; the newest of them.
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

    /// Bytes that the files take of the disk.
    var used: Int { state.read(\.used) }

    var count: Int { state.read(\.files.count) }

    /// The file of this name, while it is kept; only for its own business.
    func file(_ url: String, of business: BusinessID) throws(GatewayRefusal) -> StoredFile {
        removeExpired()
        let (file, isGone) = state.read { ($0.files[url], $0.gone.last { $0 == url } != nil) }
        guard let file, file.business == business else { throw isGone ? .expiredFile : .unknownFile }
        return file
    }

    /// Forgets all files and addresses.
    func removeAll() {
        state.change { state in
            for file in state.files.values { try? FileManager.default.removeItem(atPath: file.path) }
            state.used -= state.files.values.reduce(0) { $0 + $1.cost }
            state.files = [:]
            state.uploads.removeAll()
            state.downloads.removeAll()
        }
    }

    /// Takes everything off the disk; the store ends.
    func removeFolder() {
        state.change { [folder] state in
            guard state.folderIsMade else { return }
            try? FileManager.default.removeItem(atPath: folder)
            state.folderIsMade = false
        }
    }

    /// Takes away what is over by now.
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

    /// Takes files away as their time comes, until the task is cancelled.
    func keepTidy() async throws {
        while true {
            let next = try await state.first { $0.nextExpiry }
            if next > clock.now {
                // Waits for the file that is over first, or for one that will be over before it.
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

public import Channels
public import CurlClient
import Files
import Foundation
import JSON

/// Apple's store for the files of messages: what goes in is encrypted before, what comes out is checked and opened.
///
/// Files pass in pieces, never whole through memory.
public struct AppleStore: Sendable {
    let token: GatewayToken
    private let gateway: StoreGateway
    /// The most bytes of a file that is fetched from the web to go into the store.
    let largestFromWeb: Int
    private let folder: String
    private let patience: Duration

    /// The most bytes that Apple takes in a file: 100 MB.
    static let largest = 100_000_000

    /// - Parameters:
    ///   - folder: an existing one for files under way; what is left in it after a crash can be removed.
    ///   - largestFromWeb: the most bytes of a file that is fetched from the web to go into the store.
    public init(
        settings: AppleSettings, client: CurlClient, clock: any WallClock, folder: String,
        largestFromWeb: Int = 25_000_000
    ) {
        self.init(
            settings: settings, client: client, clock: clock, folder: folder, largestFromWeb: largestFromWeb,
            patience: .seconds(60))
    }

    /// - Parameter patience: how long a file may take beside what a slow line needs for its bytes.
    init(
        settings: AppleSettings, client: CurlClient, clock: any WallClock, folder: String,
        largestFromWeb: Int = 25_000_000, patience: Duration
    ) {
        token = GatewayToken(mspID: settings.mspID, secrets: settings.secrets)
        gateway = StoreGateway(gateway: settings.gateway, token: token, client: client, clock: clock)
        self.folder = folder
        self.largestFromWeb = largestFromWeb
        self.patience = patience
    }

    /// Puts a file where customers of `business` can get it. Apple keeps it for 30 days.
    public func upload(_ file: StoredBytes, for business: String) async throws(StoreFailure) -> UploadedFile {
        let key = AttachmentKey()
        let encrypted = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: encrypted) }
        let size = try await AttachmentFiles.encrypt(file.path, to: encrypted, with: key)
        let place = try await gateway.placeForUpload(of: size, business: business)
        return UploadedFile(
            name: file.name, kind: file.kind, size: size, key: key.text, url: place.url, owner: place.owner,
            signature: try await send(encrypted, of: size, to: place.address))
    }

    /// Gets a file that a customer sent to `business`. It is at `path` whole and opened, or not at all.
    ///
    /// A file whose checksum differs is fetched a second time, in case its bytes were changed on the way, and is taken then.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: what the checksum says of the file that was taken.
    @discardableResult
    public func download(
        _ source: FileSource, for business: String, to path: String, limit: Int
    ) async throws(StoreFailure) -> ChecksumResult {
        if let size = source.size, size > limit { throw .tooLarge(limit: limit) }
        let key = try key(of: source)
        let first = try await fetch(source, key, for: business, to: path, limit: limit)
        guard first == .differs else { return first }
        let again = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: again) }
        // Whatever becomes of the second try, there is a file already.
        guard let second = try? await fetch(source, key, for: business, to: again, limit: limit), second == .agrees,
            rename(again, path) == 0
        else { return first }
        return second
    }

    private func fetch(
        _ source: FileSource, _ key: AttachmentKey?, for business: String, to path: String, limit: Int
    ) async throws(StoreFailure) -> ChecksumResult {
        let address = try await gateway.placeForDownload(of: source, business: business)
        let encrypted = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: encrypted) }

        var request = HTTPRequest("GET", address)
        request.saveTo = encrypted
        request.responseLimit = source.size ?? limit
        request.timeout = time(for: source.size ?? limit)
        _ = try await gateway.perform(request)
        return try await AttachmentFiles.open(encrypted, as: source, with: key, to: path)
    }

    private func key(of source: FileSource) throws(StoreFailure) -> AttachmentKey? {
        guard let text = source.key else { return nil }
        guard let key = AttachmentKey(text) else { throw .wrongKey }
        return key
    }

    /// Gives the signature that Apple made.
    private func send(_ encrypted: String, of size: Int, to address: String) async throws(StoreFailure) -> String {
        var request = HTTPRequest("POST", address)
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/octet-stream")]
        request.body = .file(path: encrypted)
        request.responseLimit = 64 * 1024
        request.timeout = time(for: size)
        request.repeatable = true
        let response = try await gateway.perform(request)
        let answer = (try? JSONValue(parsing: response.body))?["singleFile"]
        guard let checksum = answer?["fileChecksum"]?.string else {
            throw .unusable("the answer to the upload has no checksum")
        }
        if let stored = answer?["size"]?.int, stored != size { throw .truncated(expected: size, got: stored) }
        return checksum
    }

    func temporaryPath() -> String { "\(folder)/\(UUID().uuidString.lowercased())" }

    /// On a slow line, 100 KB pass in a second.
    func time(for size: Int) -> Duration { patience + .seconds(min(size, 1 << 30) / 100_000) }
}

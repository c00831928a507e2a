public import Channels
public import CurlClient
import Files
import Foundation
import JSON

/// Apple's store for the files of messages. Uploads are encrypted first, downloads are checked and decrypted.
///
/// Files are processed in pieces and never held in memory as a whole.
public struct AppleStore: Sendable {
    let token: GatewayToken
    private let gateway: StoreGateway
    /// The maximum size in bytes of a file that is fetched from the web for an upload.
    let largestFromWeb: Int
    private let folder: String
    private let patience: Duration

    /// The maximum size in bytes of a file that Apple accepts: 100 MB.
    static let largest = 100_000_000

    /// - Parameters:
    ///   - folder: an existing folder for files in transfer; files left in it after a crash can be deleted.
    ///   - largestFromWeb: the maximum size in bytes of a file that is fetched from the web for an upload.
    public init(
        settings: AppleSettings, client: CurlClient, clock: any WallClock, folder: String,
        largestFromWeb: Int = 25_000_000
    ) {
        self.init(
            settings: settings, client: client, clock: clock, folder: folder, largestFromWeb: largestFromWeb,
            patience: .seconds(60))
    }

    /// - Parameter patience: the time limit for a file, in addition to the time that its bytes take on a slow
    ///   connection.
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

    /// Uploads a file so that customers of `business` can fetch it. Apple keeps it for 30 days.
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

    /// Downloads a file that a customer sent to `business`. Afterwards the complete, decrypted file is at `path`, or no
    /// file at all.
    ///
    /// If the checksum differs, the file is fetched a second time, in case its bytes were corrupted in transit, and is
    /// accepted then.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Returns: the result of the checksum comparison for the accepted file.
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
        // The second attempt may fail: the first file is already there.
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

    /// Uploads the encrypted file. Returns the signature that Apple computed.
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
            throw .unusable("the response to the upload has no checksum")
        }
        if let stored = answer?["size"]?.int, stored != size { throw .truncated(expected: size, got: stored) }
        return checksum
    }

    func temporaryPath() -> String { "\(folder)/\(UUID().uuidString.lowercased())" }

    /// A slow connection transfers 100 KB per second.
    func time(for size: Int) -> Duration { patience + .seconds(min(size, 1 << 30) / 100_000) }
}

import Channels
import CurlClient
import Expressions
import Files
import Foundation
import MessageModel

/// Uploads the files of cards to Apple's store: project files from their path, files from the web through the local
/// disk.
struct Uploads: Sendable {
    let store: AppleStore
    var pictures: any PictureSource
    /// The stored files that people send; `nil` where they send none.
    var files: (any StoredFileSource)?
    let client: CurlClient
    let clock: any WallClock
    private let memory = UploadMemory()

    /// Apple keeps a file for 30 days; a message needs it for some time after it was sent.
    private static let life = TimeLength.days(25)
    /// A file on the web may change soon.
    private static let lifeOfWeb = TimeLength.hours(1)

    init(
        store: AppleStore, pictures: any PictureSource, files: (any StoredFileSource)? = nil, client: CurlClient,
        clock: any WallClock
    ) {
        self.store = store
        self.files = files
        self.pictures = pictures
        self.client = client
        self.clock = clock
    }

    /// - Parameter source: a path in `Flows/images`, an `https` address, or the id of a stored file.
    func upload(_ source: String, for business: String) async throws(StoreFailure) -> UploadedFile {
        if source.hasPrefix("https://") { return try await uploadFromWeb(source, business) }
        if let id = FileCard.storedID(in: source) { return try await uploadStored(id, source, business) }
        guard let path = pictures.path(of: source) else { throw .unusable("the project has no such file") }
        let key = UploadMemory.Key(business: business, source: source, version: try version(of: path))
        if let known = memory.file(key, at: clock.now) { return known }
        let file = try await send(path, source.lastPart, kind: nil, business)
        memory.keep(file, for: key, until: clock.now + Self.life)
        return file
    }

    private func uploadStored(
        _ id: String, _ source: String, _ business: String
    ) async throws(StoreFailure) -> UploadedFile {
        let key = UploadMemory.Key(business: business, source: source, version: "")
        if let known = memory.file(key, at: clock.now) { return known }
        let path = store.temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let isStored: Bool
        do {
            isStored = try await files?.write(id, to: path) ?? false
        } catch {
            throw .disk("\(error)")
        }
        guard isStored else { throw .unusable("the file is no longer stored") }
        let file = try await send(path, source.lastPart, kind: nil, business)
        memory.keep(file, for: key, until: clock.now + Self.life)
        return file
    }

    private func uploadFromWeb(_ address: String, _ business: String) async throws(StoreFailure) -> UploadedFile {
        let key = UploadMemory.Key(business: business, source: address, version: "")
        if let known = memory.file(key, at: clock.now) { return known }
        let path = store.temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = HTTPRequest("GET", address)
        request.destinations = .publicOnly(except: [])
        request.redirects = 3
        request.saveTo = path
        request.responseLimit = store.largestFromWeb
        request.timeout = store.time(for: store.largestFromWeb)
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw StoreFailure(error)
        }
        switch response.status {
        case 200..<300: break
        case 404, 410: throw .expired
        default: throw .refused(status: response.status)
        }
        let file = try await send(path, address.lastPart, kind: response.header("Content-Type"), business)
        memory.keep(file, for: key, until: clock.now + Self.lifeOfWeb)
        return file
    }

    private func send(
        _ path: String, _ name: String, kind: String?, _ business: String
    ) async throws(StoreFailure) -> UploadedFile {
        let beginning: Data
        do throws(FileError) {
            var pieces = try FilePieces(of: path, length: 32)
            guard pieces.size <= AppleStore.largest else { throw FileError("it has more than 100 MB") }
            beginning = try pieces.next() ?? Data()
        } catch {
            throw .unusable("\(error)")
        }
        let byName = FileKinds.kind(of: name, beginning: beginning)
        let stated = kind.map { String($0.prefix { $0 != ";" }) } ?? FileKinds.unknown
        return try await store.upload(
            StoredBytes(path: path, name: name, kind: byName == FileKinds.unknown ? stated : byName), for: business)
    }

    /// Returns a text that changes whenever the file is saved.
    private func version(of path: String) throws(StoreFailure) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .unusable("the file of the project no longer exists") }
        return "\(facts.st_ino) \(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)"
    }
}

extension String {
    /// The last component of a path or an address, without query and fragment.
    fileprivate var lastPart: String {
        let path = prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "file"
        return String(path).removingPercentEncoding ?? String(path)
    }
}

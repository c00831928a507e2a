import AppleMessages
import CurlClient
import Files
import MessageModel
import Synchronization
import WebChat

/// Provides the pictures of a project's `Flows/images`, and pictures from the web that calls and flows name.
///
/// Files are read when they are shown; pictures from the web are downloaded then, from public addresses only, and the
/// most recent ones are cached.
final class Pictures: PictureSource {
    /// The paths of the files, by name.
    private let files: Mutex<[String: String]>
    private let client: CurlClient
    private let fetched = Mutex<[String: [UInt8]]>([:])

    private static let largest = 5_000_000
    private static let mostFetched = 50

    init(files: [String: String], client: CurlClient) {
        self.files = Mutex(files)
        self.client = client
    }

    /// Replaces the files.
    func use(_ files: [String: String]) { self.files.withLock { $0 = files } }

    func path(of name: String) -> String? { files.withLock { $0[name] } }

    /// Larger pictures are sent as attachments, or not at all.
    private static func bytes(at path: String) -> [UInt8]? {
        do throws(FileError) {
            var pieces = try FilePieces(of: path, length: largest)
            guard pieces.size <= largest else { return nil }
            return try pieces.next().map { [UInt8]($0) }
        } catch {
            return nil
        }
    }

    func bytes(of picture: Picture) async -> [UInt8]? {
        guard picture.source.hasPrefix("https://") else {
            return path(of: picture.source).flatMap(Self.bytes)
        }
        if let known = fetched.withLock({ $0[picture.source] }) { return known }
        var request = HTTPRequest("GET", picture.source)
        request.timeout = .seconds(10)
        request.destinations = .publicOnly(except: [])
        request.redirects = 3
        request.responseLimit = Self.largest
        guard let response = try? await client.send(request), response.status == 200 else { return nil }
        fetched.withLock { fetched in
            if fetched.count >= Self.mostFetched { fetched.removeAll() }
            fetched[picture.source] = response.body
        }
        return response.body
    }
}

extension Pictures: FlowFiles {
    func file(named name: String) -> FlowFile? {
        guard let path = path(of: name), let size = try? FilePieces(of: path).size else { return nil }
        return FlowFile(path: path, kind: FileKinds.kind(of: name), size: size)
    }
}

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
struct Pictures: PictureSource {
    /// The paths of the files, by name.
    private(set) var files: [String: String]
    private let client: CurlClient
    private let fetched = FetchedPictures()

    private static let largest = 5_000_000

    init(files: [String: String], client: CurlClient) {
        self.files = files
        self.client = client
    }

    /// Returns pictures with other files; the cache is shared.
    func with(_ files: [String: String]) -> Pictures {
        var pictures = self
        pictures.files = files
        return pictures
    }

    func path(of name: String) -> String? { files[name] }

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
        if let known = fetched[picture.source] { return known }
        var request = HTTPRequest("GET", picture.source)
        request.timeout = .seconds(10)
        request.destinations = .publicOnly(except: [])
        request.redirects = 3
        request.responseLimit = Self.largest
        guard let response = try? await client.send(request), response.status == 200 else { return nil }
        fetched.keep(response.body, of: picture.source)
        return response.body
    }
}

/// The cache of pictures from the web.
private final class FetchedPictures: Sendable {
    private let pictures = Mutex<[String: [UInt8]]>([:])

    private static let most = 50

    subscript(address: String) -> [UInt8]? { pictures.withLock { $0[address] } }

    func keep(_ bytes: [UInt8], of address: String) {
        pictures.withLock { pictures in
            if pictures.count >= Self.most { pictures.removeAll() }
            pictures[address] = bytes
        }
    }
}

extension Pictures: FlowFiles {
    func file(named name: String) -> FlowFile? {
        guard let path = path(of: name), let size = try? FilePieces(of: path).size else { return nil }
        return FlowFile(path: path, kind: FileKinds.kind(of: name), size: size)
    }
}

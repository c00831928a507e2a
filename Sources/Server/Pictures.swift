import AppleMessages
import CurlClient
import MessageModel
import Synchronization

/// Gives the pictures of a project's `Flows/images`, and those of the web that calls and flows name.
///
/// Files are read with the bot, and again with each new one; pictures of the web are fetched when they are shown, from public addresses only, and
/// the last ones are remembered.
final class Pictures: PictureSource {
    private let files: Mutex<[String: [UInt8]]>
    private let client: CurlClient
    private let fetched = Mutex<[String: [UInt8]]>([:])

    private static let largest = 5_000_000
    private static let mostFetched = 50

    init(files: [String: [UInt8]], client: CurlClient) {
        self.files = Mutex(files)
        self.client = client
    }

    /// Exchanges the files.
    func use(_ files: [String: [UInt8]]) { self.files.withLock { $0 = files } }

    func bytes(of picture: Picture) async -> [UInt8]? {
        guard picture.source.hasPrefix("https://") else {
            return files.withLock { $0[picture.source] }
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

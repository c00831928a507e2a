public import Foundation
import Synchronization

/// A server that speaks enough of PostgreSQL's protocol to admit one client, and then reads nothing, as a process that stands
/// still. It listens on a socket in its folder.
public final class UnreadingServer: Sendable {
    /// Its folder, which is also where its socket is.
    public let folder: URL
    private let listener: Int32
    /// The connection of its client.
    private let client = Mutex<Int32?>(nil)

    /// `AuthenticationOk`, and a `ReadyForQuery` outside a transaction (PostgreSQL, 55.7, Message Formats).
    private static let welcome: [UInt8] = [
        UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0,
        UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I"),
    ]

    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        listener = try Sockets.listen(at: folder.appending(path: ".s.PGSQL.5432").path)
        Thread { [self] in admit() }.start()
    }

    deinit {
        client.withLock { if let open = $0 { close(open) } }
        close(listener)
        try? FileManager.default.removeItem(at: folder)
    }

    /// libpq's parameters for its client.
    public var parameters: [(keyword: String, value: String)] {
        [
            ("host", folder.path), ("port", "5432"), ("user", "postgres"), ("dbname", "postgres"),
            ("sslmode", "disable"), ("gssencmode", "disable"), ("connect_timeout", "60"),
        ]
    }

    private func admit() {
        let accepted = Sockets.accept(listener)
        guard accepted >= 0 else { return }
        client.withLock { $0 = accepted }
        guard Sockets.read(accepted) != nil else { return }
        Sockets.write(Self.welcome, to: accepted)
    }
}
